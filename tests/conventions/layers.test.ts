import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { listImports } from '../support/sources';

/* These tests check rules about imports between folders, and about code that is allowed in some folders only. */

const sources = import.meta.glob<string>(['../../src/**/*.{ts,tsx,css}', '../../machines/*.ts', '../engine/*.ts'], {
  eager: true,
  query: '?raw',
  import: 'default',
});

const files = Object.entries(sources).map(
  ([path, text]) => [path.replace('../../', '').replace('../', 'tests/'), text] as const,
);
const modules = files.filter(([path]) => !path.endsWith('.css'));

interface Layer {
  may: RegExp;
  /** Matches imports that are allowed only for types. */
  types?: RegExp;
}

/** Matches all imports except those from `src/doctor`, whose commands only operators need. */
const ANY_BUT_DOCTOR = /^(?!.*\bdoctor\/)/;

const layers: Record<string, Layer> = {
  'src/domain': { may: /^$/ },
  // The copy may import types of the domain for its functions, which put values into texts. It may import no code.
  'src/copy': { may: /^$/, types: /^#domain\/.+$/ },
  machines: { may: /^(xstate|#domain\/.+)$/ },
  'src/adapters': {
    // Adapters use two parts of the site's texts: number formats for error messages, and names for unnamed wallets.
    may: /^(#(machines|domain)\/.+|#copy\/(names|numbers)|#site|xstate|(wagmi|viem|siwe)(\/.+)?|@tanstack\/query-core|@statelyai\/inspect)$/,
    types: /^@walletconnect\/ethereum-provider$/,
  },
  'src/views': {
    may: /^(#(copy|domain)\/.+|#site|react|react-dom(\/.+)?|@xstate\/react|@emotion\/.+|@fontsource\/.+|uqr)$/,
    types: /^(#machines\/.+|xstate)$/,
  },
  // Scripts inside of the HTML, which run before any other.
  'src/early': { may: /^#domain\/.+$/ },
  'src/build': { may: ANY_BUT_DOCTOR },
  // Commands for operators, which are no part of the site. They load the site's values like a build, and send requests
  // to the services.
  'src/doctor': {
    may: /^(#domain\/.+|#build\/\w+|#trust\/verify|#site|#tests\/support\/contracts\/wallets|siwe|viem(\/.+)?|tldts|ws|@walletconnect\/relay-auth|node:.+)$/,
  },
  // The sign-in server, which is no part of the page. It serves a finished build.
  'src/server': {
    may: /^(#domain\/.+|#adapters\/verifier\/signature|#build\/(preview|siteFile|standIns)|#site|hono(\/.+)?|@hono\/node-server|siwe|viem(\/.+)?|libsql|@redis\/client|rate-limiter-flexible|ipaddr\.js|proxy-addr|vite|node:(fs|http|net|path))$/,
  },
  // Commands that compare what a web host serves with the build.
  'src/trust': { may: /^(#build\/\w+|#domain\/\w+|vite|node:[\w/]+)$/ },
  // The workbench is independent of this site, and no part of the build. Imports between its folders have one
  // direction.
  'src/workbench/charts': { may: /^(xstate|elkjs\/.+)$/ },
  // The module that other apps import. A test limits its size.
  'src/workbench/client': { may: /^(xstate|\.\.\/(charts|recorder)\/\w+)$/ },
  'src/workbench/recorder': { may: /^(xstate|\.\.\/charts\/\w+)$/ },
  'src/workbench/panel': { may: /^(xstate|react|react-dom(\/client)?|\.\.\/(charts|recorder)\/\w+)$/ },
  // Programs in Node: they bundle scripts, and serve files.
  'src/workbench/pack': { may: /^(vite|ws|node:\w+|\.\.\/(client|inspector|serve)\/\w+)$/ },
  'src/workbench/serve': { may: /^(vite|@vitejs\/plugin-react|node:\w+)$/ },
  'src/workbench/inspector': {
    may: /^(xstate|react|react-dom\/client|elkjs\/.+|ws|node:\w+|\.\.\/(charts|recorder|panel|serve)\/\w+)$/,
  },
  'src/workbench/gallery': {
    may: /^(xstate|react|react-dom(\/\w+)?|elkjs\/.+|node:[\w/]+|\.\.\/((charts|recorder|panel|serve)\/\w+|inspector\/style))$/,
  },
  // The part of the workbench that knows this site: machines, views and samples for gallery, demo and panel.
  'src/tools': { may: ANY_BUT_DOCTOR },
  // The engine imports nothing of the application. The two files of the workbench only read the structure of machines.
  'tests/engine': {
    may: /^(xstate(\/graph)?|@xstate\/test|vitest(\/node)?|node:fs|#workbench\/charts\/(faults|structure))$/,
  },
  'src/site.ts': { may: /^#domain\/.+$/ },
  'src/main.tsx': { may: ANY_BUT_DOCTOR },
  'src/wallet.tsx': { may: ANY_BUT_DOCTOR },
};

/** Matches packages and folders from which only named imports are allowed, so that bundlers can drop unused code. */
const BARRELS =
  /^(#|\.|(react|react-dom|xstate|@xstate\/react|@emotion\/react|viem|wagmi|siwe|@tanstack\/query-core)(\/|$))/;

const withoutComments = (text: string) => text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/(^|\s)\/\/.*/gm, '$1');

const layerOf = (path: string) => Object.keys(layers).find((layer) => path === layer || path.startsWith(`${layer}/`));

/** Returns the path to which the relative import `from` of the file `path` leads, from the project's folder. */
const landing = (path: string, from: string) => new URL(from, `file:///${path}`).pathname.slice(1);

function findForbiddenImports(path: string, text: string): string[] {
  const name = layerOf(path);
  const layer = name && layers[name];
  if (!layer) return [`${path} stands in no layer.`];
  return listImports(path, text).flatMap(({ from, kinds, type }) => {
    const own = from.startsWith('.')
      ? layerOf(landing(path, from)) === name
      : from.startsWith(`#${name.replace('src/', '')}/`);
    const allowed =
      own ||
      ((!from.startsWith('.') || /^src\/(workbench\/|tools$)/.test(name)) &&
        (layer.may.test(from) || (type && layer.types?.test(from))));
    const whole = kinds.some((kind) => kind === 'Default' || kind === 'NamespaceObject');
    return [
      ...(allowed ? [] : [`${path} may not import ${from}.`]),
      ...(whole && BARRELS.test(from) && !from.endsWith('.css?inline')
        ? [`${path} must name what it imports from ${from}.`]
        : []),
      ...(/(^|\/)index(\.tsx?)?$/.test(from) ? [`${path} must import from the file itself, not from ${from}.`] : []),
    ];
  });
}

/** Finds imports that would add the wallet bundle, or its sentences, to code that loads without it. */
const findWalletImports = (path: string, text: string) =>
  /^(src\/(views\/wallet\/|wallet\.tsx|adapters\/|build\/|tools\/)|tests\/)/.test(path)
    ? []
    : listImports(path, text)
        .filter(
          ({ from, lazy, type }) =>
            /(^#wallet$|^#copy\/(dialogs|names)$|(^#views|^\.+)\/wallet\/)/.test(from) &&
            !type &&
            !(lazy && /^#(wallet|copy\/dialogs)$/.test(from)),
        )
        .map(({ from }) => `${path} may not import ${from}: it would bring the wallet bundle with it.`);

test('every file imports only from the folders and packages that its layer may use', () => {
  expect(modules.flatMap(([path, text]) => findForbiddenImports(path, text))).toEqual([]);
  expect(Object.keys(layers).filter((layer) => !modules.some(([path]) => layerOf(path) === layer))).toEqual([]);
});

test('code that loads without the wallet bundle imports the bundle only dynamically', () => {
  expect(modules.flatMap(([path, text]) => findWalletImports(path, text))).toEqual([]);
  expect(findWalletImports('src/main.tsx', "const { walletBundle } = await import('#wallet');")).toEqual([]);
});

test('README.md is the only file directly in the folder `tests`', () => {
  expect(readdirSync('tests').filter((name) => name.includes('.'))).toEqual(['README.md']);
});

test.each([
  ['src/domain/a.ts', "import { setup } from 'xstate';"],
  ['src/domain/a.ts', "import { page } from '#copy/page';"],
  ['src/copy/en/a.ts', "import { clamp } from '#domain/amount';"],
  ['src/domain/a.ts', "export { b } from '../adapters/b';"],
  ['src/domain/deep/a.ts', "import '../../adapters/b';"],
  ['machines/a.ts', "import '#adapters/page/alpha';"],
  ['machines/a.ts', "import {\n  type A,\n  b,\n} from 'react';"],
  ['src/adapters/a.ts', "const b = await import('#views/App');"],
  ['src/views/A.tsx', "import { alphaMachine } from '#machines/alpha';"],
  ['src/views/A.tsx', "import { type alphaMachine } from '#machines/alpha';"],
  ['src/views/A.tsx', "import('#adapters/page/app')"],
  ['src/views/A.tsx', "export * from 'viem';"],
  ['src/views/A.tsx', "import React from 'react';"],
  ['src/views/A.tsx', "import * as ui from './ui';"],
  ['src/views/A.tsx', "import { Hero } from './landing/index';"],
  ['tests/engine/a.ts', "import { machines } from '../support/machines';"],
  ['src/workbench/charts/a.ts', "import { isDeepEqual } from '../recorder/plain';"],
  ['src/workbench/panel/a.ts', "import { schemes } from '#views/schemes';"],
  ['src/workbench/gallery/a.ts', "import { worlds } from '#tests/samples/worlds';"],
  ['src/main.tsx', "import { ask } from '#doctor/ask';"],
  ['src/build/a.ts', "import { ask } from '../doctor/ask';"],
  ['src/elsewhere/a.ts', ''],
])('finds the forbidden import in the file %s: %s', (path, text) =>
  expect(findForbiddenImports(path, text)).not.toEqual([]),
);

test.each([
  ['src/main.tsx', "import { walletBundle } from '#wallet';"],
  ['src/views/WalletLoader.tsx', "import { parts } from './wallet/Wallet';"],
  ['src/views/landing/Header.tsx', "import { words } from '../wallet/copy';"],
  ['src/views/landing/Header.tsx', "import { dialogs } from '#copy/dialogs';"],
])('finds the import of the wallet bundle in the file %s: %s', (path, text) =>
  expect(findWalletImports(path, text)).not.toEqual([]),
);

/** A rule about the code of some files, without its comments. */
interface CodeRule {
  rule: string;
  in: RegExp;
  forbids: RegExp;
  /** Matches code to which the rule does not apply. */
  except?: RegExp;
  wrong: string[];
  right: string[];
}

const codeRules: CodeRule[] = [
  {
    rule: 'views contain no state and no effects, except for the one that wraps the native dialog',
    in: /^src\/views\/(?!Dialog\.tsx$)/,
    forbids: /\buse(State|Reducer|Effect|LayoutEffect|InsertionEffect)\b/g,
    wrong: ['useState(0)', 'useReducer(a, b)', 'useEffect(() => {})', 'React.useLayoutEffect(f)'],
    right: ['/* useState\n */', 'useSelector(a, b)'],
  },
  {
    rule: 'charts of the workbench need no browser',
    in: /^src\/workbench\/charts\//,
    forbids: /\b(document|window|navigator|\w*Element(?<!DrawnElement)|addEventListener)\b/g,
    wrong: ['document.body'],
    right: ['const a: DrawnElement'],
  },
  {
    rule: 'views animate nothing for visitors who prefer reduced motion',
    in: /^src\/views\//,
    forbids: /(?<![-\w])(transition|animation|scroll-behavior)(-\w+)*\s*:[^;}]*/g,
    except:
      /(\$\{motionQuery\}|@media[^{]*\(prefers-reduced-motion: no-preference\))\s*\{([^{}]|\{([^{}]|\{[^{}]*\})*\})*\}/g,
    wrong: [
      'a { transition: color .12s }',
      `\${motionQuery} { a { transition: color .12s } } b { animation: step .18s \${ease.out} backwards }`,
      '@media (prefers-reduced-motion: reduce) { html { scroll-behavior: smooth } }',
      'transition-duration: .18s;',
    ],
    right: [
      `\${motionQuery} { transition: color .12s \${ease.out}; svg { animation: step .18s \${ease.out} backwards } }`,
      '@media screen and (prefers-reduced-motion: no-preference) { @supports (animation-timeline: view()) { a { animation: fill } } }',
      "step.style.animation = 'none'; // transition: none",
    ],
  },
  {
    // With such a unit, Chromium restyles the whole page whenever the root element changes, as when a dialog opens.
    rule: 'no length has a unit that depends on the font, except for rem',
    in: /^src\//,
    forbids: /(?<![\w.-])\d*\.?\d+r?(ch|ex|cap|ic|lh)\b/g,
    wrong: ['max-inline-size: 65ch', 'calc(1rem + .5ex)', 'block-size: 2rlh', '{ width: "1cap" }'],
    right: ['max-inline-size: 36em', '// 2ch', 'color: #00ccee', '.css-1ch { margin: 0 }'],
  },
  {
    // Physical sides would be wrong in right-to-left scripts.
    rule: 'views use logical sides instead of left and right',
    in: /^src\/views\//,
    forbids:
      /(?<!safe-area-)\b(margin|padding|border|inset|scroll-(margin|padding))-?(left|right|Left|Right)\b|(?<![-\w])(left|right)\s*:|\b(text-align|textAlign|float)\s*:\s*['"]?(left|right)\b/g,
    wrong: [
      'margin-left: 1px',
      '{ paddingRight: 1 }',
      'scroll-margin-left: 1px',
      'left: 0',
      'inset: 0; right: 1px',
    ].concat(['text-align: left', "textAlign: 'right'", 'float: left']),
    right: ['margin-inline-start: 1px', 'text-align: start', 'inset-inline-end: 0', 'env(safe-area-inset-left)'].concat(
      '// on the left: a star',
    ),
  },
  {
    rule: 'views state for each <bdi> whether it may be translated',
    in: /^src\/views\//,
    forbids: /<bdi(?![^>]*\btranslate=)[^>]*>/g,
    wrong: ['<bdi>', '<bdi title={name}>', '<bdi\n  title={name}\n>'],
    right: ['<bdi title={name} translate="no">'],
  },
];

test.each(codeRules)('the code follows the rule: $rule', ({ in: places, forbids, except = /$^/, wrong, right }) => {
  const faultsIn = (text: string) => withoutComments(text).replace(except, '').match(forbids) ?? [];
  const checked = files.filter(([path]) => places.test(path));
  expect(checked).not.toEqual([]);
  expect(checked.filter(([, text]) => faultsIn(text).length).map(([path, text]) => [path, faultsIn(text)])).toEqual([]);
  expect(wrong.filter((text) => faultsIn(text).length !== 1)).toEqual([]);
  expect(right.filter((text) => faultsIn(text).length)).toEqual([]);
});
