import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { RunnableDevEnvironment, ViteDevServer } from 'vite';
import { KNOWN_LANGUAGES, type Language } from '#domain/language';
import { createStacklessError } from './failure.ts';
import { bundleCopy } from './languages.ts';
import type { Page, RenderedHtml } from './prerender';
import { writeFile } from './writeFile.ts';

export const PRERENDER_PATH = '/src/build/prerender.tsx';
/** The import of texts in the prerendered page. The `package.json` of each language's folder maps it to them. */
export const SERVED_COPY_IMPORT = '#served-copy';

async function pageIn(language: Language, stage: string): Promise<Page> {
  const folder = join(stage, language);
  for (const name of readdirSync(stage).filter((name) => name.endsWith('.js')))
    writeFile(join(folder, name), readFileSync(join(stage, name), 'utf8'));
  writeFile(join(folder, 'copy.js'), (await bundleCopy(language, 'all')).code);
  const manifest = { type: 'module', imports: { [SERVED_COPY_IMPORT]: './copy.js' } };
  writeFile(join(folder, 'package.json'), JSON.stringify(manifest));
  // Adds a query, so that a second build in this process does not get the cached module.
  return (await import(`${pathToFileURL(join(folder, 'prerender.js')).href}?${Date.now()}`)).page;
}

/** @throws {Error} an error that names the invalid field of `src/site.ts` */
export async function importPages(stage: string) {
  try {
    const { languages } = (await pageIn('en', stage)).site;
    return (await Promise.all(languages.map((language) => pageIn(language, stage)))) as [Page, ...Page[]];
  } catch (error) {
    const { field, message } = error as Error & { field?: string };
    if (!field) throw error;
    throw createStacklessError(
      message.startsWith(field) ? `src/site.ts: ${message}` : `src/site.ts, ${field}: ${message}`,
    );
  }
}

export const moduleRunnerOf = ({ environments }: ViteDevServer) => (environments.ssr as RunnableDevEnvironment).runner;

export async function importPageFromServer(server: ViteDevServer) {
  const { page } = await moduleRunnerOf(server).import<{ page: Page }>(PRERENDER_PATH);
  return page;
}

export const fillTemplate = (template: string, { language }: Page, head: string, { html }: RenderedHtml) =>
  template
    .replace('lang="en" dir="ltr"', `lang="${language}" dir="${KNOWN_LANGUAGES[language].dir}"`)
    .replace('<!--head-->', () => head)
    .replace('<!--page-->', () => html);
