import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Plugin } from 'vite';
import { createPageFiles } from './files.ts';
import { renderCommonHead, renderHomeHead } from './head.ts';
import { serveBuild } from './preview.ts';
import { fillTemplate, importPageFromServer, moduleRunnerOf } from './renderPages.ts';

const SHELL = '/src/tools/serveShell.ts';

/** Modules in the workbench's frame. A script element for each lets the browser load them in parallel. */
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
      // Links the style sheets, because no script imports them in development. Vite then replaces a changed one.
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
        const { answerWorkbenchRequest } =
          await moduleRunnerOf(server).import<typeof import('../tools/serveShell')>(SHELL);
        await answerWorkbenchRequest(request, response, next);
      } catch (error) {
        next(error);
      }
    });
    // Draws generated pictures on request. A build writes them as files.
    server.middlewares.use(async ({ url = '' }, response, next) => {
      if (!url.endsWith('.svg')) return next();
      const files: Record<string, string> = createPageFiles(await importPageFromServer(server));
      const text = files[url];
      if (text === undefined) return next();
      response.setHeader('Content-Type', 'image/svg+xml');
      response.end(text);
    });
  },

  // Reloads the page after a change of a module that runs only in prerendering. The browser can't update such a module.
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
