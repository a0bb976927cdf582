import { readFileSync } from 'node:fs';
import { parseAst } from 'vite';
import { describe, expect, test } from 'vitest';
import { listTextFiles } from './files';
import { isSyntaxNode, type SyntaxNode, walkSyntaxNodes } from './syntax';

type Program = ReturnType<typeof parseAst>;
const parse = (code: string, file: string) => parseAst(code, { lang: file.endsWith('x') ? 'tsx' : 'ts' }, file);

/** Methods that change their object. */
const CHANGING =
  /^(push|pop|shift|unshift|splice|sort|reverse|fill|copyWithin|set|add|delete|clear|append|getOrInsert|getOrInsertComputed)$/;

/** Returns the variable with which an expression begins, such as `a` for `a.b[c]`. */
function rootOf(it: unknown): unknown {
  if (!isSyntaxNode(it)) return undefined;
  if (it.type === 'Identifier') return it.name;
  return /^(MemberExpression|ChainExpression|TSNonNullExpression|TSAsExpression)$/.test(it.type)
    ? rootOf(it.object ?? it.expression)
    : undefined;
}

function writtenIn(program: Program) {
  const written = new Set<unknown>();
  for (const node of walkSyntaxNodes(program)) {
    const { left, argument, callee } = node as { left?: unknown; argument?: unknown; callee?: unknown };
    const target =
      node.type === 'AssignmentExpression' ? left : node.type === 'UpdateExpression' ? argument : undefined;
    if (isSyntaxNode(target) && target.type === 'MemberExpression') written.add(rootOf(target));
    if (node.type === 'UnaryExpression' && node.operator === 'delete') written.add(rootOf(argument));
    if (node.type !== 'CallExpression' || !isSyntaxNode(callee) || callee.type !== 'MemberExpression') continue;
    const { object, property } = callee as { object?: unknown; property?: { name?: string } };
    if (CHANGING.test(property?.name ?? '')) written.add(rootOf(object));
    if (rootOf(object) === 'Object' && property?.name === 'assign')
      written.add(rootOf((node.arguments as unknown[])[0]));
  }
  return written;
}

/** Lists the module-level variables that can change: `let`, and constants whose properties are written. */
function findMutableState(program: Program): string[] {
  const written = writtenIn(program);
  return (program.body as unknown as SyntaxNode[])
    .map((node) => (node.type === 'ExportNamedDeclaration' && isSyntaxNode(node.declaration) ? node.declaration : node))
    .filter(({ type, declare }) => type === 'VariableDeclaration' && !declare)
    .flatMap(({ kind, declarations }) =>
      (declarations as SyntaxNode[]).flatMap(({ id }) => {
        const { name } = id as { name?: string };
        return name && (kind !== 'const' || written.has(name)) ? [name] : [];
      }),
    );
}

const isFunction = ({ type }: SyntaxNode) => /^(Function(Declaration|Expression)|ArrowFunctionExpression)$/.test(type);

/** Whether `name` occurs in a function inside `body`. */
const isCaptured = (body: unknown, name: string) =>
  [...walkSyntaxNodes(body)].some(
    (node) => node !== body && isFunction(node) && [...walkSyntaxNodes(node)].some((one) => isNamed(one, name)),
  );

const isNamed = (node: SyntaxNode, name: string) => node.type === 'Identifier' && node.name === name;

/** Lists the variables of functions that other functions read later: each `let` that a closure captures. */
function findClosureState(program: Program): string[] {
  const found = [...walkSyntaxNodes(program)].filter(isFunction).flatMap((scope) => {
    const inner = [...walkSyntaxNodes(scope.body)]
      .filter((node) => isFunction(node))
      .flatMap((node) => [...walkSyntaxNodes(node)]);
    const own = [...walkSyntaxNodes(scope.body)].filter((node) => !inner.includes(node));
    return own
      .filter(({ type, kind }) => type === 'VariableDeclaration' && kind === 'let')
      .flatMap(({ declarations }) =>
        (declarations as SyntaxNode[]).map(({ id }) => String((id as { name?: string }).name)),
      )
      .filter((name) => isCaptured(scope, name));
  });
  return [...new Set(found)];
}

/** Lists the actors that `code` sends events to, by the text before `.send(`. */
function findEventReceivers(program: Program, code: string): string[] {
  const receivers = [...walkSyntaxNodes(program)].flatMap(({ type, callee }) => {
    if (type !== 'CallExpression' || !isSyntaxNode(callee) || callee.type !== 'MemberExpression') return [];
    const { object, property } = callee as unknown as { object: SyntaxNode; property: { name?: string } };
    return property.name === 'send' ? [code.slice(Number(object.start), Number(object.end))] : [];
  });
  return [...new Set(receivers)];
}

/** Lists the private properties of XState that `code` reads. */
function findPrivateProperties(program: Program): string[] {
  const names = [...walkSyntaxNodes(program)].flatMap((node) => {
    if (node.type === 'MemberExpression') return [(node.property as { name?: string }).name];
    if (node.type !== 'ObjectPattern') return [];
    return (node.properties as SyntaxNode[]).map(({ key }) => (key as { name?: string } | undefined)?.name);
  });
  return [...new Set(names)].filter((name): name is string =>
    /^(_(parent|nodes|transitions|snapshot|send|stop|deferred|scheduledEvents|set|relay|syncSnapshot)|getTransitionData)$/.test(
      name ?? '',
    ),
  );
}

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
  'src/workbench/recorder/handledEvents.ts knownTexts': 'a cache of the texts of named samples',
  'src/workbench/recorder/transitions.ts places': 'a cache of the places of transitions, by machine',
  'src/workbench/panel/layouts.ts loaders': 'a cache of laid-out charts, by machine',
  'src/main.tsx walletBundle': 'the wallet bundle once it is loaded',
};

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

/** Files that may start an actor, besides the workbench. All other machines run below these actors. */
const STARTERS: Record<string, string> = {
  'src/main.tsx': 'starts the page',
  'src/build/prerender.tsx': 'renders the page',
  'src/adapters/page/trace.ts': 'copies the trace, also if the page has failed',
};

/** Adapters that may send a machine other events than the answer to its request, each with the reason. */
const SENDERS: Record<string, string> = {
  'src/adapters/page/early.ts alpha': 'repeats what the visitor did before the machine ran',
  'src/adapters/page/early.ts comparison': 'repeats what the visitor did before the machine ran',
  'src/adapters/page/servedList.ts findSessionActor(walletLoader.getSnapshot()) ?? walletLoader':
    'the visitor closes a dialog of the served page, which no view renders',
  'src/adapters/page/trace.ts copier': 'copies the trace, also if the page has failed',
};

/** Private parts of XState that workbench and engine need, because no public API contains them. */
const PRIVATE = [
  'src/workbench/client/client.ts _nodes',
  'src/workbench/client/client.ts _parent',
  'src/workbench/client/client.ts _transitions',
  'src/workbench/gallery/stage.tsx _nodes',
  'src/workbench/panel/MachineStage.tsx _nodes',
  'src/workbench/recorder/handledEvents.ts _nodes',
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

/** Class components with effects, each with its reason. */
const EFFECTS: Record<string, string> = {
  'src/views/ErrorBoundary.tsx': 'only a class can catch errors of its children',
  'src/views/wallet/List.tsx': 'scrolling and focus are in the browser, and change with the list',
};

const files = listTextFiles().filter((file) => /^(src|machines)\/.*(?<!\.d)\.tsx?$/.test(file));
const engine = listTextFiles().filter((file) => /^tests\/engine\/.*\.ts$/.test(file));
const isAdapter = (file: string) => file.startsWith('src/adapters/');

const findIn = (some: string[], search: (program: Program, code: string) => string[]) =>
  some
    .flatMap((file) => {
      const code = readFileSync(file, 'utf8');
      return search(parse(code, file), code).map((name) => `${file} ${name}`);
    })
    .sort();

/** Returns the files that contain `pattern`. */
const filesWith = (pattern: RegExp, isChecked: (file: string) => boolean) =>
  files.filter((file) => isChecked(file) && pattern.test(readFileSync(file, 'utf8'))).sort();

const effects = /\b(component(Did|Will)\w+|getSnapshotBeforeUpdate|UNSAFE_\w+|this\.setState)\b/;
const isOfSite = (file: string) => !/^src\/(workbench|tools)\//.test(file);

test.each<[title: string, listed: readonly string[], find: () => string[]]>([
  ['modules keep no state', Object.keys(ALLOWED), () => findIn(files, findMutableState)],
  [
    'closures of adapters keep no state',
    Object.keys(CLOSURES),
    () => findIn(files.filter(isAdapter), findClosureState),
  ],
  ['main.tsx starts all machines, in one system', Object.keys(STARTERS), () => filesWith(/\bcreateActor\(/, isOfSite)],
  [
    'adapters send events only to the machine whose port they fill',
    Object.keys(SENDERS),
    () => findIn(files.filter(isAdapter), findEventReceivers),
  ],
  ['no code uses private parts of XState', PRIVATE, () => findIn([...files, ...engine], findPrivateProperties)],
  [
    'class components have no effects',
    Object.keys(EFFECTS),
    () => filesWith(effects, (file) => file.startsWith('src/views/')),
  ],
])('no code outside the listed exceptions breaks the rule: %s', (_, listed, find) =>
  expect(find()).toEqual([...listed].sort()),
);

describe('the searches for state, events and private parts', () => {
  test.each<[code: string, find: typeof findEventReceivers, names: string[]]>([
    ['const f = () => { let a = 1; return () => { a += 1; }; };', findClosureState, ['a']],
    ['function f() { let a: number | undefined; g(function () { a = 1; }); }', findClosureState, ['a']],
    ['const f = () => { let a = 1; a += 1; return a; };', findClosureState, []],
    ['const f = () => { const a = 1; return () => a; };', findClosureState, []],
    [
      "findActor(system, 'connection').send({ type: 'wake' });",
      findEventReceivers,
      ["findActor(system, 'connection')"],
    ],
    [
      'actor.getSnapshot().children.a?.send(event); other.send(event);',
      findEventReceivers,
      ['actor.getSnapshot().children.a', 'other'],
    ],
    ['sendBack({ type: "a" }); receive(send);', findEventReceivers, []],
    ['self._parent?.send(event);', findPrivateProperties, ['_parent']],
    ['const { _parent: parent } = self;', findPrivateProperties, ['_parent']],
    ['snapshot._nodes.map(nameOf);', findPrivateProperties, ['_nodes']],
    ['self.send(event); const _parent = 1;', findPrivateProperties, []],
    ['let a = 1;', findMutableState, ['a']],
    ['export let a: number | undefined;', findMutableState, ['a']],
    ['const a = new Map(); export const f = () => a.set(1, 2);', findMutableState, ['a']],
    ['const a = new WeakSet<object>(); const f = (it: object) => { a.add(it); };', findMutableState, ['a']],
    ['const a: string[] = []; export function f() { a.push("x"); }', findMutableState, ['a']],
    ['const a = { b: 1 }; const f = () => { a.b = 2; };', findMutableState, ['a']],
    ['const a = { b: { c: 1 } }; const f = () => { a.b.c++; };', findMutableState, ['a']],
    ['const a: Record<string, 1> = {}; const f = () => { delete a.b; };', findMutableState, ['a']],
    ['const a = {}; const f = () => Object.assign(a, { b: 1 });', findMutableState, ['a']],
    ['const a = new Set([1, 2]); export const f = (it: number) => a.has(it);', findMutableState, []],
    ['const a = [1, 2]; export const f = () => a.map((it) => it + 1);', findMutableState, []],
    ['export function f() { let a = 1; a += 1; return a; }', findMutableState, []],
    ['export const f = () => { const a = new Map(); a.set(1, 2); return a; };', findMutableState, []],
    ['declare let a: number;', findMutableState, []],
  ])('find the variables or properties that break a rule in the code %s', (code, find, names) =>
    expect(find(parse(code, 'a.ts'), code)).toEqual(names),
  );
});
