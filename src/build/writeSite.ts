import { copyFileSync, cpSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { homePathOf } from '#domain/language';
import { buildFolderOf } from './bundle.ts';
import { bundleEarlyScript } from './early.ts';
import { createManifest, createPageFiles, listPictures } from './files.ts';
import { manifestPathOf, PICTURES_FOLDER, renderCommonHead, renderHomeHead, renderNotFoundHead } from './head.ts';
import { stylesOfLanguage } from './languageStyles.ts';
import { type CopyOfLanguage, hashContent } from './languages.ts';
import { connectHostsOf, createHeaders, createPolicy, formatPolicy } from './policy.ts';
import type { Page, RenderedHtml } from './prerender';
import { fillTemplate } from './renderPages.ts';
import { dateOfBuild } from './revision.ts';
import { hashSubresource } from './scriptIntegrity.ts';
import { formatSecurityText, SECURITY_PATH } from './securityText.ts';
import { writeFile } from './writeFile.ts';

export interface SiteParts {
  out: string;
  /** The page in each language, the first of them at `/`. */
  pages: [Page, ...Page[]];
  copies: CopyOfLanguage[];
  /** The paths of the scripts of the landing bundle, and of the wallet bundle. */
  landing: string[];
  wallet: string[];
}

type WriteAsset = Parameters<typeof stylesOfLanguage>[1];

/** Bundles the inline scripts of the HTML, and writes the files that those scripts load. */
async function writeEarlyScripts({ pages: [page], landing, wallet }: SiteParts, writeAsset: WriteAsset) {
  const preloader = await bundleEarlyScript('preload', {
    SCRIPTS: [...new Set([...landing, ...wallet]), '#page', '#dialogs'],
    SESSION: `${page.site.instanceId}.session`,
    LIST_SCRIPT: writeAsset('list', 'js', await bundleEarlyScript('list')),
  });
  const { dialog, alpha, loading } = page.sheets;
  const sheet = dialog + alpha + loading;
  const loader = await bundleEarlyScript('loader', {
    SCRIPTS: landing,
    DAMAGE_SCRIPT: writeAsset('damage', 'js', await bundleEarlyScript('damage')),
    SHEET: { href: writeAsset('dialogs', 'css', sheet), integrity: hashSubresource(sheet) },
  });
  return { preloader, loader };
}

/** Writes the pages and all files beside the scripts. Returns the headers of each path. */
export async function writeSite(parts: SiteParts) {
  const { out, pages, copies } = parts;
  const [page] = pages;
  const { site } = page;
  const writeAsset: WriteAsset = (name, extension, text) => {
    const file = `assets/${name}-${hashContent(text)}.${extension}`;
    writeFile(join(out, file), text);
    return `/${file}`;
  };
  // Removes the script elements, because `src/early/loader.ts` loads the scripts.
  const template = readFileSync(join(out, 'index.html'), 'utf8').replace(
    /<script type="module".*?<\/script>|<link rel="modulepreload".*?>|\s*\n\s*/g,
    '',
  );
  const { preloader, loader } = await writeEarlyScripts(parts, writeAsset);
  for (const name of listPictures(site.languages)) copyFileSync(join(PICTURES_FOLDER, name), join(out, name));
  for (const [name, text] of Object.entries(createPageFiles(page))) writeFile(join(out, name), text);
  if (site.security.contact) writeFile(join(out, SECURITY_PATH), formatSecurityText(site, dateOfBuild()));
  const icon = readFileSync(join(out, site.app.icon));
  const hosts = connectHostsOf(site);
  const allStyles: string[] = [];
  const allScripts = [preloader, loader];

  for (const [nth, page] of pages.entries()) {
    const { language } = page;
    const { files, map } = copies[nth]!;
    for (const { file, text } of Object.values(files)) writeFile(join(out, file), text);
    const own = stylesOfLanguage(language, writeAsset);
    const folder = join(out, homePathOf(language, site.languages));
    const write = (name: string, { html, styles }: RenderedHtml, scripts: string[], first: string, last: string) => {
      const rendered = { html, styles: [...styles, ...own] };
      const policy = createPolicy({ styles: rendered.styles, scripts, hosts });
      // Leaves out `frame-ancestors`, which browsers ignore in a <meta>, and the upgrade, because the page must also
      // work over http.
      const meta = formatPolicy(policy, ['frame-ancestors', 'upgrade-insecure-requests']);
      const end = scripts.map((script) => `<script type="module">${script}</script>`).join('');
      const filled = fillTemplate(template, page, first + renderCommonHead(page, rendered, meta) + last, rendered);
      const text = filled.replace('</body>', () => `${end}</body>`);
      writeFile(join(folder, name), text);
      allStyles.push(...rendered.styles);
    };
    allScripts.push(map);
    // An import map must come before the first module. Map and preloader stand before the policy in the <meta>, which
    // applies only to what follows it, so it needs no hashes of them.
    const first = `<script type="importmap">${map}</script><script type="module" async>${preloader}</script>`;
    write('index.html', page.home(), [loader], first, renderHomeHead(page));
    write('404.html', page.notFound(), [], '', renderNotFoundHead(page));
    writeFile(join(out, manifestPathOf(page)), createManifest(page, icon));
  }
  // Copies the font, to which no script refers, from the files of the prerendering.
  cpSync(join(buildFolderOf(out), 'assets'), join(out, 'assets'), { recursive: true });
  const [assets = [], wallets = []] = ['assets', 'wallets'].map((name) => readdirSync(join(out, name)).sort());
  return createHeaders({
    policy: createPolicy({ styles: allStyles, scripts: allScripts, hosts }),
    httpsOnly: site.httpsOnly,
    open: [...pages.map(manifestPathOf), site.app.icon],
    files: { assets, wallets },
    pages: Object.fromEntries(pages.map(({ language }) => [homePathOf(language, site.languages), language])),
  });
}
