import { createHash } from 'node:crypto';
import { resolve } from 'node:path';
import type { Language } from '#domain/language';
import { textInLanguage } from '#domain/localized';
import type { BundledFile } from './bundleList.ts';
import { bytesByModule } from './chunks.ts';
import { bundleScript } from './early.ts';
import { textsByLanguage } from './operatorTexts.ts';
import type { Page } from './prerender';

/** The modules of the copy, by the file in which visitors get them. `served` is only in the HTML. */
const PARTS = {
  page: ['page', 'numbers'],
  dialogs: ['dialogs', 'names'],
  all: ['page', 'numbers', 'served', 'dialogs', 'names'],
};

/** The file that has a module of the copy: `#copy/numbers` is in `#page`. */
export const copyFileOf = (module: string) => (PARTS.dialogs.includes(module) ? '#dialogs' : '#page');

/** Returns eight characters of a hash of `content`, for the name of its file. */
export const contentHash = (content: string | Buffer) =>
  createHash('sha256').update(content).digest('base64url').slice(0, 8);

const ENTRY = 'virtual:copy';

/**
 * Bundles a part of the copy of one language. Scripts import that part by its name in the page's import map. `texts`
 * are the operator's, which are in the file of the page.
 */
export async function bundleCopy(language: Language, part: keyof typeof PARTS, texts: readonly string[] = []) {
  const own = texts.length ? [`export const texts = ${JSON.stringify(texts)};`] : [];
  const source = PARTS[part]
    .map((name) => `export * from '${resolve(`src/copy/${language}/${name}.ts`)}';`)
    .concat(own);
  const { code, modules } = await bundleScript(ENTRY, {
    plugins: [
      {
        name: 'site:copy',
        resolveId: (id) => (id === ENTRY ? `\0${ENTRY}` : null),
        load: (id) => (id === `\0${ENTRY}` ? source.join('\n') : null),
      },
    ],
  });
  return { code, modules: bytesByModule(modules) };
}

/** The files that differ by language, by the names that scripts import. */
export type LanguageFiles = Record<'#page' | '#dialogs' | '#list', { file: string; text: string }>;

/**
 * Names the files of a language. All names of a language share one hash, because hashes do not compress in the HTML.
 */
function languageFilesOf(language: Language, page: string, dialogs: string, list: string): LanguageFiles {
  const hash = contentHash(page + dialogs + list);
  const file = (name: string, extension: string, text: string) => ({
    file: `assets/${name}-${language}-${hash}.${extension}`,
    text,
  });
  return {
    '#page': file('page', 'js', page),
    '#dialogs': file('dialogs', 'js', dialogs),
    '#list': file('list', 'xml', list),
  };
}

/**
 * Returns the import map of a page. Only the map names files of a language, so that inline scripts are equal in all
 * languages.
 */
export const importMapOf = (files: LanguageFiles) =>
  JSON.stringify({ imports: Object.fromEntries(Object.entries(files).map(([name, { file }]) => [name, `/${file}`])) });

/** The files with the sentences of a language, and the scripts among them with their modules. */
export interface CopyOfLanguage {
  files: LanguageFiles;
  scripts: BundledFile[];
}

/**
 * Bundles the sentences of a page for scripts. `list` is the file with the wallet list that is shown before React runs.
 */
export async function bundleCopyOf({ language, site }: Page, list: string): Promise<CopyOfLanguage> {
  const texts = textsByLanguage(site).map((text) => textInLanguage(text, language));
  const [own, dialogs] = await Promise.all([bundleCopy(language, 'page', texts), bundleCopy(language, 'dialogs')]);
  const files = languageFilesOf(language, own.code, dialogs.code, list);
  const listed = ({ file }: { file: string }, modules: BundledFile['modules']): BundledFile => ({
    file,
    entry: false,
    imports: [],
    dynamicImports: [],
    modules,
  });
  return { files, scripts: [listed(files['#page'], own.modules), listed(files['#dialogs'], dialogs.modules)] };
}
