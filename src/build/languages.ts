import { createHash } from 'node:crypto';
import { resolve } from 'node:path';
import type { Language } from '#domain/language';
import { chooseTranslation } from '#domain/localized';
import { describeScript } from './bundle.ts';
import { bundleScript } from './early.ts';
import { listTextsByLanguage } from './operatorTexts.ts';
import type { Page } from './prerender';

/** The modules of `src/copy/<language>` in each bundle. Visitors load `page` and `dialogs`, only the build `all`. */
const PARTS = {
  page: ['page', 'numbers'],
  dialogs: ['dialogs', 'names'],
  all: ['page', 'numbers', 'served', 'dialogs', 'names'],
};

/** Returns the bundle's name in the import map: `#page` contains `#copy/numbers`, for example. */
export const importNameOfCopyModule = (module: string) => (PARTS.dialogs.includes(module) ? '#dialogs' : '#page');

export const hashContent = (content: string | Buffer) =>
  createHash('sha256').update(content).digest('base64url').slice(0, 8);

const ENTRY = 'virtual:copy';

/** Scripts import the bundle by its name in the import map. It also exports `texts`, those of the operator. */
export function bundleCopy(language: Language, part: keyof typeof PARTS, texts: readonly string[] = []) {
  const own = texts.length ? [`export const texts = ${JSON.stringify(texts)};`] : [];
  const source = PARTS[part]
    .map((name) => `export * from '${resolve(`src/copy/${language}/${name}.ts`)}';`)
    .concat(own);
  return bundleScript(ENTRY, {
    plugins: [
      {
        name: 'site:copy',
        resolveId: (id) => (id === ENTRY ? `\0${ENTRY}` : null),
        load: (id) => (id === `\0${ENTRY}` ? source.join('\n') : null),
      },
    ],
  });
}

/** Only the page's import map names the files of a language, so that inline scripts are equal in all languages. */
export async function bundleCopyForPage({ language, site, list }: Page) {
  const texts = listTextsByLanguage(site).map((text) => chooseTranslation(text, language));
  const [page, dialogs] = await Promise.all([bundleCopy(language, 'page', texts), bundleCopy(language, 'dialogs')]);
  const served = list();
  // Puts one hash into all file names, because each further hash would make the compressed HTML longer.
  const hash = hashContent(page.code + dialogs.code + served);
  const nameOf = (file: string) => `assets/${file.replace('.', `-${language}-${hash}.`)}`;
  const files = {
    '#page': { file: nameOf('page.js'), text: page.code },
    '#dialogs': { file: nameOf('dialogs.js'), text: dialogs.code },
    '#list': { file: nameOf('list.xml'), text: served },
  };
  const scripts = [
    describeScript({ ...page, fileName: files['#page'].file, isEntry: false }),
    describeScript({ ...dialogs, fileName: files['#dialogs'].file, isEntry: false }),
  ];
  const imports = Object.fromEntries(Object.entries(files).map(([name, { file }]) => [name, `/${file}`]));
  return { files, scripts, map: JSON.stringify({ imports }) };
}

/** The files with the sentences of a language, by their names in the import map, and the scripts among them. */
export type CopyOfLanguage = Awaited<ReturnType<typeof bundleCopyForPage>>;
