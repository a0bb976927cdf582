import { copyFileSync, cpSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { homePathOf } from '#domain/language';
import { buildFolderOf } from './bundle.ts';
import { bundleEarly } from './early.ts';
import { manifestOf, pageFiles, picturesFor } from './files.ts';
import { commonHead, homeHead, manifestPath, notFoundHead, PICTURES } from './head.ts';
import { stylesOfLanguage } from './languageStyles.ts';
import { type CopyOfLanguage, contentHash } from './languages.ts';
import { connectHostsOf, createHeaders, createPolicy, policyText } from './policy.ts';
import type { Page, Rendered } from './prerender';
import { fillTemplate } from './renderPages.ts';
import { dateOfBuild } from './revision.ts';
import { subresourceHash } from './scriptIntegrity.ts';
import { SECURITY_PATH, securityText } from './securityText.ts';
import { writeFile } from './writeFile.ts';

/** The HTML, scripts and styles of which the build makes the pages. */
export interface SiteParts {
  /** The folder of the site. */
  out: string;
  /** The page in each language, the first of them at `/`. */
  pages: [Page, ...Page[]];
  copies: CopyOfLanguage[];
  /** The paths of the scripts of the landing bundle, and of the wallet bundle. */
  landing: string[];
  wallet: string[];
}

type WriteAsset = Parameters<typeof stylesOfLanguage>[1];

/** Returns the `index.html` that Vite has written, without its scripts, which `src/early/loader.ts` loads. */
const readTemplate = (out: string) =>
  readFileSync(join(out, 'index.html'), 'utf8').replace(
    /<script type="module".*?<\/script>|<link rel="modulepreload".*?>|\s*\n\s*/g,
    '',
  );

/** Bundles the inline scripts of the HTML, and writes the files that they load. */
async function writeEarlyScripts({ pages: [page], landing, wallet }: SiteParts, writeAsset: WriteAsset) {
  const preloader = await bundleEarly('preload', {
    SCRIPTS: [...new Set([...landing, ...wallet]), '#page', '#dialogs'],
    SESSION: `${page.site.instanceId}.session`,
    LIST_SCRIPT: writeAsset('list', 'js', await bundleEarly('list', {})),
  });
  const { dialog, alpha, loading } = page.sheets;
  const sheet = dialog + alpha + loading;
  const loader = await bundleEarly('loader', {
    SCRIPTS: landing,
    DAMAGE_SCRIPT: writeAsset('damage', 'js', await bundleEarly('damage', {})),
    SHEET: { href: writeAsset('dialogs', 'css', sheet), integrity: subresourceHash(sheet) },
  });
  return { preloader, loader };
}

/** Writes the files that are equal in all languages. */
function writeCommonFiles({ out, pages: [page] }: SiteParts) {
  for (const name of picturesFor(page.site.languages)) copyFileSync(join(PICTURES, name), join(out, name));
  for (const [name, text] of Object.entries(pageFiles(page))) writeFile(join(out, name), text);
  if (page.site.security.contact) writeFile(join(out, SECURITY_PATH), securityText(page.site, dateOfBuild()));
}

/** Writes the pages and all files beside the scripts. Returns the headers of each path. */
export async function writeSite(parts: SiteParts) {
  const { out, pages, copies } = parts;
  const { site } = pages[0];
  const writeAsset: WriteAsset = (name, extension, text) => {
    const file = `assets/${name}-${contentHash(text)}.${extension}`;
    writeFile(join(out, file), text);
    return `/${file}`;
  };
  const template = readTemplate(out);
  const { preloader, loader } = await writeEarlyScripts(parts, writeAsset);
  writeCommonFiles(parts);
  const icon = readFileSync(join(out, site.app.icon));
  const hosts = connectHostsOf(site);
  const allStyles: string[] = [];
  const allScripts = [preloader, loader];

  for (const [nth, page] of pages.entries()) {
    const { language } = page;
    const { files, map } = copies[nth]!;
    for (const { file, text } of Object.values(files)) writeFile(join(out, file), text);
    const own = stylesOfLanguage(language, writeAsset);
    const inLanguage = ({ html, styles }: Rendered) => ({ html, styles: [...styles, ...own] });
    const home = inLanguage(page.home());
    const notFound = inLanguage(page.notFound());
    allStyles.push(...home.styles, ...notFound.styles);
    allScripts.push(map);
    const head = (rendered: Rendered, scripts: string[]) => {
      const policy = createPolicy({ styles: rendered.styles, scripts, hosts });
      // In a <meta>, browsers ignore `frame-ancestors`. The page must also work over plain http.
      return commonHead(page, rendered, policyText(policy, ['frame-ancestors', 'upgrade-insecure-requests']));
    };
    // Browsers ignore a map after the first module. Both stand before the policy of the <meta>, which rules only what
    // follows: so it does without their hashes.
    const first = `<script type="importmap">${map}</script><script type="module" async>${preloader}</script>`;
    const start = fillTemplate(template, page, first + head(home, [loader]) + homeHead(page), home);
    const folder = join(out, homePathOf(language, site.languages));
    writeFile(
      join(folder, 'index.html'),
      start.replace('</body>', () => `<script type="module">${loader}</script></body>`),
    );
    const missing = fillTemplate(template, page, head(notFound, []) + notFoundHead(page), notFound);
    writeFile(join(folder, '404.html'), missing);
    writeFile(join(out, manifestPath(page)), manifestOf(page, icon));
  }
  // Copies the font, because only the HTML refers to it.
  cpSync(join(buildFolderOf(out), 'assets'), join(out, 'assets'), { recursive: true });
  const [assets = [], wallets = []] = ['assets', 'wallets'].map((name) => readdirSync(join(out, name)).sort());
  return createHeaders(
    createPolicy({ styles: allStyles, scripts: allScripts, hosts }),
    site.httpsOnly,
    [...pages.map(manifestPath), site.app.icon],
    { assets, wallets },
    Object.fromEntries(pages.map(({ language }) => [homePathOf(language, site.languages), language])),
  );
}
