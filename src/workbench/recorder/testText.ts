import type { AnyEventObject, AnyMachineSnapshot } from 'xstate';
import { eventLabelOf } from '../charts/chart';
import { listStateNodes } from '../charts/structure';
import { formatStateValue } from './words';

/** The maximum length of a line in a written test. */
const WIDTH = 120;

const quote = (text: string) => {
  const inside = JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"');
  return inside.includes("'") && !inside.includes('"') ? `"${inside}"` : `'${inside.replaceAll("'", "\\'")}'`;
};

const keyOf = (key: string) => {
  if (key === '__proto__') return `[${quote(key)}]`;
  return /^[a-z_$][\w$]*$/i.test(key) ? key : quote(key);
};

/** Writes plain data as a TypeScript literal in Biome's format: on one line if it fits into `room` characters. */
export function writeLiteral(value: unknown, indent = '', room = WIDTH): string {
  if (typeof value === 'string') return quote(value);
  if (typeof value !== 'object' || value === null) return String(value);
  const isList = Array.isArray(value);
  const parts = isList ? value : Object.entries(value);
  const [begin, end, space] = isList ? ['[', ']', ''] : ['{', '}', ' '];
  if (!parts.length) return begin + end;
  const write = (part: unknown, deeper: string, left: number) => {
    if (isList) return writeLiteral(part, deeper, left);
    const [key, inner] = part as [string, unknown];
    return `${keyOf(key)}: ${writeLiteral(inner, deeper, left - keyOf(key).length - 2)}`;
  };
  const line = `${begin}${space}${parts.map((part) => write(part, '', Number.POSITIVE_INFINITY)).join(', ')}${space}${end}`;
  if (line.length <= room) return line;
  const deeper = `${indent}  `;
  const lines = parts.map((part) => `${deeper}${write(part, deeper, WIDTH - deeper.length - 1)},`);
  return [begin, ...lines, `${indent}${end}`].join('\n');
}

/** A recorded step from which a test is written. The caller hides private values in it, if wanted. */
export interface TestedStep {
  event: AnyEventObject;
  snapshot: AnyMachineSnapshot;
}

/** The module that exports the tested machine. `path` is relative to the test. */
export interface MachineModule {
  path: string;
  /** The name of the machine's export. */
  name: string;
}

/** Matches names that a written test declares or imports itself. A machine with such a name is renamed. */
const USED =
  /^(actor|clock|createActor|createMachine|default|expect|fromPromise|input|machine|parent|silent|SimulatedClock|snapshot|test)$/;

/** Guesses the module and export of a machine from its id: `shop` becomes `shopMachine` in `./shopMachine`. */
export function guessModule(id: string): MachineModule {
  const inOneWord = id
    .replace(/^[^a-z_$]+|[^\w$]+$/gi, '')
    .replace(/[^\w$]+(.)/g, (_, first: string) => first.toUpperCase());
  const name = /machine$/i.test(inOneWord) ? inOneWord : `${inOneWord}Machine`;
  const own = /^[a-z_$]/i.test(name) ? name[0]!.toLowerCase() + name.slice(1) : 'machine';
  return { path: `./${own}`, name: own };
}

/** Returns the names of the invoked actors that are no machines, such as requests. A written test replaces them. */
function portsOf({ machine }: AnyMachineSnapshot, machineIds: readonly string[]): string[] {
  const { actors } = machine.implementations;
  const names = listStateNodes(machine.root).flatMap(({ invoke }) =>
    invoke.filter(({ id }) => !machineIds.includes(id)).map(({ src }) => String(src)),
  );
  const isMachine = (name: string) => Boolean((actors[name] as { root?: unknown } | undefined)?.root);
  return [...new Set(names)].filter((name) => !name.startsWith('xstate.') && !isMachine(name));
}

/** Writes the statement that creates the snapshot in which the tested actor starts. */
function writeBeginning(machine: string, { snapshot }: TestedStep): string[] {
  const { value, context } = snapshot;
  const hasContext = Object.keys(Object(context)).length > 0;
  const state = `value: ${writeLiteral(value, '    ', WIDTH - 12)}`;
  const data = hasContext ? [`context: ${writeLiteral(context, '    ', WIDTH - 23)} as never`] : [];
  const line = `  const snapshot = ${machine}.resolveState({ ${[state, ...data].join(', ')} });`;
  const isShort = line.length <= WIDTH && !line.includes('\n');
  return isShort
    ? [line]
    : [`  const snapshot = ${machine}.resolveState({`, ...[state, ...data].map((part) => `    ${part},`), '  });'];
}

/** Writes the statement that sends the event of a step, or advances the clock for an event of a timer. */
function writeStep({ event, snapshot }: TestedStep): string {
  const { delays } = snapshot.machine.implementations;
  const [, delay] = /^xstate\.after\.([^.]+)\./.exec(event.type) ?? [];
  const ms = delay === undefined ? undefined : (delays[delay] ?? Number(delay));
  if (typeof ms === 'number' && ms >= 0) return `  clock.increment(${ms});`;
  const cast = event.type.startsWith('xstate.') ? ' as never' : '';
  const indented = writeLiteral(event, '  ', WIDTH - '  actor.send();'.length - cast.length);
  return `  actor.send(${indented}${cast});`;
}

interface TestOptions {
  /** The ids of the invoked machines. Unlike other invoked actors, they run in the test. */
  machineIds: readonly string[];
  /** Why the test starts the actor from the snapshot of the first step, or '' if it starts the machine normally. */
  beginning?: string;
  /** Whether the machine sends events to its parent. */
  hasParent?: boolean;
}

/** Writes a test that repeats recorded steps of a machine. The first step is the start of the actor. */
export function writeTest(
  [first, ...steps]: readonly TestedStep[],
  { path, name: exported }: MachineModule,
  { machineIds, beginning = '', hasParent = false }: TestOptions,
): string {
  const { machine } = first!.snapshot;
  const name = USED.test(exported) ? 'testedMachine' : exported;
  const ports = portsOf(first!.snapshot, machineIds);
  const timed = steps.some((step) => writeStep(step).startsWith('  clock.'));
  const { input } = (beginning ? {} : first!.event) as { input?: unknown };
  const fails = [first!, ...steps].some(({ snapshot }) => snapshot.status === 'error');
  const clock = timed ? ['clock'] : [];
  const options = [
    ...(hasParent ? ['parent'] : clock),
    ...(input === undefined ? [] : ['input']),
    ...(beginning ? ['snapshot'] : []),
  ];
  const tested = ports.length ? 'machine' : name;
  const imports = [
    'createActor',
    ...(hasParent ? ['createMachine'] : []),
    ...(ports.length ? ['fromPromise'] : []),
    ...(timed ? ['SimulatedClock'] : []),
  ];
  const types = steps.map(({ event }) => eventLabelOf(event.type, machine));
  const { status, value } = (steps.at(-1) ?? first!).snapshot;
  const end = status === 'error' ? 'fails' : `is ${formatStateValue(value) || 'running'}`;
  const told = [...new Set([beginning ? 'a snapshot' : 'the start', ...types].reverse())].reverse();
  const title = `${machine.id} ${end} after ${told.slice(-3).join(', ')}`;
  const expected = ({ snapshot }: TestedStep) =>
    snapshot.status === 'error'
      ? "  expect(actor.getSnapshot().status).toBe('error');"
      : `  expect(actor.getSnapshot().value).toEqual(${writeLiteral(snapshot.value, '  ', 70)});`;
  const create = (actor: string, options: readonly string[]) =>
    `createActor(${[actor, ...(options.length ? [`{ ${options.join(', ')} }`] : [])].join(', ')})`;
  const ignore = (actor: string) => `  ${actor}.subscribe({ error: () => {} });`;
  const silent = [
    '/** Outside work that never answers: the test sends the answers. */',
    'const silent = fromPromise(() => new Promise(() => {})) as never;',
    '',
  ];
  const provided = writeLiteral({ actors: Object.fromEntries(ports.map((port) => [port, 0])) }, '  ', 80);
  return [
    "import { expect, test } from 'vitest';",
    `import { ${imports.join(', ')} } from 'xstate';`,
    `import { ${name === exported ? name : `${exported} as ${name}`} } from ${quote(path)};`,
    '',
    ...(ports.length ? silent : []),
    `test(${quote(title)}, () => {`,
    ...(timed ? ['  const clock = new SimulatedClock();'] : []),
    ...(input === undefined ? [] : [`  const input = ${writeLiteral(input, '  ', WIDTH - 17)};`]),
    ...(ports.length ? [`  const machine = ${name}.provide(${provided.replace(/: 0\b/g, ': silent')});`] : []),
    ...(beginning ? [...beginning.split('\n').map((line) => `  // ${line}`), ...writeBeginning(tested, first!)] : []),
    ...(hasParent
      ? [
          '  // The machine sends events to its parent. Here, the parent ignores them.',
          `  const parent = ${create('createMachine({})', clock)}.start();`,
        ]
      : []),
    `  const actor = ${create(tested, options)}${fails ? '' : '.start()'};`,
    ...(fails
      ? [
          '  // Vitest would report the error, although it is expected.',
          ...(hasParent ? [ignore('parent')] : []),
          ignore('actor'),
          '  actor.start();',
        ]
      : []),
    expected(first!),
    ...steps.flatMap((step) => ['', writeStep(step), expected(step)]),
    '});',
    '',
  ].join('\n');
}
