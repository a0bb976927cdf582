import { copyFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Plugin } from 'vite';
import { drawPortraits } from '#build/files';
import { stylesOfLanguage } from '#build/languageStyles';
import { packageAliases } from '#build/standIns';
import { KNOWN_LANGUAGES, type Language } from '#domain/language';
import { PORTRAITS_PATH } from '#domain/portrait';
import { site } from '#site';
import { bundleScripts } from '../../src/workbench/serve/bundle.ts';

const COPY = /^#copy\/(page|numbers|served|dialogs|names)$/;
const LIVE = '\0live:';

/** Replaces the texts of `src/copy` by a version whose language can change at run time. */
const liveCopy = (): Plugin => ({
  name: 'looks:copy',
  enforce: 'pre',
  resolveId: (id) => (COPY.test(id) ? LIVE + COPY.exec(id)![1] : null),
  async load(id) {
    if (!id.startsWith(LIVE)) return null;
    const name = id.slice(LIVE.length);
    const names = Object.keys(await import(`../../src/copy/en/${name}.ts`)).join();
    return `import { watchCopy } from '${resolve('tests/looks/copies.ts')}';
export let ${names};
watchCopy('${name}', (exports) => ({ ${names} } = exports));`;
  },
});

/** Fonts in place of system fonts, which the packaged Chromium lacks. */
const FONTS = {
  'Noto Naskh Arabic UI': '@fontsource/noto-naskh-arabic/files/noto-naskh-arabic-arabic-400-normal.woff2',
  'Noto Nastaliq Urdu': '@fontsource/noto-nastaliq-urdu/files/noto-nastaliq-urdu-arabic-400-normal.woff2',
};

/** Writes the page around the scripts, with the styles of each language. */
function writePage(out: string) {
  const write = (name: string, text: string | Buffer) => writeFileSync(join(out, name), text);
  const urls = Object.entries(FONTS).map(([family, file], i) => {
    copyFileSync(resolve('node_modules', file), join(out, `font-${i}.woff2`));
    return [family, `url(font-${i}.woff2)`] as const;
  });
  const faces = urls.map(([family, url]) => `@font-face{font-family:"${family}";src:${url}}`);
  const writeAsset = (name: string, extension: string, content: string | Buffer) => {
    write(`${name}.${extension}`, content);
    return `${name}.${extension}`;
  };
  const styles = Object.keys(KNOWN_LANGUAGES).map((language) => {
    const css = stylesOfLanguage(language as Language, writeAsset).join('');
    return [language, urls.reduce((text, [family, url]) => text.replace(`local("${family}")`, url), css)];
  });
  write('_headers', '/*\n  X-Content-Type-Options: nosniff\n');
  write('404.html', '');
  write(PORTRAITS_PATH.slice(1), drawPortraits({ site }));
  write(
    'index.html',
    `<!doctype html><html><meta charset="utf-8"><meta name="viewport" content="width=device-width"><link rel="icon" href="data:,">
<style>html{overflow:hidden;block-size:100%}${faces.join('')}</style><div id="stage"></div>
<script type="application/json" id="styles">${JSON.stringify(Object.fromEntries(styles))}</script>
<script type="module" src="./stage.js"></script>`,
  );
}

/** Builds the page that shows the views in all their states into the folder `out`. */
export async function buildViewGallery(out: string) {
  const alias = [
    // The package.json of @xstate/test names a file for browsers that the package lacks.
    { find: '@xstate/test', replacement: resolve('node_modules/@xstate/test/dist/xstate-test.cjs.js') },
    { find: '#site', replacement: resolve('tests/samples/site.ts') },
  ];
  await bundleScripts(['tests/looks/stage.tsx'], out, {
    plugins: [liveCopy()],
    alias: [...alias, ...packageAliases],
  });
  writePage(out);
}
