import { createServer } from 'vite';

// `npm run gallery`: builds the pages of the machines and their stories, and serves them as a static host would.
const vite = await createServer({
  server: { middlewareMode: true, ws: false },
  appType: 'custom',
  logLevel: 'error',
});
const { showGallery } = await vite.ssrLoadModule('/src/workbench/gallery/show.ts');
await showGallery('.gallery');
await vite.close();
