import { type AnyStateMachine, createMachine } from 'xstate';

type Config = { [part: string]: unknown; states?: Record<string, Config> };

/** A machine with the states and transitions of another app's machine, but without its guards and actions. */
export interface RebuiltMachine {
  machine: AnyStateMachine;
  /** Whether `@statelyai/inspect` has left out deep states because of its depth limit. */
  isCut: boolean;
  /** Returns a machine that also has the states in the state value `value`, if the depth limit left them out. */
  with(value: unknown): RebuiltMachine;
  /** Returns the part of the state value `value` whose states the machine has. */
  fit(value: unknown): unknown;
}

const isObject = (it: unknown): it is Config => typeof it === 'object' && it !== null && !Array.isArray(it);

/** Whether `it` is a text that `@statelyai/inspect` writes in place of values below `serializationDepthLimit`. */
const isCutMark = (it: unknown) => it === '[Object]' || it === '[Array]' || it === '"[Object]"';

/** Removes the texts that stand for left-out values, and `params` that were functions. Calls `cut` for each text. */
function restore(key: string, value: unknown, cut: () => void): unknown {
  if (isCutMark(value)) {
    cut();
    // The name of this guard or action was left out. “…” shows that there is one.
    return /^(guard|actions|entry|exit)$/.test(key) ? '…' : undefined;
  }
  if (key === 'params' && Object(value).type === 'params') return undefined;
  if (Array.isArray(value)) return value.map((item) => restore('', item, cut)).filter((item) => item !== undefined);
  if (!isObject(value)) return value;
  const restored = Object.entries(value).map(([name, part]): [string, unknown] => {
    if (key !== 'states') return [name, name === 'context' ? undefined : restore(name, part, cut)];
    return [name, restore('', part, cut) ?? {}];
  });
  return Object.fromEntries(restored.filter(([, part]) => part !== undefined));
}

/** The key of the placeholder for unknown states. */
const UNKNOWN = '…';

/** Adds the states of `path` below `config` where they are missing. */
function addPath(config: Config, path: readonly string[]) {
  let here = config;
  for (const key of path) {
    if (!here.states) {
      here.states = {};
      here.initial ??= UNKNOWN;
      here.states[String(here.initial)] = {};
    }
    if (!Object.hasOwn(here.states, key)) here.states[key] = {};
    here = here.states[key]!;
  }
}

/** Returns the targets of the transitions in a part of a state's configuration. */
function targetsIn(part: unknown): string[] {
  if (typeof part === 'string') return [part];
  if (Array.isArray(part)) return part.flatMap(targetsIn);
  return isObject(part) ? [part.target ?? []].flat().filter((target) => typeof target === 'string') : [];
}

/** Adds the missing states that are targets of transitions. */
function addTargets(root: Config) {
  const ids = new Map<string, Config>();
  const each = (config: Config, path: string[], visit: (config: Config, parent: string[]) => void) => {
    visit(config, path);
    for (const [key, child] of Object.entries(config.states ?? {})) each(child, [...path, key], visit);
  };
  const rootId = String(root.id ?? '(machine)');
  each(root, [], (config, path) => ids.set(String(config.id ?? [rootId, ...path].join('.')), config));
  const add = (config: Config, path: string[], target: string) => {
    if (target.startsWith('.')) return addPath(config, target.slice(1).split('.'));
    if (!target.startsWith('#')) return addPath(root, [...path.slice(0, -1), ...target.split('.')]);
    const parts = target.slice(1).split('.');
    for (let length = parts.length; length > 0; length--) {
      const found = ids.get(parts.slice(0, length).join('.'));
      if (found) return addPath(found, parts.slice(length));
    }
  };
  each(structuredClone(root), [], (config, path) => {
    const { on, after, always, onDone, invoke } = config;
    const invoked = [invoke ?? []].flat().filter(isObject);
    const own = [
      ...Object.values(Object(on)),
      ...Object.values(Object(after)),
      always,
      onDone,
      ...invoked.flatMap((one) => [one.onDone, one.onError, one.onSnapshot]),
    ];
    const here = path.reduce<Config>((at, key) => at.states![key]!, root);
    for (const target of own.flatMap(targetsIn)) add(here, path, target);
  });
  each(root, [], (config) => {
    if (config.states && typeof config.initial === 'string') addPath(config, [config.initial]);
  });
}

/** Adds the missing states of the state value `value`. Returns whether a state was missing. */
function addValue(config: Config, value: unknown): boolean {
  const inner = typeof value === 'string' ? { [value]: undefined } : value;
  if (isCutMark(value) || !isObject(inner)) return false;
  const keys = Object.keys(inner);
  const added = keys.map((key) => {
    const isNew = !Object.hasOwn(config.states ?? {}, key);
    addPath(config, [key]);
    return addValue(config.states![key]!, inner[key]) || isNew;
  });
  // Several active child states mean that the state is parallel. A parallel state has no initial state, so the
  // placeholder for the unknown initial state is removed.
  if (keys.length > 1 && config.initial === UNKNOWN) {
    delete config.states![UNKNOWN];
    delete config.initial;
    config.type = 'parallel';
  }
  return added.includes(true);
}

/** Returns the part of the state value `value` whose states exist in `config`. */
function fitValue(config: Config, value: unknown): unknown {
  if (!config.states) return undefined;
  if (isCutMark(value)) return Object.hasOwn(config.states, UNKNOWN) ? UNKNOWN : undefined;
  if (!isObject(value)) return value;
  const parts = Object.entries(value).map(([key, inner]): [string, unknown] => [
    key,
    fitValue(Object(config.states![key]), inner),
  ]);
  const [only] = parts;
  if (parts.length === 1 && only![1] === undefined && config.type !== 'parallel') return only![0];
  return Object.fromEntries(parts.map(([key, inner]) => [key, inner ?? {}]));
}

/** Builds a machine from a configuration as JSON. Returns null if `definition` describes another kind of actor. */
export function rebuildMachine(definition: string, delays: Record<string, number> = {}): RebuiltMachine | null {
  let isCut = false;
  const config = restore('', JSON.parse(definition), () => {
    isCut = true;
  });
  // The definition of an actor that is no machine contains at most a name.
  if (!isObject(config) || Object.keys(config).length < 2) return null;
  if (isCut) addTargets(config);
  const build = (config: Config): RebuiltMachine => ({
    machine: createMachine(config as never, { delays }),
    isCut,
    fit: (value) => (isCut ? fitValue(config, value) : value),
    with(value) {
      const fuller = structuredClone(config);
      return isCut && addValue(fuller, value) ? build(fuller) : this;
    },
  });
  return build(config);
}
