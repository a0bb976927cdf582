import { needReady } from '../build/ready.js';

/** The usual port of each tool. */
const PORTS = { gallery: 4174, demo: 4175, inspector: 4176 };

// `npm run gallery`, `demo` and `inspector`: starts the tool of that name, which runs until Ctrl-C.
await needReady(PORTS[process.argv[2]]);
const { createServer } = await import('vite');
const vite = await createServer({
  server: { middlewareMode: true, ws: false },
  appType: 'custom',
  logLevel: 'error',
});
const { show } = await vite.ssrLoadModule(`/src/workbench/${process.argv[2]}/show.ts`);
await show();
await vite.close();
