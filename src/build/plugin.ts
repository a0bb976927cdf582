import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Plugin } from 'vite';
import { buildFolderOf, bundleListPathOf, describeScript, pathsOfBundle } from './bundle.ts';
import { lockFolder } from './claim.ts';
import { explainFailure } from './failure.ts';
import { readSiteVariables, writeIntegrity } from './integrity.ts';
import { bundleCopyForPage } from './languages.ts';
import { formatNotices, listPackages } from './licenses.ts';
import { formatHeadersFile, MAX_HEADER_RULES, POLICY_HEADER } from './policy.ts';
import { findSiteWarnings, requirePictures } from './remarks.ts';
import { importPages, PRERENDER_PATH } from './renderPages.ts';
import { commitOfBuild, dateOfBuild } from './revision.ts';
import { createSbom } from './sbom.ts';
import { addScriptIntegrity } from './scriptIntegrity.ts';
import { servePages } from './servePages.ts';
import { findSiteFile } from './siteFile.ts';
import { siteValuesPlugin, writeSiteModule } from './siteValues.ts';
import { writeFile } from './writeFile.ts';
import { type SiteParts, writeSite } from './writeSite.ts';

const DESCRIPTION = /\bdescription:\s*(['"])(?:\\.|(?!\1).)*\1,?/g;

function buildSite(): Plugin {
  let parts: SiteParts;
  let out: string;
  let headers: Awaited<ReturnType<typeof writeSite>>;

  return {
    name: 'site:build',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',

    config({ base = '/', build }) {
      // Only at the root do links and the URLs of dialogs work, because they begin with `/`.
      if (base !== '/')
        throw new Error(`The site must stand at the root of its host, not at ${base}: give it a host of its own.`);
      out = resolve(build?.outDir ?? 'dist');
      return {
        builder: { sharedConfigBuild: true },
        environments: {
          ssr: {
            input: resolve(`.${PRERENDER_PATH}`),
            build: { outDir: buildFolderOf(out), copyPublicDir: false, emitAssets: true },
          },
        },
      };
    },

    // Renders first, so that an invalid value in `src/site.ts` stops the build before it writes anything.
    async buildApp({ environments, config: { publicDir, env }, build }) {
      try {
        const release = lockFolder(out, `${buildFolderOf(out)}.lock`);
        await build(environments.ssr!);
        const pages = await importPages(buildFolderOf(out));
        const [page] = pages;
        requirePictures(page, publicDir);
        const [commit, date] = [commitOfBuild(), dateOfBuild()];
        for (const remark of findSiteWarnings(page, commit)) this.warn(remark);
        const copies = await Promise.all(pages.map(bundleCopyForPage));
        parts = { out, pages, copies, landing: [], wallet: [] };
        await build(environments.client!);
        const everywhere = headers['/*']!;
        everywhere[POLICY_HEADER] = addScriptIntegrity(out, everywhere[POLICY_HEADER]!);
        writeFile(join(out, '_headers'), formatHeadersFile(headers));
        const values = readSiteVariables(readFileSync(findSiteFile(), 'utf8'), env);
        // Runs last, because the list must contain the hashes of all files.
        writeIntegrity(out, { commit, date, values, headers });
        release();
      } catch (error) {
        throw explainFailure(error, out);
      }
    },

    // Removes descriptions of machines, which only developers read, and the values of the site that no script reads.
    transform: {
      filter: { id: /\/machines\/\w+\.ts$|\/src\/site\.ts(\?wallet)?$/ },
      handler(code, id) {
        const isSite = id.includes('/src/site.ts');
        return { code: isSite ? writeSiteModule(parts.pages[0], id) : code.replace(DESCRIPTION, ''), map: null };
      },
    },

    generateBundle(_, bundle) {
      const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
      parts.landing = pathsOfBundle(chunks, 'index.html');
      parts.wallet = pathsOfBundle(chunks, 'src/wallet.tsx');
      const [first] = parts.copies;
      const report = [
        // Lists the copy's files in the default language. Those in other languages have about the same size.
        ...chunks.map((chunk) => describeScript(chunk, first?.files)),
        ...parts.copies.flatMap(({ scripts }) => scripts),
      ];
      writeFile(bundleListPathOf(out), JSON.stringify(report));
      const packages = listPackages(report.flatMap(({ modules }) => Object.keys(modules)));
      const icons = readFileSync(join(this.environment.config.publicDir, 'wallets/LICENSE.txt'), 'utf8');
      this.emitFile({ type: 'asset', fileName: 'licenses.txt', source: formatNotices(packages, icons) });
      const lock = JSON.parse(readFileSync('package-lock.json', 'utf8'));
      this.emitFile({ type: 'asset', fileName: 'sbom.json', source: createSbom(packages, lock) });
    },

    async writeBundle() {
      headers = await writeSite(parts);
      if (Object.keys(headers).length > MAX_HEADER_RULES)
        this.warn(`_headers has more than ${MAX_HEADER_RULES} rules: Cloudflare Pages ignores the last of them.`);
    },
  };
}

export const sitePlugin = (): Plugin[] => [buildSite(), siteValuesPlugin(), servePages()];
