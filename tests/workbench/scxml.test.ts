import scion from '@scion-scxml/core';
import { expect, test } from 'vitest';
import {
  type AnyEventObject,
  type AnyMachineSnapshot,
  type AnyStateMachine,
  assign,
  createMachine,
  transition,
} from 'xstate';
import { formatAsScxml } from '../../src/workbench/charts/scxml';
import { generateAllPaths } from '../engine/paths';
import { listStateNodes, serializeValue, transitionsOf } from '../engine/words';
import { worlds } from '../samples/worlds';
import { allMachines } from '../support/machines';

/** Runs exported SCXML with SCION, a second interpreter, and the guards and actions of the machine. */

interface Element {
  name: string;
  attributes: Record<string, string>;
  children: Element[];
  text: string;
}

const unescapeXml = (text: string) =>
  text
    .replace(/&lt;/g, '<')
    .replace(/&quot;/g, '"')
    .replace(/&amp;/g, '&');

function readXml(xml: string): Element {
  const root: Element = { name: '', attributes: {}, children: [], text: '' };
  const open = [root];
  for (const [, close, name, attributes = '', single, text] of xml.matchAll(
    /<(\/)?([\w?]+)((?:\s[\w:]+="[^"]*")*)\s*(\/|\?)?>|([^<]+)/g,
  )) {
    const parent = open.at(-1)!;
    if (text !== undefined) parent.text += unescapeXml(text.trim());
    else if (close) open.pop();
    else if (name !== '?xml') {
      const pairs = [...attributes.matchAll(/([\w:]+)="([^"]*)"/g)].map(([, key, value]) => [key, unescapeXml(value!)]);
      const element = { name: name!, attributes: Object.fromEntries(pairs), children: [], text: '' };
      parent.children.push(element);
      if (!single) open.push(element);
    }
  }
  return root.children[0]!;
}

type Run = (args: object, params: unknown) => unknown;

/** Runs guards and actions of `machine` one by one, on a context of its own. */
function worldOf(machine: AnyStateMachine, input: unknown) {
  const { config, implementations } = machine;
  const given = config.context as unknown;
  const world = {
    context: (typeof given === 'function' ? given({ input }) : (given ?? {})) as Record<string, unknown>,
    // The first event needs a type of its own: for `xstate.init`, XState performs no action in `on`.
    event: { type: 'begin', input } as AnyEventObject,
  };
  const nodes = listStateNodes(machine.root);
  const transitions = nodes.flatMap(transitionsOf);
  const paramsOf = (it: unknown) => {
    const { params } = Object(it) as { params?: unknown };
    return typeof params === 'function' ? params(world) : params;
  };
  /** Lets XState change the context by an action, in a machine without states. */
  const run = (actions: unknown) => {
    const runner = createMachine({ id: 'runner', on: { '*': { actions } } } as never, implementations as never);
    const before = runner.resolveState({ value: {}, context: world.context } as never);
    world.context = transition(runner, before, world.event)[0].context;
  };
  const idle = () => {};
  const enqueue = Object.assign(() => {}, {
    assign: (it: never) => run(assign(it)),
    ...{ spawnChild: idle, stopChild: idle, raise: idle, sendTo: idle, emit: idle, cancel: idle },
  });
  const guard = (name: string, index: number) =>
    Boolean((implementations.guards[name] as unknown as Run)(world, paramsOf(transitions[index]!.guard)));
  const action = (name: string, where: string | number) => {
    const node = nodes.find(({ id }) => id === where);
    const list = node ? [...node.entry, ...node.exit] : transitions[where as number]!.actions;
    const given = list.find((one) => Object(one).type === name) ?? name;
    const { type, collect } = Object(implementations.actions[name]) as { type?: string; collect?: Run };
    if (type === 'xstate.assign') run(given);
    collect?.({ ...world, enqueue, check: () => true, self: {} }, paramsOf(given));
  };
  return { world, guard, action };
}

const argumentsOf = (call: string) => JSON.parse(`[${call.replace(/^\w+\(|\)$/g, '')}]`) as [string, never];

function modelOf({ name, attributes, children }: Element, does: ReturnType<typeof worldOf>): object {
  const of = (...names: string[]) => children.filter((child) => names.includes(child.name));
  const scripts = (element: Element | undefined) => {
    const calls =
      element?.children.filter((child) => child.name === 'script').map(({ text }) => argumentsOf(text)) ?? [];
    return calls.map((call) => () => does.action(...call));
  };
  const { id, initial } = attributes;
  return {
    id,
    $type: name,
    ...(initial && { initial: initial.split(' ') }),
    onEntry: of('onentry').flatMap(scripts),
    onExit: of('onexit').flatMap(scripts),
    transitions: of('transition').map((one) => {
      const { event, cond, target, type } = one.attributes;
      return {
        ...(event && { event }),
        ...(target && { target: target.split(' ') }),
        ...(type && { type }),
        ...(cond && { cond: () => does.guard(...argumentsOf(cond)) }),
        onTransition: scripts(one),
      };
    }),
    states: of('state', 'parallel', 'final').map((child) => modelOf(child, does)),
  };
}

/** Runs `xml` along every generated path of `machine`, and compares states and context after each step. */
async function compare(machine: AnyStateMachine, xml: string) {
  const [root] = readXml(xml).children;
  for (const { input, follow } of generateAllPaths(machine, worlds[machine.id])) {
    const does = worldOf(machine, input);
    // SCION copies a model as JSON, so a function creates it here.
    const chart = new scion.Statechart((() => ({ states: [modelOf(root!, does)] })) as never);
    chart.start();
    const send = (event: AnyEventObject) => {
      does.world.event = event;
      chart.gen({ name: event.type, data: event });
    };
    const visit = (snapshot: AnyMachineSnapshot) => {
      const leaves = snapshot._nodes.filter((node) => !Object.keys(node.states).length);
      expect([...chart.getConfiguration()].sort()).toEqual(leaves.map(({ id }) => id).sort());
      expect(serializeValue(does.world.context)).toBe(serializeValue(snapshot.context));
    };
    await follow({ send, visit: visit as never });
  }
}

test.each(allMachines)('another SCXML interpreter takes every path of $name through the same states', ({ machine }) =>
  compare(machine, formatAsScxml(machine)),
);

test('SCXML contains deep history and its default transition', () => {
  const machine = createMachine({
    id: 'm',
    initial: 'a',
    states: {
      a: {
        initial: 'x',
        states: {
          x: {},
          y: {},
          deep: { type: 'history', history: 'deep', target: 'y' },
          plain: { type: 'history' },
        },
      },
      b: { on: { back: 'a.deep' } },
    },
  });
  const xml = formatAsScxml(machine).replace(/\n\s*/g, '');
  expect(xml).toContain('<history id="m.a.deep" type="deep"><transition target="m.a.y"/></history>');
  expect(xml).toContain('<history id="m.a.plain" type="shallow"><transition target="m.a.x"/></history>');
});
