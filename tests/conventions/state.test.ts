import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { findClosureState, findEventReceivers, findMutableState, findPrivateProperties } from './state';

/**
 * Allowed module-level state: handles to objects of browser or libraries, and caches of pure values, each with its
 * purpose.
 */
const ALLOWED: Record<string, string> = {
  'src/adapters/dialogs/signIn.ts providers': "handles of wallets' providers, by the names that machines keep",
  'src/adapters/network/transactions.ts book': 'the record in local storage as it was read last',
  'src/adapters/network/transactions.ts listeners': 'subscriptions to that record',
  'src/adapters/page/trace.ts dropped': 'a count that is written into copied traces only',
  'src/adapters/page/trace.ts happened': 'the log of the machines, which cannot be in one of them',
  'src/adapters/wallets/connectors.ts connectors': "a cache of the library's connectors, by wallet",
  'src/adapters/wallets/connectors.ts wrapped': 'a cache of wrapped providers, by the provider',
  'src/adapters/wallets/providers.ts announcedByUuid': 'announcements of wallets (EIP-6963), as the browser made them',
  'src/adapters/wallets/providers.ts listeners': 'subscriptions to announcements',
  'src/adapters/wallets/providers.ts listening': 'whether the listener for announcements is there',
  'src/adapters/wallets/providers.ts round': 'which announcements came together, until the run of scripts ends',
  'src/adapters/wallets/wallets.ts last': 'a cache of the list of wallets, by what it is made of',
  ...Object.fromEntries(
    ['preload.ts isNew', 'preload.ts returns', 'preload.ts request', 'loader.ts turned', 'loader.ts mayReload']
      .concat('loader.ts pause', 'loader.ts painted')
      .map((name) => [`src/early/${name}`, 'before any machine is loaded']),
  ),
  'src/domain/portrait.ts known': 'a cache of generated portraits, by seed',
  'src/workbench/recorder/happenings.ts knownTexts': 'a cache of the texts of named samples',
  'src/workbench/recorder/transitions.ts places': 'a cache of the places of transitions, by machine',
  'src/workbench/panel/layouts.ts loaders': 'a cache of laid-out charts, by machine',
  'src/main.tsx walletBundle': 'the wallet bundle once it is loaded',
};

const files = ['src', 'machines']
  .flatMap((folder) => readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => `${folder}/${name}`))
  .filter((file) => /\.tsx?$/.test(file) && !file.endsWith('.d.ts'));

/** Returns the findings of `search`, each with its file. */
const findIn = (some: string[], search: (code: string, file: string) => string[]) =>
  some.flatMap((file) => search(readFileSync(file, 'utf8'), file).map((name) => `${file} ${name}`)).sort();

const found = findIn(
  files.filter((file) => file.startsWith('src/')),
  findMutableState,
);

test('modules keep no state outside of machines, except for listed handles and caches', () => {
  console.info(`module-level mutable state: ${found.length}`);
  expect(found.filter((name) => !(name in ALLOWED))).toEqual([]);
});

/** Variables in closures of adapters that may change, each with the reason why no machine contains it. */
const CLOSURES: Record<string, string> = {
  'src/adapters/browser/loadOnDemand.ts failed': 'browsers never load a failed module again',
  'src/adapters/browser/records.ts kept': 'the record of a browser that refuses to store it',
  'src/adapters/browser/records.ts refused': 'whether the browser refused to store the record',
  'src/adapters/dialogs/account.ts reading': "a handle of the library's observers",
  'src/adapters/dialogs/account.ts starting': 'a module is loaded once at a time',
  'src/adapters/dialogs/account.ts stopped': 'whether the actor has ended while its module was loading',
  'src/adapters/network/receipt.ts reads': 'counts the answers of one wait',
  'src/adapters/network/receipt.ts replacement': "what the library's callback has reported during one wait",
  'src/adapters/page/inspector.ts blocked': "whether the browser has blocked a developer's window",
  'src/adapters/page/servedList.ts focused': 'the focused element, before a dialog takes the focus',
  'src/adapters/page/trace.ts said': 'the element beside the pressed button',
  'src/adapters/verifier/session.ts watched': 'whether the actor has ended while the server was asked',
  'src/adapters/wallets/connectors.ts provider': "a handle of the library's provider",
  'src/adapters/wallets/pairing.ts release': 'a handle of a lock of the browser',
  'src/adapters/wallets/providers.ts before': 'the provider that another script may replace',
  'src/adapters/wallets/walletConnectPatches.ts latest': 'the library reports old sockets as well',
  'src/adapters/wallets/walletConnectPatches.ts probed': 'a probe of the relay is sent once',
  'src/adapters/wallets/walletConnectPatches.ts told': 'a refusal of the relay is told once',
  'src/adapters/wallets/walletConnectStorage.ts database': "a handle of the browser's database",
  'src/adapters/wallets/wallets.ts isDue': 'simultaneous announcements are told once',
};

test('closures of adapters keep no state of a flow, except for listed variables', () => {
  const adapters = files.filter((file) => file.startsWith('src/adapters/'));
  const kept = findIn(adapters, findClosureState);
  expect(kept.filter((name) => !(name in CLOSURES))).toEqual([]);
  expect(
    Object.keys(CLOSURES).filter((name) => !kept.includes(name)),
    'These are gone.',
  ).toEqual([]);
});

/** Files that may start an actor, besides the workbench. All other machines run below these actors. */
const STARTERS: Record<string, string> = {
  'src/main.tsx': 'starts the page',
  'src/build/prerender.tsx': 'renders the page',
  'src/adapters/page/trace.ts': 'copies the trace, also if the page has failed',
};

test('machines run in one actor system, which main.tsx starts', () => {
  const starting = files.filter(
    (file) => !/^src\/(workbench|tools)\//.test(file) && /\bcreateActor\(/.test(readFileSync(file, 'utf8')),
  );
  expect(starting.sort()).toEqual(Object.keys(STARTERS).sort());
});

/** Adapters that may send a machine other events than the answer to its request, each with the reason. */
const SENDERS: Record<string, string> = {
  'src/adapters/page/early.ts alpha': 'repeats what the visitor did before the machine ran',
  'src/adapters/page/early.ts comparison': 'repeats what the visitor did before the machine ran',
  'src/adapters/page/servedList.ts sessionActorIn(walletLoader.getSnapshot()) ?? walletLoader':
    'the visitor closes a dialog of the served page, which no view renders',
  'src/adapters/page/trace.ts copier': 'copies the trace, also if the page has failed',
};

test('adapters send events only to the machine whose port they fill', () => {
  const adapters = files.filter((file) => file.startsWith('src/adapters/'));
  expect(findIn(adapters, findEventReceivers)).toEqual(Object.keys(SENDERS).sort());
});

/** The engine of the tests, of which one file uses private parts of XState. */
const engine = readdirSync('tests/engine').map((name) => `tests/engine/${name}`);

/** Private parts of XState that workbench and engine need, because no public API contains them. */
const PRIVATE = [
  'src/workbench/client/client.ts _nodes',
  'src/workbench/client/client.ts _parent',
  'src/workbench/client/client.ts _transitions',
  'src/workbench/gallery/stage.tsx _nodes',
  'src/workbench/panel/MachineStage.tsx _nodes',
  'src/workbench/recorder/happenings.ts _nodes',
  'src/workbench/recorder/recorder.ts _parent',
  'src/workbench/recorder/recorder.ts _transitions',
  'src/workbench/recorder/transitions.ts _nodes',
  'src/workbench/recorder/xstateInternals.ts _nodes',
  'src/workbench/recorder/xstateInternals.ts _scheduledEvents',
  'tests/engine/xstate.ts _nodes',
  'tests/engine/xstate.ts _scheduledEvents',
  'tests/engine/xstate.ts _transitions',
  'tests/engine/xstate.ts getTransitionData',
];

test('no code uses private parts of XState, except for workbench and engine', () =>
  expect(findIn([...files, ...engine.filter((file) => file.endsWith('.ts'))], findPrivateProperties)).toEqual(PRIVATE));

/** Class components with effects, each with its reason. */
const EFFECTS: Record<string, string> = {
  'src/views/Boundary.tsx': 'only a class can catch errors of its children',
  'src/views/wallet/List.tsx': 'scrolling and focus are in the browser, and change with the list',
};

test('class components have no effects, except for the listed ones', () => {
  const effects = /\b(component(Did|Will)\w+|getSnapshotBeforeUpdate|UNSAFE_\w+|this\.setState)\b/;
  const views = files.filter((file) => file.startsWith('src/views/') && effects.test(readFileSync(file, 'utf8')));
  expect(views.sort()).toEqual(Object.keys(EFFECTS).sort());
});

describe('the searches for state in closures and for private parts', () => {
  test.each([
    ['const f = () => { let a = 1; return () => { a += 1; }; };', ['a']],
    ['function f() { let a: number | undefined; g(function () { a = 1; }); }', ['a']],
    ['const f = () => { let a = 1; a += 1; return a; };', []],
    ['const f = () => { const a = 1; return () => a; };', []],
  ])('finds the mutable variables of closures in %s', (code, names) =>
    expect(findClosureState(code, 'a.ts')).toEqual(names),
  );

  test.each([
    ["findActor(system, 'connection').send({ type: 'wake' });", ["findActor(system, 'connection')"]],
    ['actor.getSnapshot().children.a?.send(event); other.send(event);', ['actor.getSnapshot().children.a', 'other']],
    ['sendBack({ type: "a" }); receive(send);', []],
  ])('finds the receivers of events in %s', (code, names) => expect(findEventReceivers(code, 'a.ts')).toEqual(names));

  test.each([
    ['self._parent?.send(event);', ['_parent']],
    ['const { _parent: parent } = self;', ['_parent']],
    ['snapshot._nodes.map(nameOf);', ['_nodes']],
    ['self.send(event); const _parent = 1;', []],
  ])('finds private parts of XState in %s', (code, names) =>
    expect(findPrivateProperties(code, 'a.ts')).toEqual(names),
  );
});

describe('the search for module-level state', () => {
  test.each([
    ['let a = 1;', ['a']],
    ['export let a: number | undefined;', ['a']],
    ['const a = new Map(); export const f = () => a.set(1, 2);', ['a']],
    ['const a = new WeakSet<object>(); const f = (it: object) => { a.add(it); };', ['a']],
    ['const a: string[] = []; export function f() { a.push("x"); }', ['a']],
    ['const a = { b: 1 }; const f = () => { a.b = 2; };', ['a']],
    ['const a = { b: { c: 1 } }; const f = () => { a.b.c++; };', ['a']],
    ['const a: Record<string, 1> = {}; const f = () => { delete a.b; };', ['a']],
    ['const a = {}; const f = () => Object.assign(a, { b: 1 });', ['a']],
  ])('finds the module-level state in %s', (code, names) => expect(findMutableState(code, 'a.ts')).toEqual(names));

  test.each([
    'const a = new Set([1, 2]); export const f = (it: number) => a.has(it);',
    'const a = [1, 2]; export const f = () => a.map((it) => it + 1);',
    'export function f() { let a = 1; a += 1; return a; }',
    'export const f = () => { const a = new Map(); a.set(1, 2); return a; };',
    'declare let a: number;',
  ])('finds no module-level state in %s', (code) => expect(findMutableState(code, 'a.ts')).toEqual([]));
});
