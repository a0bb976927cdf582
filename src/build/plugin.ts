import { copyFileSync, cpSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Plugin, RunnableDevEnvironment, ViteDevServer } from 'vite';
import { homeOf, LANGUAGES, type Language } from '#domain/language';
import { textIn } from '#domain/localized';
import { claimFolder } from './claim.ts';
import { shortenClassesOf } from './classNames.ts';
import { bundleEarly } from './early.ts';
import { explainFailure } from './failure.ts';
import { pageFiles as filesBeside, manifestOf, picturesFor } from './files.ts';
import { commonHead, FILES, hasPicture, homeHead, manifestPath, notFoundHead, PICTURES } from './head.ts';
import { inlined } from './inline.ts';
import { valuesOf, writeIntegrity } from './integrity.ts';
import { stylesOfLanguage } from './languageStyles.ts';
import { bundleCopy, contentHash, copyFileOf, importMapOf, type LanguageFiles, languageFilesOf } from './languages.ts';
import { noticesOf, packagesOf } from './licenses.ts';
import { fieldsWithoutText, moduleOf, textsByLanguage } from './operatorTexts.ts';
import { headersFile, headersFor, hostsOf, MAX_HEADER_RULES, POLICY, policyFor, policyText } from './policy.ts';
import type { Page, Rendered } from './prerender';
import { serveBuild } from './preview.ts';
import { commitOfBuild, dateOfBuild } from './revision.ts';
import { samplesIn } from './samples.ts';
import { sbomOf } from './sbom.ts';
import { addScriptIntegrity } from './scriptIntegrity.ts';
import { SECURITY_PATH, securityText } from './securityText.ts';
import { servedListOf } from './servedList.ts';
import { siteFilePath } from './siteFile.ts';
import { missingIcons } from './walletIcons.ts';

const isClient = ({ name }: { name: string }) => name === 'client';

const PRERENDER = '/src/build/prerender.tsx';
/** The name by which the prerendered page imports its copy. Each language has a folder with a copy of its own. */
const SERVED_COPY = '#served-copy';

/** Values of the site that are only in the HTML. */
const SERVED = new Set(['backer', 'supporters', 'url', 'httpsOnly', 'security', 'litepaper', 'theme']);

/** The site's values for modules of the wallet bundle. Other modules get only `control` of `site.wallet`. */
const WALLET_SITE = '/src/site.ts?wallet';
const WALLET_MODULE = /\/src\/(adapters\/(dialogs|network|verifier|wallets)|views\/wallet)\//;
const WALLET_VALUE = /\bsite\.wallet\b(?!\.control\b)/;

const DESCRIPTION = /\bdescription:\s*(['"])(?:\\.|(?!\1).)*\1,?/g;

/** An import of another script of the build, and the function that tells `src/early/loader.ts` that it has failed. */
const DYNAMIC_IMPORT = /\bimport\([`"']\.\/[\w.-]+\.js[`"']\)/g;
const TELL_FAILURE = 'e=>{throw dispatchEvent(new Event("scripterror")),e}';

/** Returns the folder for files of a build into `out` that are not served. It differs, so builds may run at once. */
const backstage = (out: string) => resolve('node_modules/.cache/site', `${basename(out)}.build`);

/** Returns the path of the list of all modules in a build into `out`, which the tests of the byte budget read. */
export const bundleListPath = (out: string) => join(backstage(out), 'bundle.json');

export interface BundledFile {
  file: string;
  entry: boolean;
  imports: string[];
  dynamicImports: string[];
  /** Bytes before minification, by module. */
  modules: Record<string, number>;
}

async function renderedBy({ environments }: ViteDevServer) {
  const { page } = await (environments.ssr as RunnableDevEnvironment).runner.import<{ page: Page }>(PRERENDER);
  return page;
}

const fill = (template: string, { language }: Page, head: string, { html }: Rendered) =>
  template
    .replace('lang="en" dir="ltr"', `lang="${language}" dir="${LANGUAGES[language].dir}"`)
    .replace('<!--head-->', () => head)
    .replace('<!--page-->', () => html);

/** Imports the prerendered page in one language from the folder `stage`. */
async function pageIn(language: Language, stage: string): Promise<Page> {
  const folder = join(stage, language);
  for (const name of readdirSync(stage).filter((name) => name.endsWith('.js')))
    write(join(folder, name), readFileSync(join(stage, name), 'utf8'));
  write(join(folder, 'copy.js'), (await bundleCopy(language, 'all')).code);
  write(join(folder, 'package.json'), JSON.stringify({ type: 'module', imports: { [SERVED_COPY]: './copy.js' } }));
  // The query avoids the module cache, because one process may build several sites.
  return (await import(`${pathToFileURL(join(folder, 'prerender.js')).href}?${Date.now()}`)).page;
}

/** Renders the pages, writes the files beside them, and serves the result as a host would. */
export function sitePlugin(): Plugin[] {
  /** The page in each language, and the first of them for all that is equal. */
  let pages: Page[];
  let page: Page;
  /** The sentences of each language for scripts. */
  let copies: { files: LanguageFiles; modules: Record<'#page' | '#dialogs', BundledFile['modules']> }[];
  /** Shortens the class names of the start page in HTML, CSS and scripts. */
  let shorten: (text: string) => string;
  let out: string;
  /** The files of the wallet bundle, beside the page's own script. */
  let walletFiles: string[];
  let headers: ReturnType<typeof headersFor>;

  return [
    {
      name: 'site:build',
      apply: 'build',
      applyToEnvironment: isClient,

      config({ base = '/', build }) {
        // Links and the URLs of dialogs begin at the root, and would be wrong elsewhere.
        if (base !== '/')
          throw new Error(`The site must stand at the root of its host, not at ${base}: give it a host of its own.`);
        out = resolve(build?.outDir ?? 'dist');
        return {
          builder: { sharedConfigBuild: true },
          environments: {
            ssr: {
              input: resolve(`.${PRERENDER}`),
              build: { outDir: backstage(out), copyPublicDir: false, emitAssets: true },
            },
          },
        };
      },

      // Renders first, so that an invalid value in `src/site.ts` stops the build before it writes anything.
      async buildApp({ environments, config: { publicDir, env }, build }) {
        try {
          const release = claimFolder(out, `${backstage(out)}.lock`);
          await build(environments.ssr!);
          const render = async () => {
            page = await pageIn('en', backstage(out));
            pages = await Promise.all(page.site.languages.map((language) => pageIn(language, backstage(out))));
            page = pages[0]!;
          };
          await render().catch((error: Error & { field?: string }) => {
            const { field, message } = error;
            if (!field) this.error(error);
            this.error(message.startsWith(field) ? `src/site.ts: ${message}` : `src/site.ts, ${field}: ${message}`);
          });
          for (const language of page.site.languages) {
            if (!LANGUAGES[language].reviewed)
              this.warn(`${language} has been read by no native speaker. See LANGUAGES in src/domain/language.ts.`);
            const missing = fieldsWithoutText(language, page.site);
            if (missing.length)
              this.warn(
                `src/site.ts has no text in ${language} for ${missing.join(', ')}, so the page shows another language's.`,
              );
            if (!hasPicture(language))
              this.warn(`${language} has no preview picture, so it shows the English one: run \`npm run draw\`.`);
          }
          shorten = shortenClassesOf([...page.home().styles, page.sheet]);
          copies = await Promise.all(
            pages.map(async (page) => {
              const { language } = page;
              const texts = textsByLanguage(page.site).map((text) => textIn(text, language));
              const [own, dialogs] = await Promise.all([
                bundleCopy(language, 'page', texts),
                bundleCopy(language, 'dialogs'),
              ]);
              const files = languageFilesOf(language, own.code, dialogs.code, servedListOf(page, shorten));
              return { files, modules: { '#page': own.modules, '#dialogs': dialogs.modules } };
            }),
          );
          const [missing] = missingIcons(page.site, page.catalogue, (path) => existsSync(join(publicDir, path)));
          if (missing) this.error(`src/domain/catalogue.ts: ${missing}`);
          const { icon } = page.site.app;
          if (![...picturesFor(page.site.languages), FILES.icon].includes(icon) && !existsSync(join(publicDir, icon)))
            this.error(`src/site.ts, app.icon: ${icon} is missing: add src/public${icon}, or name another file.`);
          const untranslated = page.site.languages.filter((language) => language !== 'en');
          if (page.site.product !== 'borrow' && untranslated.length)
            this.warn(
              `src/site.ts, languages: ${untranslated.join(', ')} have no words for "${page.site.product}", and speak of borrowing: write them into src/copy, or take these languages out.`,
            );
          const samples = samplesIn(page.site);
          if (samples.length) this.warn(`Sample content is in use. See src/site.ts: ${samples.join(', ')}.`);
          if (page.isTrial)
            this.warn(
              'The default WalletConnect project id is for trying out only: set VITE_WALLETCONNECT_PROJECT_ID.',
            );
          const { total, allocated, min } = page.site.allocation;
          if (total - allocated < min)
            this.warn('Nobody can join: less of the allocation is left than one may ask for.');
          if (!page.site.security.contact)
            this.warn('Nobody can report a vulnerability in private: set security.contact in src/site.ts.');
          const [commit, date] = [commitOfBuild(), dateOfBuild()];
          if (!commit)
            this.warn('The build is of no commit, so nobody can check it: build a clone, or set SOURCE_COMMIT.');
          await build(environments.client!);
          const everywhere = headers['/*']!;
          everywhere[POLICY] = addScriptIntegrity(out, everywhere[POLICY]!);
          write(join(out, '_headers'), headersFile(headers));
          // Last, so that no file is missing in the list.
          writeIntegrity(out, { commit, date, values: valuesOf(readFileSync(siteFilePath(), 'utf8'), env), headers });
          release();
        } catch (error) {
          throw explainFailure(error, out);
        }
      },

      // The HTML contains the styles or links to them, so scripts contain neither them nor code that inserts them.
      load: {
        filter: { id: /\.(styles|later)\.ts$/ },
        handler(id) {
          const elements = page.classes[id.replace(this.environment.config.root, '')] ?? [];
          const made = elements.map(
            ({ name, tag, className }) => `export const ${name} = classed('${tag}', '${className}');`,
          );
          return shorten([`import { classed } from '/src/views/classed.ts';`, ...made].join('\n'));
        },
      },

      // Removes the descriptions of machines, which are for developers, and the values of the site that no script reads.
      transform: {
        filter: { id: /\/machines\/\w+\.ts$|\/src\/site\.ts(\?wallet)?$/ },
        handler(code, id) {
          if (!id.includes('/src/site.ts')) return { code: code.replace(DESCRIPTION, ''), map: null };
          const read = Object.fromEntries(Object.entries(page.site).filter(([field]) => !SERVED.has(field)));
          const { control } = page.site.wallet;
          const values = id.endsWith(WALLET_SITE) ? read : { ...read, wallet: { control } };
          return { code: moduleOf(values, textsByLanguage(page.site)), map: null };
        },
      },

      generateBundle(_, bundle) {
        const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
        /** Names of the import map begin with `#`. */
        const isChunk = (name: string) => !name.startsWith('#');
        const chunkOf = (name: string) => chunks.find(({ fileName }) => fileName === name);
        /** The function that Vite wraps around `import()`. It is smaller than its hash would be in the page. */
        const helper = chunks.find(({ name }) => name === 'import')?.fileName;
        for (const chunk of chunks) {
          const isInlined = (name: string) => isChunk(name) && (chunk.isEntry || name === helper);
          for (const name of chunk.imports.filter(isInlined))
            chunk.code = inlined(chunk.code, basename(name), chunkOf(name)?.code ?? '');
          chunk.imports = chunk.imports.filter((name) => !isInlined(name));
        }
        if (helper) {
          delete bundle[helper];
          chunks.splice(
            chunks.findIndex(({ fileName }) => fileName === helper),
            1,
          );
        }
        // The page checks the scripts if one does not load.
        for (const chunk of chunks) chunk.code = chunk.code.replace(DYNAMIC_IMPORT, `$&.catch(${TELL_FAILURE})`);
        // A lazily loaded script imports all scripts that its imports import, so that all load at once. These imports
        // come last, so that the order of execution stays the same.
        const lazy = new Set(chunks.flatMap(({ dynamicImports }) => dynamicImports));
        for (const chunk of chunks.filter(({ fileName }) => lazy.has(fileName))) {
          const all = new Set(chunk.imports);
          for (const name of all) {
            for (const next of chunkOf(name)?.imports ?? []) all.add(next);
            if (!chunk.imports.includes(name)) chunk.code += `import"${isChunk(name) ? `./${basename(name)}` : name}";`;
          }
          if (chunk.facadeModuleId?.endsWith('/src/wallet.tsx'))
            walletFiles = [chunk.fileName, ...all].filter((name) => isChunk(name) && !chunkOf(name)?.isEntry);
        }
        const [copy] = copies;
        const report: BundledFile[] = chunks.map(({ fileName, isEntry, imports, dynamicImports, modules }) => ({
          file: fileName,
          entry: isEntry,
          // The files of the default language count for all: each language has its own.
          imports: imports.map((name) => copy?.files[name as '#page' | '#dialogs']?.file ?? name),
          dynamicImports,
          modules: Object.fromEntries(Object.entries(modules).map(([id, { renderedLength }]) => [id, renderedLength])),
        }));
        for (const { files, modules } of copies)
          for (const name of ['#page', '#dialogs'] as const)
            report.push({
              file: files[name].file,
              entry: false,
              imports: [],
              dynamicImports: [],
              modules: modules[name],
            });
        write(bundleListPath(out), JSON.stringify(report));
        const packages = packagesOf(report.flatMap(({ modules }) => Object.keys(modules)));
        const icons = readFileSync(join(this.environment.config.publicDir, 'wallets/LICENSE.txt'), 'utf8');
        this.emitFile({ type: 'asset', fileName: 'licenses.txt', source: noticesOf(packages, icons) });
        const lock = JSON.parse(readFileSync('package-lock.json', 'utf8'));
        this.emitFile({ type: 'asset', fileName: 'sbom.json', source: sbomOf(packages, lock) });
      },

      async writeBundle() {
        /** Writes a file under a name with a hash of its content, and returns its path. */
        const writeAsset = (name: string, extension: string, text: string | Buffer) => {
          const file = `assets/${name}-${contentHash(text)}.${extension}`;
          write(join(out, file), text);
          return `/${file}`;
        };
        const source = readFileSync(join(out, 'index.html'), 'utf8');
        const [tag, script] = /<script type="module"[^>]* src="([^"]+)"><\/script>/.exec(source) ?? [];
        if (!tag || !script) this.error('index.html has no entry script');
        const template = source.replace(tag, '').replace(/\s*\n\s*/g, '');

        const preloader = await bundleEarly('preload', {
          SCRIPTS: [script, ...walletFiles.map((name) => `/${name}`), '#page', '#dialogs'],
          SESSION: `${page.site.instanceId}.session`,
          LIST_SCRIPT: writeAsset('list', 'js', await bundleEarly('list', {})),
        });
        const loader = await bundleEarly('loader', {
          SCRIPT: script,
          DAMAGE_SCRIPT: writeAsset('damage', 'js', await bundleEarly('damage', {})),
          SHEET: writeAsset('page', 'css', shorten(page.sheet)),
        });
        const hosts = hostsOf(page.site);
        const policyOf = (styles: string[], scripts: string[]) => policyFor({ styles, scripts, hosts });
        for (const name of picturesFor(page.site.languages)) copyFileSync(join(PICTURES, name), join(out, name));
        for (const [name, text] of Object.entries(filesBeside(page))) write(join(out, name), text);
        if (page.site.security.contact) write(join(out, SECURITY_PATH), securityText(page.site, dateOfBuild()));
        const icon = readFileSync(join(out, page.site.app.icon));
        const [allStyles, allScripts]: [string[], string[]] = [[], [preloader, loader]];

        for (const [nth, page] of pages.entries()) {
          const { language } = page;
          const { files } = copies[nth]!;
          for (const { file, text } of Object.values(files)) write(join(out, file), text);
          const own = stylesOfLanguage(language, writeAsset);
          const shortened = ({ html, styles }: Rendered) => ({
            html: shorten(html),
            styles: [...styles.map(shorten), ...own],
          });
          const home = shortened(page.home());
          const notFound = shortened(page.notFound());
          const map = importMapOf(files);
          allStyles.push(...home.styles, ...notFound.styles);
          allScripts.push(map);
          // In a <meta>, browsers ignore `frame-ancestors`. The page must also work over plain http.
          const head = (rendered: Rendered, scripts: string[]) =>
            commonHead(
              page,
              rendered,
              policyText(policyOf(rendered.styles, scripts), ['frame-ancestors', 'upgrade-insecure-requests']),
            );
          // Browsers ignore a map after the first module. Both stand before the policy of the <meta>, which rules only what
          // follows: so it does without their hashes.
          const first = `<script type="importmap">${map}</script><script type="module" async>${preloader}</script>`;
          const start = fill(template, page, first + head(home, [loader]) + homeHead(page), home);
          const folder = join(out, homeOf(language, page.site.languages));
          write(
            join(folder, 'index.html'),
            start.replace('</body>', () => `<script type="module">${loader}</script></body>`),
          );
          write(join(folder, '404.html'), fill(template, page, head(notFound, []) + notFoundHead(page), notFound));
          write(join(out, manifestPath(page)), manifestOf(page, icon));
        }
        const policy = policyOf(allStyles, allScripts);
        // Copies the font, because only the HTML refers to it.
        cpSync(join(backstage(out), 'assets'), join(out, 'assets'), { recursive: true });
        const [assets = [], wallets = []] = ['assets', 'wallets'].map((name) => readdirSync(join(out, name)).sort());
        headers = headersFor(
          policy,
          page.site.httpsOnly,
          [...pages.map(manifestPath), page.site.app.icon],
          { assets, wallets },
          Object.fromEntries(pages.map(({ language, site }) => [homeOf(language, site.languages), language])),
        );
        if (Object.keys(headers).length > MAX_HEADER_RULES)
          this.warn(`_headers has more than ${MAX_HEADER_RULES} rules: Cloudflare Pages ignores the last of them.`);
      },
    },
    {
      name: 'site:values',
      apply: 'build',
      enforce: 'pre',

      resolveId: {
        filter: { id: /^#(site|copy\/(?!writer)\w+)$/ },
        handler(name, importer = '') {
          if (name !== '#site')
            return {
              id: isClient(this.environment) ? copyFileOf(name.replace('#copy/', '')) : SERVED_COPY,
              external: true,
            };
          if (!isClient(this.environment)) return siteFilePath();
          return WALLET_MODULE.test(importer) ? resolve(`.${WALLET_SITE}`) : null;
        },
      },
      transform: {
        filter: { id: /\/src\/(?!build\/).*\.tsx?$/, code: "from '#site'" },
        handler(code, id) {
          if (!WALLET_MODULE.test(id) && WALLET_VALUE.test(code))
            this.error(`${id}: only modules of the wallet bundle can read this value of site.wallet.`);
        },
      },
    },
    {
      name: 'site:serve',
      apply: 'serve',

      transformIndexHtml: {
        order: 'pre',
        async handler(template, { server }) {
          if (!server) return;
          const page = await renderedBy(server);
          const home = page.home();
          return fill(template, page, commonHead(page, home) + homeHead(page), home);
        },
      },

      // Creates on request the pictures that a build writes.
      configureServer(server) {
        server.middlewares.use(async ({ url = '' }, response, next) => {
          if (!url.endsWith('.svg')) return next();
          const text = Object.entries(filesBeside(await renderedBy(server))).find(([name]) => name === url)?.[1];
          if (text === undefined) return next();
          response.setHeader('Content-Type', 'image/svg+xml');
          response.end(text);
        });
      },

      // Most of the page is only HTML, whose modules the browser does not know. So it reloads.
      hotUpdate({ file, modules }) {
        const unknown = this.environment.name === 'client' && modules.length === 0;
        if (unknown && file.includes('/src/')) this.environment.hot.send({ type: 'full-reload' });
      },

      configurePreviewServer({ config, middlewares }) {
        const dist = resolve(config.build.outDir);
        if (!existsSync(join(dist, '_headers')))
          throw new Error('There is no build to serve: run `npm run build` first.');
        middlewares.use(serveBuild(dist));
      },
    },
  ];
}

function write(file: string, text: string | Buffer) {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}
