import { resolve } from 'node:path';
import react from '@vitejs/plugin-react';
import { playwright } from '@vitest/browser-playwright';
import { defineConfig, type TestProjectConfiguration } from 'vitest/config';
import { oldestBrowsers } from './src/build/floor.ts';
import { sitePlugin } from './src/build/plugin.ts';
import { envDir, siteFilePath } from './src/build/siteFile.ts';
import { packageAliases, standIns } from './src/build/standIns.ts';
import { launchOptions } from './tests/support/chromium.ts';
import { resolveTutorialFiles } from './tests/support/tutorial.ts';

/**
 * The modules that parts share, by file. Each file costs every visitor the bytes of its hash in the page, so what is always
 * loaded together is one file. A library that requires the CommonJS half of viem has it in a file of its own.
 */
const SHARED = [
  // Vite's function around `import()`, which would else be in a file of the wallet bundle.
  { name: 'import', test: /vite\/preload-helper\.js$/ },
  {
    name: 'shared',
    test: /\/_esm\/.*\/(isAddress(Equal)?|withTimeout|stringify|createBatchScheduler|parseAccount|formatGwei|node|http)\.js$|\/domain\/transaction\.ts$|\/eventemitter3\/|\/wallets\/config\.ts$|\/build\/absent\.ts$/,
  },
  { name: 'recover', test: /\/_esm\/.*\/recoverAddress\.js$|\/@noble\/hashes\/esm\/(_md|sha2)\.js$/ },
  // Reads from the node, and signs. Visitors load it once they have connected.
  {
    name: 'chain',
    test: /\/viem\/_esm\/(.*\/)?(actions\/public\/call|encodeFunctionData|localBatchGatewayRequest|ccip|hashMessage|errors\/transaction|getAction)\.js$/,
  },
  { name: 'safe', test: /\/@safe-global\// },
  { name: 'receipt', test: /\/network\/(receipt|safeOutcome)\.ts$/ },
];

/** Tests that take their variables from the operator's shell: all others take none from there. */
const variablesOfShell = (): Record<string, string> => JSON.parse(process.env.SITE_VARIABLES ?? '{}');

/**
 * Has tests run on the sample site, so that they hold for any change by an operator. They read neither `src/site.ts`, nor an
 * `.env` file, nor the `VITE_` variables of the shell. Pictures are drawn of the operator's site. Projects are configured in the
 * same process, in another mode: the first choice holds.
 */
function chooseSite(mode: string) {
  process.env.SITE_FILE ??= resolve(mode === 'draw' ? 'src/site.ts' : 'tests/samples/site.ts');
  if (envDir()) return;
  const variables = Object.entries(process.env).filter(([name]) => name.startsWith('VITE_'));
  process.env.SITE_VARIABLES ??= JSON.stringify(Object.fromEntries(variables));
  for (const [name] of variables) delete process.env[name];
}

/** Tests of this very site, as its operator has it. */
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
    // To begin anew takes longer than most of these files: each leaves the world as it found it.
    isolate: false,
    setupFiles: ['tests/support/loopback.ts', 'tests/support/globals.ts'],
    // Each worker loads the libraries anew, and meanwhile a browser has the views.
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
    // More than there are cores, of which there are two: a page waits now and then, and then another goes on. Times are
    // measured where nothing else is done.
    maxWorkers: { page: 3, gallery: 2 }[name] ?? 1,
    // After the others: these wait for the site to be built.
    sequence: { groupOrder: 1 },
    // A browser, and the libraries of the tests, once for all files.
    isolate: false,
    globalSetup: 'tests/support/setup.ts',
    setupFiles: 'tests/support/built.ts',
    testTimeout: 180_000,
  },
});

/** Whole journeys in every engine that is installed. They build and serve a site of their own. */
const browsers: TestProjectConfiguration = {
  extends: true,
  test: {
    name: 'browsers',
    include: ['tests/browsers/**/*.test.ts'],
    maxWorkers: 1,
    testTimeout: 120_000,
  },
};

/** Web servers that are installed, with the configurations that `npm run hosts` writes. They serve a site of their own. */
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
      // The package's entry for browsers is a file that it does not contain.
      alias: { '@xstate/test': resolve('node_modules/@xstate/test/dist/xstate-test.cjs.js') },
      // Libraries as visitors get them: what they check besides for developers takes half of the time.
      conditions: ['module', 'browser', 'production'],
    },
    oxc: { jsx: { development: false, refresh: false } },
    optimizeDeps: {
      rolldownOptions: { transform: { define: { 'process.env.NODE_ENV': '"production"' } } },
      // Named, so that a cold cache does not reload the page in the middle of a run.
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
      // As those that have their turn with it.
      maxWorkers: 2,
      include: ['tests/views/**/*.test.tsx'],
      setupFiles: 'tests/views/setup.ts',
      // Each file removes its views. To load everything anew for each takes a second.
      isolate: false,
      browser: {
        enabled: true,
        headless: true,
        fileParallelism: false,
        screenshotFailures: false,
        // Only the tests need a browser, and only they should look for one.
        provider: playwright(process.env.VITEST ? { launchOptions: launchOptions() } : {}),
        instances: [{ browser: 'chromium' }],
      },
    },
  },
  onThePage('page'),
];

export default defineConfig(({ mode, command }) => {
  if (process.env.VITEST) chooseSite(mode);
  // `src/build/ready.js` has checked it.
  const port = process.env.VITEST ? '' : process.env.PORT?.trim();
  return {
    envDir: envDir(),
    plugins: [react(), standIns(), sitePlugin()],
    // The development server bundles libraries apart from the page.
    optimizeDeps: { rolldownOptions: { plugins: [standIns()] } },
    publicDir: 'src/public',
    resolve: {
      alias: [
        // A build writes the values into `src/site.ts` itself.
        ...(command === 'serve' ? [{ find: '#site', replacement: siteFilePath() }] : []),
        // `LANGUAGE=ar npm run dev` shows another language. A build has all of them.
        ...(command === 'serve' && process.env.LANGUAGE
          ? [{ find: /^#copy\/(?!writer$)(\w+)$/, replacement: resolve(`src/copy/${process.env.LANGUAGE}/$1.ts`) }]
          : []),
        ...packageAliases,
      ],
    },
    build: {
      target: oldestBrowsers(),
      // The plugin makes each lazy script import all that it needs. Vite's helper would cost every visitor more bytes.
      modulePreload: false,
      assetsInlineLimit: 0,
      // An operator can't make libraries smaller. tests/page/budget.test.ts holds the sizes.
      chunkSizeWarningLimit: Number.POSITIVE_INFINITY,
      rolldownOptions: {
        output: { codeSplitting: { groups: SHARED } },
        // Emotion needs it for class components with a theme, of which there are none.
        treeshake: { moduleSideEffects: [{ test: /hoist-non-react-statics|react-is/, sideEffects: false }] },
      },
    },
    server: port ? { port: Number(port), strictPort: true } : {},
    preview: { host: '127.0.0.1', port: Number(port || 4173), strictPort: true },
    test: {
      // These end what hangs, and nothing else: a machine may stand still for half a minute.
      testTimeout: 90_000,
      hookTimeout: 120_000,
      expect: { poll: { timeout: 45_000 } },
      // Vitest would else empty the style sheets that views and pictures need.
      css: true,
      projects:
        mode === 'browsers'
          ? [browsers]
          : mode === 'hosts'
            ? [hosts]
            : ['bench', 'draw', 'gallery'].includes(mode)
              ? [onThePage(mode)]
              : tiers(),
      reporters: [
        'default',
        './tests/support/report.ts',
        ['junit', { outputFile: process.env.JUNIT_FILE ?? '.ci/report/junit.xml' }],
      ],
    },
  };
});
