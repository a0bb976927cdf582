import { readdirSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { listImports } from '../support/sources';

/** Rules about imports between folders, and about code that belongs in one place only. */

const files: Record<string, string> = import.meta.glob(['../../src/**/*.{ts,tsx}', '../../machines/*.ts'], {
  eager: true,
  query: '?raw',
  import: 'default',
});

const styleSheets: Record<string, string> = import.meta.glob('../../src/**/*.css', {
  eager: true,
  query: '?raw',
  import: 'default',
});

/** The library that turns machines into tests. */
const engine: Record<string, string> = import.meta.glob('../engine/*.ts', {
  eager: true,
  query: '?raw',
  import: 'default',
});

interface Layer {
  /** Matches allowed imports from other folders. */
  may: RegExp;
  /** Matches imports that are allowed only for types. */
  types?: RegExp;
}

/** Only operators need the commands in `src/doctor`. */
const ANY_BUT_DOCTOR = /^(?!.*\bdoctor\/)/;

const layers: Record<string, Layer> = {
  'src/domain': { may: /^$/ },
  // Texts with values are functions. They may import no code.
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
  // This folder imports nothing of the application. The workbench knows nothing of it either, and reads the structure
  // of machines.
  'tests/engine': {
    may: /^(xstate(\/graph)?|@xstate\/test|fast-check|vitest(\/node)?|node:fs|#workbench\/charts\/(faults|structure))$/,
  },
  'src/site.ts': { may: /^#domain\/.+$/ },
  'src/main.tsx': { may: ANY_BUT_DOCTOR },
  'src/wallet.tsx': { may: ANY_BUT_DOCTOR },
};

/** Packages and folders from which only named imports are allowed, so that unused code is left out. */
const BARRELS =
  /^(#|\.|(react|react-dom|xstate|@xstate\/react|@emotion\/react|viem|wagmi|siwe|@tanstack\/query-core)(\/|$))/;

const withoutComments = (text: string) => text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/(^|\s)\/\/.*/gm, '$1');

const layerOf = (path: string) => Object.keys(layers).find((layer) => path === layer || path.startsWith(`${layer}/`));

/** Returns the target of a relative import, from the root. */
const landing = (path: string, from: string) => new URL(from, `file:///${path}`).pathname.slice(1);

/** Returns the violations in the file at `path` (from the root), as texts. */
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

/** State and effects belong in machines. Only one view wraps the native dialog. */
const hooks = (path: string, text: string) =>
  path.startsWith('src/views/') && path !== 'src/views/Dialog.tsx'
    ? (withoutComments(text).match(/\buse(State|Reducer|Effect|LayoutEffect|InsertionEffect)\b/g) ?? [])
    : [];

/** Physical sides would be wrong in right-to-left scripts. */
const sides = (path: string, text: string) =>
  path.startsWith('src/views/')
    ? (withoutComments(text).match(
        /(?<!safe-area-)\b(margin|padding|border|inset|scroll-(margin|padding))-?(left|right|Left|Right)\b|(?<![-\w])(left|right)\s*:|\b(text-align|textAlign|float)\s*:\s*['"]?(left|right)\b/g,
      ) ?? [])
    : [];

/** Isolated names without a `translate` attribute. */
const names = (path: string, text: string) =>
  path.startsWith('src/views/') ? (withoutComments(text).match(/<bdi(?![^>]*\btranslate=)[^>]*>/g) ?? []) : [];

/** Matches styles that apply only if motion is allowed. */
const MOVING =
  /(\$\{allowsMotion\}|@media[^{]*\(prefers-reduced-motion: no-preference\))\s*\{([^{}]|\{([^{}]|\{[^{}]*\})*\})*\}/g;

/**
 * Finds motion in styles outside of the blocks that `MOVING` matches. It ignores the visitor's preference for less
 * motion.
 */
const motion = (path: string, text: string) =>
  path.startsWith('src/views/')
    ? (withoutComments(text)
        .replace(MOVING, '')
        .match(/(?<![-\w])(transition|animation|scroll-behavior)(-\w+)*\s*:[^;}]*/g) ?? [])
    : [];

/**
 * Units that depend on a font. With any of them but `rem`, Chromium restyles the whole page whenever the root changes,
 * as when a dialog opens.
 */
const glyphs = (path: string, text: string) =>
  path.startsWith('src/') ? (withoutComments(text).match(/(?<![\w.-])\d*\.?\d+r?(ch|ex|cap|ic|lh)\b/g) ?? []) : [];

/** The wallet bundle is loaded on demand, with its sentences. */
const walletImports = (path: string, text: string) =>
  /^src\/(views\/wallet\/|wallet\.tsx|adapters\/|build\/|tools\/)/.test(path)
    ? []
    : listImports(path, text)
        .filter(
          ({ from, lazy, type }) =>
            /(^#wallet$|^#copy\/(dialogs|names)$|(^#views|^\.+)\/wallet\/)/.test(from) &&
            !type &&
            !(lazy && /^#(wallet|copy\/dialogs)$/.test(from)),
        )
        .map(({ from }) => `${path} may not import ${from}: it would bring the wallet bundle with it.`);

/** Charts contain no DOM code. Only the panel puts a drawing into a page. */
const documents = (path: string, text: string) =>
  path.startsWith('src/workbench/charts/')
    ? (withoutComments(text).match(/\b(document|window|navigator|\w*Element(?<!DrawnElement)|addEventListener)\b/g) ??
      [])
    : [];

const all = Object.entries(files).map(([path, text]) => [path.replace('../../', ''), text] as const);
const library = Object.entries(engine).map(([path, text]) => [path.replace('../', 'tests/'), text] as const);
const sheets = Object.entries(styleSheets).map(([path, text]) => [path.replace('../../', ''), text] as const);
type Rule = (path: string, text: string) => string[];
const each = (rule: Rule) => all.flatMap(([path, text]) => rule(path, text));
const eachStyle = (rule: Rule) => [...all, ...sheets].flatMap(([path, text]) => rule(path, text));

test('the checked files include all layers', () => {
  expect(all.map(([path]) => path)).toEqual(
    expect.arrayContaining(['src/site.ts', 'machines/port.ts', 'src/domain/alpha.ts']),
  );
});
test('every import points in an allowed direction', () => expect(each(findForbiddenImports)).toEqual([]));
test('the engine of the tests imports nothing of the application', () => {
  expect(library.map(([path]) => path)).toContain('tests/engine/paths.ts');
  expect(library.flatMap(([path, text]) => findForbiddenImports(path, text))).toEqual([]);
});
test('README.md is the only file directly in the folder of tests', () => {
  expect(readdirSync('tests').filter((name) => name.includes('.'))).toEqual(['README.md']);
});
test('the charts of the workbench need no browser', () => {
  expect(each(documents)).toEqual([]);
  expect(documents('src/workbench/charts/a.ts', 'document.body')).toEqual(['document']);
});
test('views contain no state and no effects', () => expect(each(hooks)).toEqual([]));
test('only the wallet loader imports the wallet bundle', () => expect(each(walletImports)).toEqual([]));
test('views animate nothing for visitors who prefer reduced motion', () => expect(eachStyle(motion)).toEqual([]));
test('no length has the unit ch, ex or lh, which depends on the font', () => expect(eachStyle(glyphs)).toEqual([]));
test('views use logical sides instead of left and right', () => expect(eachStyle(sides)).toEqual([]));
test('views state for each <bdi> whether it may be translated', () => expect(each(names)).toEqual([]));

describe('imports that the layers forbid', () => {
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
    ['src/workbench/charts/a.ts', "import { isSame } from '../recorder/plain';"],
    ['src/workbench/panel/a.ts', "import { schemes } from '#views/schemes';"],
    ['src/workbench/gallery/a.ts', "import { worlds } from '#tests/samples/worlds';"],
    ['src/main.tsx', "import { ask } from '#doctor/ask';"],
    ['src/build/a.ts', "import { ask } from '../doctor/ask';"],
    ['src/elsewhere/a.ts', ''],
  ])('finds a forbidden import in %s: %s', (path, text) => expect(findForbiddenImports(path, text)).not.toEqual([]));
});

describe('imports that the layers allow', () => {
  test.each([
    ['src/domain/a.ts', "import { b } from './b';"],
    ['machines/a.ts', "import { assign, setup } from 'xstate';\nimport type { A } from '#domain/alpha';"],
    ['src/adapters/a.ts', "import { connect } from 'wagmi/actions';\nimport { alphaMachine } from '#machines/alpha';"],
    ['src/views/landing/A.tsx', "import styled from '@emotion/styled';\nimport { copy } from '../copy';"],
    [
      'src/views/A.tsx',
      "import type { alphaMachine } from '#machines/alpha';\nimport type { ActorRefFrom } from 'xstate';",
    ],
    ['src/views/A.tsx', "// import { createActor } from 'xstate';"],
  ])('accepts the import in %s: %s', (path, text) => expect(findForbiddenImports(path, text)).toEqual([]));
});

test.each(['useState(0)', 'useReducer(a, b)', 'useEffect(() => {})', 'React.useLayoutEffect(f)'])(
  'finds state or effects in a view: %s',
  (text) => {
    expect(hooks('src/views/A.tsx', text)).not.toEqual([]);
    expect(hooks('src/views/Dialog.tsx', text)).toEqual([]);
    expect(hooks('src/adapters/a.ts', text)).toEqual([]);
  },
);

test.each([
  'a { transition: color .12s }',
  `\${allowsMotion} { a { transition: color .12s } } b { animation: step .18s \${ease.out} backwards }`,
  '@media (prefers-reduced-motion: reduce) { html { scroll-behavior: smooth } }',
  'transition-duration: .18s;',
])('finds an animation without a check for reduced motion: %s', (text) =>
  expect(motion('src/views/a.ts', text)).toHaveLength(1),
);

test.each([
  `\${allowsMotion} { transition: color .12s \${ease.out}; svg { animation: step .18s \${ease.out} backwards } }`,
  '@media screen and (prefers-reduced-motion: no-preference) { @supports (animation-timeline: view()) { a { animation: fill } } }',
  "step.style.animation = 'none'; // transition: none",
])('accepts an animation with a check for reduced motion: %s', (text) =>
  expect(motion('src/views/a.ts', text)).toEqual([]),
);

test.each(['max-inline-size: 65ch', 'calc(1rem + .5ex)', 'block-size: 2rlh', '{ width: "1cap" }'])(
  'finds a length that depends on a font: %s',
  (text) => expect(glyphs('src/views/A.tsx', text)).toHaveLength(1),
);

test.each(['max-inline-size: 36em', '// 2ch', 'color: #00ccee', '.css-1ch { margin: 0 }'])(
  'accepts a length that does not depend on a font: %s',
  (text) => expect(glyphs('src/views/A.tsx', text)).toEqual([]),
);

test.each([
  'margin-left: 1px',
  '{ paddingRight: 1 }',
  'scroll-margin-left: 1px',
  'left: 0',
  'inset: 0; right: 1px',
  'text-align: left',
  "textAlign: 'right'",
  'float: left',
])('finds a left or right side: %s', (text) => expect(sides('src/views/A.tsx', text)).not.toEqual([]));

test.each([
  'margin-inline-start: 1px',
  'text-align: start',
  'inset-inline-end: 0',
  'env(safe-area-inset-left)',
  '// on the left: a star',
])('accepts a logical side: %s', (text) => expect(sides('src/views/A.tsx', text)).toEqual([]));

test.each(['<bdi>', '<bdi title={name}>', '<bdi\n  title={name}\n>'])(
  'finds a <bdi> without a translate attribute: %s',
  (text) => {
    expect(names('src/views/A.tsx', text)).toHaveLength(1);
    expect(names('src/views/A.tsx', '<bdi title={name} translate="no">')).toEqual([]);
  },
);

test.each([
  ['src/main.tsx', "import { walletBundle } from '#wallet';"],
  ['src/views/WalletLoader.tsx', "import { parts } from './wallet/Wallet';"],
  ['src/views/landing/Header.tsx', "import { words } from '../wallet/copy';"],
  ['src/views/landing/Header.tsx', "import { dialogs } from '#copy/dialogs';"],
])('finds an import of the wallet bundle: %s: %s', (path, text) => {
  expect(walletImports(path, text)).not.toEqual([]);
  expect(walletImports('src/main.tsx', "const { walletBundle } = await import('#wallet');")).toEqual([]);
});
