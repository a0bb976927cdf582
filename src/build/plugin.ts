import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build, type Plugin } from 'vite';
import { early } from './early.ts';
import { files } from './files.ts';
import { commonHead, homeHead, notFoundHead } from './head.ts';
import { headersFile, headersFor, policyFor, policyText } from './policy.ts';
import type { Page, Rendered } from './prerender';
import { serve } from './preview.ts';

const CACHE = resolve('node_modules/.cache/site');

/** Where the build writes which module went into which file. For the tests of the byte budget. */
export const BUNDLE = join(CACHE, 'bundle.json');

export interface BundledFile {
  file: string;
  entry: boolean;
  imports: string[];
  dynamicImports: string[];
  /** Minified bytes by module. */
  modules: Record<string, number>;
}

/** Renders the pages at build, writes the files beside them, and serves the result as a host would. */
export function site(): Plugin {
  let page: Page;
  let out = 'dist';

  return {
    name: 'site',
    apply: (_, { command, isPreview }) => command === 'build' || Boolean(isPreview),

    configResolved({ root, build }) {
      out = resolve(root, build.outDir);
    },

    // First of all, so that a bad value of `src/site.ts` stops the build before anything is written.
    async buildStart() {
      page = await loadPage().catch((error: Error & { field?: string }) =>
        this.error(error.field ? `src/site.ts, ${error.field}: ${error.message}` : error),
      );
      if (JSON.stringify(page.site).match(/example(\.com)?\b/))
        this.warn(
          'Sample content is in use: replace the links, the handle, the backer and the supporters in src/site.ts.',
        );
    },

    generateBundle(_, bundle) {
      const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
      const report: BundledFile[] = chunks.map(({ fileName, isEntry, imports, dynamicImports, modules }) => ({
        file: fileName,
        entry: isEntry,
        imports,
        dynamicImports,
        modules: Object.fromEntries(Object.entries(modules).map(([id, { renderedLength }]) => [id, renderedLength])),
      }));
      write(BUNDLE, JSON.stringify(report));
    },

    closeBundle() {
      const template = readFileSync(join(out, 'index.html'), 'utf8');
      const [tag, script] = /<script type="module"[^>]* src="([^"]+)"><\/script>/.exec(template) ?? [];
      if (!tag || !script) this.error('index.html has no entry script');

      const home = page.home();
      const notFound = page.notFound();
      const loader = early(script);
      const policy = policyFor({
        styles: [...home.styles, ...notFound.styles].map(({ css }) => css),
        scripts: [loader],
      });
      // A page cannot say in itself who may frame it; and it may be looked at over plain http.
      const inPage = policyText(policy, ['frame-ancestors', 'upgrade-insecure-requests']);
      const fill = (head: string, { html, styles }: Rendered, end: string) =>
        template
          .replace(tag, '')
          .replace(/\s*\n\s*/g, '')
          .replace('<!--head-->', () => commonHead(page, inPage, styles) + head)
          .replace('<!--page-->', () => html)
          .replace('</body>', () => `${end}</body>`);

      write(join(out, 'index.html'), fill(homeHead(page), home, `<script type="module">${loader}</script>`));
      write(join(out, '404.html'), fill(notFoundHead(page), notFound, ''));
      write(join(out, '_headers'), headersFile(headersFor(policy)));
      for (const [name, text] of Object.entries(files(page))) write(join(out, name), text);
    },

    configurePreviewServer({ middlewares }) {
      if (!existsSync(join(out, '_headers')))
        throw new Error('There is no build to serve yet: run `npm run build` first.');
      middlewares.use(serve(out));
    },
  };
}

/** Bundles the page for Node and loads it. Throws what `src/site.ts` throws. */
async function loadPage(): Promise<Page> {
  const outDir = join(CACHE, 'prerender');
  await build({
    configFile: false,
    logLevel: 'error',
    publicDir: false,
    oxc: { jsx: { runtime: 'automatic', importSource: '@emotion/react' } },
    build: { ssr: 'src/build/prerender.tsx', outDir, emptyOutDir: true },
  });
  const module = await import(`${pathToFileURL(join(outDir, 'prerender.js')).href}?${Date.now()}`);
  return module.page;
}

function write(file: string, text: string) {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}
