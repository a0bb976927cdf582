import type { AnyStateMachine, AnyStateNode, AnyTransitionDefinition } from 'xstate';
import { listSelfAndAncestors, listStateNodes, transitionsOf } from './structure';

const escapeXml = (text: string) => text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/"/g, '&quot;');
const nameOf = (it: unknown) => (typeof it === 'string' ? it : ((it as { type?: string }).type ?? ''));
const isTimer = (action: unknown) => /^xstate\.(raise|cancel)$/.test(nameOf(action));
const eventOf = (type: string) => type.replace(/^xstate\.(done\.state\.)/, '$1');

type Attributes = Record<string, string | undefined | false>;

function tag(name: string, attributes: Attributes, children: readonly string[] = []): string {
  const given = Object.entries(attributes).filter(([, value]) => value !== undefined && value !== false);
  const open = `<${name}${given.map(([key, value]) => ` ${key}="${escapeXml(String(value))}"`).join('')}`;
  if (!children.length) return `${open}/>`;
  return [`${open}>`, ...children.flatMap((child) => child.split('\n')).map((line) => `  ${line}`), `</${name}>`].join(
    '\n',
  );
}

/** Returns an action as the call `action(name, where)`. `where` is the state or transition that has the action. */
const script = (action: unknown, where: string | number) =>
  tag('script', {}, [escapeXml(`action(${JSON.stringify(nameOf(action))}, ${JSON.stringify(where)})`)]);

/** Returns SCXML's attributes for the target of a transition. */
function targetOf({ source, target, reenter }: AnyTransitionDefinition): Attributes {
  if (!target?.length) return {};
  const within = (node: AnyStateNode) => node !== source && listSelfAndAncestors(node).includes(source);
  if (reenter) return { target: target.map(({ id }) => id).join(' ') };
  const [first] = target;
  if (first === source) {
    // If a transition leads to its own state, without `reenter`, XState restarts only the child states.
    const inside = source.type === 'compound' ? source.initial.target.map(({ id }) => id).join(' ') : undefined;
    return inside ? { target: inside, type: 'internal' } : {};
  }
  return { target: target.map(({ id }) => id).join(' '), type: target.every(within) && 'internal' };
}

/** Returns the element of a history state, with the states to enter if there is no history yet. */
function historyTag(node: AnyStateNode): string {
  const { target } = node.config as { target?: string | string[] };
  const initial = node.parent!.type === 'compound' ? node.parent!.initial.target.map(({ id }) => id) : [];
  const named = [target ?? []].flat().map((one) => {
    const path = one.replace(/^\./, '');
    return node.machine.getStateNodeById(path.startsWith('#') ? path : `${node.parent!.id}.${path}`).id;
  });
  const type = node.history === 'deep' ? 'deep' : 'shallow';
  return tag('history', { id: node.id, type }, [
    tag('transition', { target: (named.length ? named : initial).join(' ') }),
  ]);
}

/**
 * Returns `machine` as SCXML. Guards and actions are calls of `guard(name, transition)` and `action(name, where)`,
 * which the interpreter must provide. `transition` is an index, and `where` is an index or the id of a state.
 */
export function formatAsScxml(machine: AnyStateMachine): string {
  const all = listStateNodes(machine.root).flatMap(transitionsOf);
  const { delays } = machine.implementations;
  const transitionTag = (transition: AnyTransitionDefinition) => {
    const index = all.indexOf(transition);
    const { guard, eventType, actions } = transition;
    const attributes = {
      event: eventOf(eventType) || undefined,
      cond: guard && `guard(${JSON.stringify(nameOf(guard))}, ${index})`,
      ...targetOf(transition),
    };
    return tag(
      'transition',
      attributes,
      actions.map((action) => script(action, index)),
    );
  };
  const stateTag = (node: AnyStateNode): string => {
    if (node.type === 'history') return historyTag(node);
    const timers = node.after.map(({ delay, eventType }) => {
      const fixed = typeof delay === 'number' ? delay : delays[delay as string];
      const when =
        typeof fixed === 'number' ? { delay: `${fixed}ms` } : { delayexpr: `delay(${JSON.stringify(delay)})` };
      return {
        send: tag('send', { event: eventType, id: eventType, ...when }),
        cancel: tag('cancel', { sendid: eventType }),
      };
    });
    const entry = [
      ...node.entry.filter((one) => !isTimer(one)).map((one) => script(one, node.id)),
      ...timers.map(({ send }) => send),
    ];
    const exit = [
      ...node.exit.filter((one) => !isTimer(one)).map((one) => script(one, node.id)),
      ...timers.map(({ cancel }) => cancel),
    ];
    const kind = node.type === 'parallel' || node.type === 'final' ? node.type : 'state';
    const initial = node.type === 'compound' ? node.initial.target.map(({ id }) => id).join(' ') : undefined;
    return tag(kind, { id: node.id, initial }, [
      ...(entry.length ? [tag('onentry', {}, entry)] : []),
      ...(exit.length ? [tag('onexit', {}, exit)] : []),
      ...node.invoke.map(({ id, src }) => tag('invoke', { type: 'xstate', id, src: nameOf(src) })),
      ...transitionsOf(node).map(transitionTag),
      ...Object.values(node.states).map(stateTag),
    ]);
  };
  const root = { xmlns: 'http://www.w3.org/2005/07/scxml', version: '1.0', name: machine.id, datamodel: 'ecmascript' };
  return `<?xml version="1.0" encoding="UTF-8"?>\n${tag('scxml', root, [stateTag(machine.root)])}\n`;
}
