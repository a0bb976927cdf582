import { resolve } from 'node:path';
import react from '@vitejs/plugin-react';
import { playwright } from '@vitest/browser-playwright';
import { defineConfig, type TestProjectConfiguration } from 'vitest/config';
import { listOldestBrowsers } from './src/build/floor.ts';
import { libraryOptions } from './src/build/libraries.ts';
import { sitePlugin } from './src/build/plugin.ts';
import { findEnvFolder, findSiteFile } from './src/build/siteFile.ts';
import { packageAliases, standInsPlugin } from './src/build/standIns.ts';
import { createLaunchOptions } from './tests/support/chromium.ts';
import { resolveTutorialFiles } from './tests/support/tutorial.ts';

/**
 * The modules that several scripts share, by output file. Each page's import map contains a hash for each file, so
 * modules that are always loaded together share a file.
 */
const SHARED = [
  { name: 'import', test: /vite\/preload-helper\.js$/ },
  {
    name: 'shared',
    test: /\/_esm\/.*\/(isAddress(Equal)?|withTimeout|stringify|createBatchScheduler|parseAccount|formatGwei|node|http)\.js$|\/domain\/transaction\.ts$|\/eventemitter3\/|\/wallets\/config\.ts$|\/build\/absent\.ts$/,
  },
  { name: 'recover', test: /\/_esm\/.*\/recoverAddress\.js$|\/@noble\/hashes\/esm\/(_md|sha2)\.js$/ },
  // Code of viem that reads from nodes and hashes messages. Visitors load it once they have connected.
  {
    name: 'chain',
    test: /\/viem\/_esm\/(.*\/)?(actions\/public\/call|encodeFunctionData|localBatchGatewayRequest|ccip|hashMessage|errors\/transaction|getAction)\.js$/,
  },
  { name: 'safe', test: /\/@safe-global\// },
  { name: 'receipt', test: /\/network\/(receipt|safeOutcome)\.ts$/ },
];

/** The `VITE_` variables of the operator's shell. Only the tests of the operator's own site may read them. */
const variablesOfShell = (): Record<string, string> => JSON.parse(process.env.SITE_VARIABLES ?? '{}');

/**
 * Makes tests use the sample site, so that an operator's changes don't break them. They read neither `src/site.ts`, nor
 * an `.env` file, nor the `VITE_` variables of the shell. The mode `draw` draws pictures of the operator's site. Vitest
 * loads this file again for its projects, in another mode, and the first choice stays.
 */
function chooseSite(mode: string) {
  process.env.SITE_FILE ??= resolve(mode === 'draw' ? 'src/site.ts' : 'tests/samples/site.ts');
  if (findEnvFolder()) return;
  const variables = Object.entries(process.env).filter(([name]) => name.startsWith('VITE_'));
  process.env.SITE_VARIABLES ??= JSON.stringify(Object.fromEntries(variables));
  for (const [name] of variables) delete process.env[name];
}

/** Tests of the operator's own site, with the values of `src/site.ts`. */
const thisSite = (): TestProjectConfiguration => ({
  extends: true,
  envDir: resolve('.'),
  resolve: { alias: [{ find: '#site', replacement: resolve('src/site.ts') }] },
  test: { name: 'site', include: ['tests/site/**/*.test.ts'], maxWorkers: 1, env: variablesOfShell() },
});

/** Tests without a browser. */
const units: TestProjectConfiguration = {
  extends: true,
  plugins: [resolveTutorialFiles()],
  test: {
    name: 'unit',
    include: [
      'tests/{{adapters,build,conventions,copy,doctor,domain,engine,flows,machines,mutate,presentations,server,support,traces,wallet}/**/*,workbench/*}.test.ts',
      'tests/trust/**/*.test.ts',
    ],
    // Shares a worker between files, because starting one takes longer than most files. So each file restores the
    // globals that it changes.
    isolate: false,
    setupFiles: 'tests/support/isolation.ts',
    // Runs no more workers, because each loads the libraries anew, and the tests of views run at the same time.
    maxWorkers: 2,
  },
};

/** Tests of the built site, in a real browser, under the production headers. */
const onThePage = (name: string): TestProjectConfiguration => ({
  extends: true,
  plugins: [resolveTutorialFiles()],
  test: {
    name,
    include: [`tests/${name}/**/*.test.ts`, `tests/workbench/${name}/**/*.test.ts`],
    // More workers than CI has cores, because a page often waits. Tests that measure times run alone.
    maxWorkers: { page: 3, gallery: 2 }[name] ?? 1,
    // Runs after the other projects, because these tests wait until the site is built.
    sequence: { groupOrder: 1 },
    // Shares one browser, and the loaded libraries, between all files of a worker.
    isolate: false,
    globalSetup: 'tests/support/setup.ts',
    setupFiles: 'tests/support/built.ts',
    testTimeout: 180_000,
  },
});

/** Tests of whole visits, in every browser engine that is installed. They build and serve a site of their own. */
const browsers: TestProjectConfiguration = {
  extends: true,
  test: {
    name: 'browsers',
    include: ['tests/browsers/**/*.test.ts'],
    maxWorkers: 1,
    testTimeout: 120_000,
  },
};

/** Tests of the web servers that are installed, with the configurations that `npm run hosts` writes. */
const hosts: TestProjectConfiguration = {
  extends: true,
  test: { name: 'hosts', include: ['tests/hosts/**/*.test.ts'], maxWorkers: 1 },
};

const tiers = (): TestProjectConfiguration[] => [
  units,
  thisSite(),
  {
    extends: true,
    resolve: {
      // `package.json` of @xstate/test names an entry for browsers that the package does not contain.
      alias: { '@xstate/test': resolve('node_modules/@xstate/test/dist/xstate-test.cjs.js') },
      // Uses the production builds of libraries, because the checks of their development builds take half of the time.
      conditions: ['module', 'browser', 'production'],
    },
    oxc: { jsx: { development: false, refresh: false } },
    optimizeDeps: {
      rolldownOptions: { transform: { define: { 'process.env.NODE_ENV': '"production"' } } },
      // Lists the libraries that Vite must bundle before a run. Otherwise, with an empty cache, Vite would reload the
      // page during it.
      include: [
        '@emotion/cache',
        '@emotion/react',
        '@emotion/react/jsx-runtime',
        '@emotion/styled',
        '@xstate/react',
        '@xstate/test',
        'react',
        'react-dom',
        'react-dom/client',
        'uqr',
        'vitest-browser-react/pure',
        'xstate',
        'xstate/graph',
      ],
    },
    test: {
      name: 'views',
      // The same number as for the project `unit`, because both projects run at the same time.
      maxWorkers: 2,
      include: ['tests/views/**/*.test.tsx'],
      setupFiles: 'tests/views/setup.ts',
      // Shares modules between files, because loading them anew would take a second for each file. So each file removes
      // its views.
      isolate: false,
      browser: {
        enabled: true,
        headless: true,
        fileParallelism: false,
        screenshotFailures: false,
        // Configures no browser for other commands, which also load this file.
        provider: playwright(process.env.VITEST ? { launchOptions: createLaunchOptions() } : {}),
        instances: [{ browser: 'chromium' }],
      },
    },
  },
  onThePage('page'),
];

export default defineConfig(({ mode, command }) => {
  if (process.env.VITEST) chooseSite(mode);
  // `src/build/ready.js` has checked that the variable `PORT` is a valid and free port.
  const port = process.env.VITEST ? '' : process.env.PORT?.trim();
  return {
    envDir: findEnvFolder(),
    // Excludes the entry from React's refresh, which would run it again and start the page a second time. So the page
    // reloads.
    plugins: [react({ refreshExclude: [/\/node_modules\//, /\/src\/main\.tsx$/] }), standInsPlugin(), sitePlugin()],
    optimizeDeps: process.env.VITEST ? { rolldownOptions: { plugins: [standInsPlugin()] } } : libraryOptions,
    publicDir: 'src/public',
    resolve: {
      alias: [
        // Chooses the site's values for servers and tests. In a build, `src/build/siteValues.ts` does that.
        ...(command === 'serve' ? [{ find: '#site', replacement: findSiteFile() }] : []),
        // `LANGUAGE=ar npm run dev` shows the page in Arabic, for example. A build contains all languages.
        ...(command === 'serve' && process.env.LANGUAGE
          ? [{ find: /^#copy\/(?!writer$)(\w+)$/, replacement: resolve(`src/copy/${process.env.LANGUAGE}/$1.ts`) }]
          : []),
        ...packageAliases,
      ],
    },
    build: {
      target: listOldestBrowsers(),
      // Needs no polyfill, because all supported browsers preload modules.
      modulePreload: { polyfill: false },
      assetsInlineLimit: 0,
      // Turns off warnings of large files, because operators can't shrink libraries. `tests/page/budget.test.ts` limits
      // the sizes.
      chunkSizeWarningLimit: Number.POSITIVE_INFINITY,
      rolldownOptions: {
        output: { codeSplitting: { groups: SHARED } },
        // Drops these packages, which Emotion needs only for class components with a theme. The site has none.
        treeshake: { moduleSideEffects: [{ test: /hoist-non-react-statics|react-is/, sideEffects: false }] },
      },
    },
    server: port ? { port: Number(port), strictPort: true } : {},
    preview: { host: '127.0.0.1', port: Number(port || 4173), strictPort: true },
    test: {
      // Sets generous limits, because a busy computer may pause a test for half a minute.
      testTimeout: 90_000,
      hookTimeout: 120_000,
      expect: { poll: { timeout: 45_000 } },
      // Loads style sheets. Vitest would otherwise replace them by empty ones, but tests of views and pictures need
      // them.
      css: true,
      projects:
        { browsers: [browsers], hosts: [hosts] }[mode] ??
        (['draw', 'gallery'].includes(mode) ? [onThePage(mode)] : tiers()),
      reporters: [
        'default',
        './tests/support/report.ts',
        ['junit', { outputFile: process.env.JUNIT_FILE ?? '.ci/report/junit.xml' }],
      ],
    },
  };
});
