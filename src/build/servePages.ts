import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Plugin } from 'vite';
import { createPageFiles } from './files.ts';
import { renderCommonHead, renderHomeHead } from './head.ts';
import { serveBuild } from './preview.ts';
import { fillTemplate, importPageFromServer, runnerOf } from './renderPages.ts';

const SHELL = '/src/tools/serveShell.ts';

/** The page in the workbench's frame loads these modules at once. Without that, one waits for the other. */
const FRAMED = ['/src/tools/page.ts', '/tests/samples/worlds.ts'];

const asksForWorkbench = (url: string) => /[?&]workbench\b/.test(url);

export const servePages = (): Plugin => ({
  name: 'site:serve',
  apply: 'serve',

  transformIndexHtml: {
    order: 'pre',
    async handler(template, { server, originalUrl = '/' }) {
      if (!server) return;
      const page = await importPageFromServer(server);
      const home = page.home();
      // Links the style sheets, because no script loads them in development. Vite replaces a changed one.
      const links = Object.keys(page.sheets).map(
        (name) => `<link rel="stylesheet" href="/src/views/styles/${name}.css">`,
      );
      const framed = asksForWorkbench(originalUrl) ? FRAMED.filter((path) => existsSync(`.${path}`)) : [];
      const scripts = framed.map((path) => `<script type="module" src="${path}"></script>`);
      const own = { ...home, styles: [page.rootProperties] };
      const head = `${renderCommonHead(page, own)}${renderHomeHead(page)}${[...links, ...scripts].join('')}`;
      return fillTemplate(template.replace('<html', '<html data-styled'), page, head, home);
    },
  },

  configureServer(server) {
    server.middlewares.use(async (request, response, next) => {
      const { url = '' } = request;
      if (!asksForWorkbench(url) && !url.startsWith('/@workbench/')) return next();
      try {
        const { answerWorkbenchRequest } = await runnerOf(server).import<typeof import('../tools/serveShell')>(SHELL);
        await answerWorkbenchRequest(request, response, next);
      } catch (error) {
        next(error);
      }
    });
    // Creates on request the pictures that a build writes.
    server.middlewares.use(async ({ url = '' }, response, next) => {
      if (!url.endsWith('.svg')) return next();
      const text = Object.entries(createPageFiles(await importPageFromServer(server))).find(
        ([name]) => name === url,
      )?.[1];
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
