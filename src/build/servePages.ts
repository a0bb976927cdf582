import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Plugin } from 'vite';
import { pageFiles } from './files.ts';
import { commonHead, homeHead } from './head.ts';
import { serveBuild } from './preview.ts';
import { fillTemplate, renderedBy } from './renderPages.ts';

/** The HTML of the workbench, a development page that frames the site. */
const WORKBENCH =
  '<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Workbench</title><link rel="icon" href="data:,"></head><body><script type="module" src="/src/tools/shellPage.ts"></script></body></html>';

/** Whether `url` asks for the workbench, and not for the page in its frame. */
function isWorkbench(url: string) {
  const { pathname, searchParams } = new URL(url, 'http://localhost');
  return pathname === '/' && searchParams.has('workbench') && searchParams.get('workbench') !== 'page';
}

/** Renders the page on request in development, and serves a build as a host would. */
export const servePages = (): Plugin => ({
  name: 'site:serve',
  apply: 'serve',

  transformIndexHtml: {
    order: 'pre',
    async handler(template, { server, originalUrl = '/' }) {
      if (!server) return;
      if (isWorkbench(originalUrl)) return WORKBENCH;
      const page = await renderedBy(server);
      const home = page.home();
      // Links the style sheets, because no script loads them in development. Vite replaces a changed one.
      const links = Object.keys(page.sheets).map(
        (name) => `<link rel="stylesheet" href="/src/views/styles/${name}.css">`,
      );
      const own = { ...home, styles: [page.rootProperties] };
      const head = `${commonHead(page, own)}${homeHead(page)}${links.join('')}`;
      return fillTemplate(template.replace('<html', '<html data-styled'), page, head, home);
    },
  },

  // Creates on request the pictures that a build writes.
  configureServer(server) {
    server.middlewares.use(async ({ url = '' }, response, next) => {
      if (!url.endsWith('.svg')) return next();
      const text = Object.entries(pageFiles(await renderedBy(server))).find(([name]) => name === url)?.[1];
      if (text === undefined) return next();
      response.setHeader('Content-Type', 'image/svg+xml');
      response.end(text);
    });
  },

  // Most modules of the page run only in prerendering, so the browser cannot update them and reloads.
  hotUpdate({ file, modules }) {
    const unknown = this.environment.name === 'client' && modules.length === 0;
    if (unknown && file.includes('/src/')) this.environment.hot.send({ type: 'full-reload' });
  },

  configurePreviewServer({ config, middlewares }) {
    const dist = resolve(config.build.outDir);
    if (!existsSync(join(dist, '_headers'))) throw new Error('There is no build to serve: run `npm run build` first.');
    middlewares.use(serveBuild(dist));
  },
});
