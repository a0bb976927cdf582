import { createServer } from 'vite';

// `npm run gallery`, `demo` and `inspector`: starts the tool of that name, which runs until Ctrl-C.
const vite = await createServer({
  server: { middlewareMode: true, ws: false },
  appType: 'custom',
  logLevel: 'error',
});
const { show } = await vite.ssrLoadModule(`/src/workbench/${process.argv[2]}/show.ts`);
await show();
await vite.close();
