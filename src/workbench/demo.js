import { createServer } from 'vite';

// `npm run demo`: the page with a chain, a relay, a phone, a sign-in server and a wallet of this machine.
const vite = await createServer({
  server: { middlewareMode: true, ws: false },
  appType: 'custom',
  logLevel: 'error',
});
const { showDemo } = await vite.ssrLoadModule('/src/workbench/demo/show.ts');
await showDemo();
await vite.close();
