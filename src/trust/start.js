import { needReady } from '../build/ready.js';

// `npm run verify` and `npm run hosts`: runs the command of that name, and ends with its exit code.
const [name, ...args] = process.argv.slice(2);
await needReady();
const { createServer } = await import('vite');
const vite = await createServer({
  server: { middlewareMode: true, ws: false },
  appType: 'custom',
  logLevel: 'error',
});
const commands = await vite.ssrLoadModule(`/src/trust/${name}.ts`);
process.exitCode = await commands[name](args);
await vite.close();
