import { needReady } from '../build/ready.js';

// `npm run doctor` and `check-auth`: starts the tool of that name with the operator's values, as a build reads them.
const [tool, ...words] = process.argv.slice(2);
await needReady();
const { createServer } = await import('vite');
const vite = await createServer({
  mode: 'production',
  server: { middlewareMode: true, ws: false },
  appType: 'custom',
  logLevel: 'error',
});
const { run } = await vite.ssrLoadModule(`/src/doctor/${tool}.ts`);
process.exitCode = await run(words);
await vite.close();
