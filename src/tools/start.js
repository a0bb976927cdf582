import { needReady } from '../build/ready.js';

/** The usual port of each tool. */
const PORTS = { gallery: 4174, demo: 4175, inspector: 4176 };

/** The script of each tool. */
const SCRIPTS = {
  gallery: '/src/tools/gallery/show.ts',
  demo: '/src/tools/demo/show.ts',
  inspector: '/src/workbench/inspector/show.ts',
};

// `npm run workbench:gallery`, `demo` and `inspector`: starts the tool of that name, which runs until Ctrl-C.
await needReady(PORTS[process.argv[2]]);
const { createServer } = await import('vite');
const vite = await createServer({
  server: { middlewareMode: true, ws: false },
  appType: 'custom',
  logLevel: 'error',
});
const { show } = await vite.ssrLoadModule(SCRIPTS[process.argv[2]]);
await show();
await vite.close();
