import { readdirSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { createMachine } from 'xstate';
import { chartOf } from '../../src/workbench/chart/chart';
import { nodesOf } from '../engine/words';
import { machines } from '../support/machines';
import { oddities, pictureOf, sectionOf } from './charts';

const intro = `# Machines

Each flow of the page is one machine, and each machine is one file in this folder. A test draws the
charts from those files. It fails when a chart and its machine no longer agree. To draw them again,
run this, then look at the pictures that changed before you commit them:

    npx vitest run --project unit tests/conventions/charts.test.ts -u

[CONTRIBUTING](../.github/CONTRIBUTING.md#add-a-machine) says how to add a machine, or a step to one.

## How to read a chart

- A box is a state. "busy" means that the visitor waits. A double border means that the flow ends there.
- "invokes" names the outside work that runs while the state is active: "x answers" and "x fails" are its two ends.
- A label says what happens in bold, then the condition in [brackets], then / what is done.
- One line stands for all transitions between two boxes. Small arrows say which way each one goes.
- A row in a box needs no line: ↻ stays in the box or starts it over, × does nothing, › leads to a state in it.
- "anywhere" rows hold in every state of the box. A small triangle marks a state that such a row leads to.
- A pill is a decision that is taken at once. Dashed boxes are active together.

elkjs lays the charts out. Its licence is EPL-2.0; it is a tool of developers, and nothing of it is in the site.

## How to watch the machines run

Run \`npm run dev\` and open \`/?workbench#connect\`. The page runs on the left, the workbench stands on the right.

- **Running** lists the machines that run. Choose one to see its chart; arrow keys move along the list.
- **What can happen now** lists events, answers and failures of outside work, and timers. A button makes it happen.
  "…" edits the data of an event as JSON. Below stands what is refused, and by which guard.
- **The chart** lights the current path, and draws the last transition thick. One that a guard refused is dashed.
  "Outline" shows the top states alone.
- **The log** lists every step, the newest first. Choose one, or move the slider, to look at the past. It shows what
  changed in the context, and copies a test: save it as a file in \`tests/machines\` and it runs.
- **Hidden values** masks whatever the trace masks: addresses, messages, signatures, links and names. What is copied is
  always masked.
- **Stop the clock** holds all timers. Their buttons let them run out at once.
- **Own window** opens the workbench in a window of its own.

For example, to see what happens when a wallet never answers: choose an installed wallet on the page, then "attempt" under
Running, and press its timer "after 2 min". Without one, choose Rainbow and press **Stop the clock** at once. Then press
\`code.arrived\`, \`link.followed\` and the timer.

\`/?inspect\` shows a button that opens Stately's inspector (https://stately.ai/inspect) with masked values.

## How to play a path

Run \`npm run gallery\`. It builds static pages into \`.gallery\` and serves them at http://localhost:4174
(\`PORT=8080 npm run gallery\` takes another port). The pages need no server of ours: any static host will do.

- The index shows all machines. "/" searches machines, states and events.
- A machine's page lists its **scenarios** and all generated **paths**: the same that the tests take.
- Choose one, then press Play, or step with ← and →. The chart lights the path, and the real view stands beside it.
- Below stand tables of all states and events. **Copy as test** copies a test file that replays what was played.

Scenarios are written in \`tests/samples/scenarios.ts\`: for example, "The wallet never answers" on the page of "attempt".
In them the [scripted wallet](../tests/wallet/README.md) answers, the same as in the tests and the demo.

## How to try the page without a wallet

Run \`npm run demo\` and open http://localhost:4175. It builds the site for a chain with names, a relay, a phone, a sign-in
server and a wallet, all on this machine. Nothing in it is real, and nothing leaves this computer.

1. Press "Connect wallet" and choose Demo Wallet. The wallet comes up: press Approve.
2. Press "Send message" on the page, and Sign in the wallet. You're signed in, and "Account" shows amina.eth.
3. Press Wallet, then "Send 0.01 ETH", and Send. The account dialog lists it as pending, until you press "Mine a block".
4. Choose Polygon in the wallet. Press "Wrong network" on the page, choose Ethereum, and press "Go there" in the wallet.
   Disconnect stands in the account dialog.
5. To use the phone, choose WalletConnect on the page. Then press "On a phone" and "Scan the code" in the wallet.

The strip at the foot breaks the relay and the sign-in server. "Next requests" lets the wallet answer by itself, or late.
"Start over" clears everything. The wallet is [the one of the tests](../tests/wallet/README.md).

## How to inspect another app

Run \`npm run inspector\` and open http://localhost:4176. Any XState 5 app is inspected with one line, by
\`@statelyai/inspect\`:

    import { createWebSocketInspector } from '@statelyai/inspect';
    createActor(machine, { inspect: createWebSocketInspector({ url: 'ws://localhost:4176' }).inspect }).start();

A page may open the inspector instead, in a click: \`createBrowserInspector({ url: 'http://localhost:4176' })\`. The chart,
the log and time travel are those of the workbench, and values are hidden until you press **Hidden values**. Events can't
be sent, since the wire format has no way back. A page sends its steps when its browser is idle, so on a busy machine
they come late. The wire doesn't tell what guards say: an event counts as refused if its transition would lead elsewhere
and nothing has changed. For machines of more than five levels, add \`serializationDepthLimit: 30\`.

## Other tools

\`npm run machines\` writes every machine into \`.machines\` as JSON, SCXML, Mermaid and SVG (full and outline). In SCXML,
guards and actions are calls that whoever runs the file provides: \`guard(name, transition)\`, \`action(name, where)\`.
Tests run the SCXML with SCION, a second interpreter, along every generated path: states and context are the same.

To look at a machine in Stately's editor (https://stately.ai/editor), open its code panel and paste
the whole file. Only the imports stay empty.`;

test('machines/README.md shows every machine', async () => {
  const sections = machines.map(({ machine, source }) => sectionOf(machine, source));
  await expect(`${[intro, ...sections].join('\n\n')}\n`).toMatchFileSnapshot('../../machines/README.md');
});

test('every chart belongs to a machine', () => {
  const names = machines.map(({ name }) => `${name}.svg`).sort();
  expect(readdirSync('machines/charts').sort()).toEqual(names);
});

describe.each(machines)('the file of the $name machine', ({ name, machine, source }) => {
  test('the drawn chart is up to date', async () => {
    await expect(await pictureOf(machine)).toMatchFileSnapshot(`../../machines/charts/${name}.svg`);
  });

  test('the machine is one literal that an editor can read', () => {
    expect(oddities(source)).toEqual([]);
  });

  test('the machine has the name of its file, and each actor that of its source', () => {
    expect(machine.id).toBe(name);
    for (const { id, src } of nodesOf(machine.root).flatMap(({ invoke }) => invoke)) expect(id).toBe(src);
  });

  test('the machine keeps its chart as plain JSON', () => {
    const plain = createMachine(JSON.parse(JSON.stringify(machine.config)));
    expect(chartOf(plain.provide(machine.implementations as never))).toEqual(chartOf(machine));
  });
});

test('finds a chart that plain JSON would lose', () => {
  const hidden = createMachine({
    id: 'm',
    initial: 'a',
    states: { a: { on: { go: { guard: () => true, target: 'b' } } }, b: { entry: () => {} } },
  });
  const plain = createMachine(JSON.parse(JSON.stringify(hidden.config)));
  expect(chartOf(plain)).not.toEqual(chartOf(hidden));
});

describe('finds a file that an editor cannot read', () => {
  const plain = "setup({}).createMachine({ id: 'x', context: ({ input }) => ({ ...input, left: 1 }) });";

  test('accepts a plain machine', () => expect(oddities(plain)).toEqual([]));

  test.each([
    ['two machines', plain + plain],
    ['no setup', "createMachine({ id: 'x' });"],
    ['a machine from elsewhere', 'setup({}).createMachine(config);'],
    ['spread', plain.replace('context:', 'states: {\n    ...shared,\n  },\n  context:')],
    ['a computed key', plain.replace('context:', 'states: { [first]: {} }, context:')],
    ['sendParent', `${plain} sendParent({});`],
    ['systemId', plain.replace('context:', "invoke: { systemId: 'x' }, context:")],
  ])('finds %s', (_, source) => expect(oddities(source)).not.toEqual([]));
});
