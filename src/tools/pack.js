import { needReady } from '../build/ready.js';

// `npm run workbench:pack`: packs the workbench into one archive, for other apps.
await needReady();
const { createServer } = await import('vite');
const server = await createServer({
  server: { middlewareMode: true, ws: false },
  appType: 'custom',
  logLevel: 'error',
});
const { packWorkbench } = await server.ssrLoadModule('/src/workbench/pack/pack.ts');
console.info(`The workbench is packed: npx ${await packWorkbench('.workbench')} starts the inspector.`);
await server.close();
