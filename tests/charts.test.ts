import { describe, expect, test } from 'vitest';
import { createMachine } from 'xstate';
import { chartOf, oddities, sectionOf } from './charts';
import { machines } from './machines';
import { nodesOf } from './words';

const intro = `# Machines

Each flow of the page is one machine, and each machine is one file in this folder. The charts below
are drawn from those files by a test, which fails when a chart and its machine no longer agree. To
draw them again, then read the difference before you commit it:

    npx vitest run --project unit -u

An arrow says \`event [guard] / action\`; a state, what happens whenever it is entered or left, and "(busy)" that somebody has to wait. "x answers" and "x fails" are the two ends of something
asked of the world; "anywhere" stands for every state of the box that it is in; "(anew)" starts a
state over even if the machine is in it already.

To look at a machine in Stately's editor (https://stately.ai/editor), open the code panel there and
paste the whole file: it is one literal, without parts from elsewhere. Only its imports stay empty.`;

test('the drawn charts are the machines', async () => {
  const sections = machines.map(({ machine, source }) => sectionOf(machine, source));
  await expect(`${[intro, ...sections].join('\n\n')}\n`).toMatchFileSnapshot('../machines/README.md');
});

describe.each(machines)('$name', ({ name, machine, source }) => {
  test('is one literal that an editor can read', () => {
    expect(oddities(source)).toEqual([]);
  });

  test('is called like its file, and each actor like its source', () => {
    expect(machine.id).toBe(name);
    for (const { id, src } of nodesOf(machine.root).flatMap(({ invoke }) => invoke)) expect(id).toBe(src);
  });

  test('keeps its chart as plain JSON', () => {
    const plain = createMachine(JSON.parse(JSON.stringify(machine.config)));
    expect(chartOf(plain.provide(machine.implementations as never))).toBe(chartOf(machine));
  });
});

test('a chart that is lost in plain JSON is found out', () => {
  const hidden = createMachine({
    id: 'm',
    initial: 'a',
    states: { a: { on: { go: { guard: () => true, target: 'b' } } }, b: { entry: () => {} } },
  });
  const plain = createMachine(JSON.parse(JSON.stringify(hidden.config)));
  expect(chartOf(plain)).not.toBe(chartOf(hidden));
});

describe('a file that an editor cannot read is found out', () => {
  const plain = "setup({}).createMachine({ id: 'x', context: ({ input }) => ({ ...input, left: 1 }) });";

  test('a plain one passes', () => expect(oddities(plain)).toEqual([]));

  test.each([
    ['two machines', plain + plain],
    ['no setup', "createMachine({ id: 'x' });"],
    ['a machine from elsewhere', 'setup({}).createMachine(config);'],
    ['spread', plain.replace('context:', 'states: {\n    ...shared,\n  },\n  context:')],
    ['a computed key', plain.replace('context:', 'states: { [first]: {} }, context:')],
    ['sendParent', `${plain} sendParent({});`],
    ['systemId', plain.replace('context:', "invoke: { systemId: 'x' }, context:")],
  ])('%s', (_, source) => expect(oddities(source)).not.toEqual([]));
});

test('a chart shows delays, guards, actors, tags, nesting and what holds anywhere', () => {
  const machine = createMachine(
    {
      id: 'm',
      initial: 'a',
      on: { stop: '.b', ping: { actions: 'note' }, pong: { target: '.a', reenter: true } },
      states: {
        a: {
          initial: 'x',
          invoke: { id: 'ask', src: 'ask', onDone: { guard: 'fine', target: 'b' }, onError: '.y' },
          states: { x: { tags: 'busy', after: { rest: 'y' } }, y: { always: '#m.b' } },
        },
        b: { type: 'final' },
      },
    },
    { delays: { rest: 700 } },
  );
  expect(chartOf(machine).split('\n')).toEqual([
    'stateDiagram-v2',
    '  [*] --> m_a',
    '  state "a · asks ask" as m_a',
    '  state m_a {',
    '    [*] --> m_a_x',
    '    state "x (busy)" as m_a_x',
    '    state "y" as m_a_y',
    '    state "anywhere" as m_a_anywhere',
    '  }',
    '  state "b" as m_b',
    '  m_b --> [*]',
    '  state "anywhere" as m_anywhere',
    '  m_anywhere --> m_b: stop',
    '  m_anywhere --> m_anywhere: ping / note',
    '  m_anywhere --> m_a: pong (anew)',
    '  m_a --> m_b: ask answers [fine]',
    '  m_a_anywhere --> m_a_y: ask fails',
    '  m_a_x --> m_a_y: after rest (700 ms)',
    '  m_a_y --> m_b: at once',
  ]);
});
