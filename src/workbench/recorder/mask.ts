/** A step of a machine, with all its data. */
export interface RecordedStep {
  actor: string;
  machine: { id: string; events: readonly string[] };
  event: { type: string };
  state: unknown;
  context: unknown;
  times: number;
}

/** A step without private data. Only the first step of an actor has a context. */
interface MaskedStep extends Pick<RecordedStep, 'actor' | 'state' | 'times'> {
  machine: string;
  event: unknown;
  context?: unknown;
}

/** Writes steps without private data. An app can supply its own function. */
export type TraceWriter = (steps: readonly RecordedStep[]) => { steps: MaskedStep[] };

/** Matches field names and list indexes. Fields with other keys are omitted, because the keys may be private. */
const FIELD = /^([a-z_$][\w$-]{0,40}|\d{1,3}|)$/i;
/** Matches types of XState's own events that contain no data. */
const KNOWN = /^xstate\.(?!.*0x)[\w.:$-]+$/;
const ERROR_NAME = /^[A-Z]\w{0,30}Error$/;

const isSmall = (it: unknown) => typeof it === 'number' && Number.isInteger(it) && Math.abs(it) < 2 ** 20;

/** Returns a copy of a plain object, a list or an error, for `JSON.stringify()`. Replaces other objects by a text. */
function openObject(it: object): unknown {
  if (it instanceof Error) {
    const { name, code, cause } = it as Error & { code?: unknown };
    return { name, code, cause };
  }
  if (Array.isArray(it)) return [...it];
  const kind = Object.getPrototypeOf(it);
  return kind === null || Object.getPrototypeOf(kind) === null ? { ...it } : '$object 0';
}

/** Stands for `undefined`, which JSON lacks. Hidden values never have this text, because theirs ends with a number. */
const NOTHING = '$undefined';

/** Replaces the stand-in for `undefined` in a value parsed from JSON. */
function restoreUndefined(value: unknown): unknown {
  if (value === NOTHING) return undefined;
  if (typeof value !== 'object' || value === null) return value;
  for (const [key, part] of Object.entries(value)) Reflect.set(value, key, restoreUndefined(part));
  return value;
}

/**
 * Hides all data of steps except field names, event types, small numbers and booleans. `"$string 2"` stands for the
 * second hidden value. Equal values have equal numbers, but number 0 stands for any value.
 */
export const hideValues: TraceWriter = (steps) => {
  const hidden: string[] = [];
  const met = new Set<string>();
  const hide = (field: string, it: unknown) => {
    const same = String(it).toLowerCase();
    const kind = /^0x/.test(same) ? 'hex' : typeof it;
    // Short items of a list get the number 0. Equal numbers would show which bytes or letters are equal.
    const isPart = /^\d+$/.test(field) && same.length < 4;
    return `$${kind} ${isPart ? 0 : hidden.indexOf(same) + 1 || hidden.push(same)}`;
  };
  const redactFor = (types: readonly string[]) => (field: string, given: unknown) => {
    if (!FIELD.test(field)) return undefined;
    if (given === undefined) return NOTHING;
    const it: unknown = given?.valueOf?.() ?? given;
    if (!it || it === true || isSmall(it)) return it;
    if (typeof it === 'object') return openObject(it);
    const isKnown = field === 'type' && (types.includes(String(it)) || KNOWN.test(String(it)));
    return isKnown || (field === 'name' && ERROR_NAME.test(String(it))) ? it : hide(field, it);
  };
  return {
    steps: steps.map(({ actor, machine, event, state, context, times }): MaskedStep => {
      const begun = met.size < met.add(actor).size ? context : undefined;
      const tell = (event: unknown, context: unknown) => {
        const told = JSON.parse(JSON.stringify({ event, context }, redactFor(machine.events)));
        return { actor, machine: machine.id, state, times, ...(restoreUndefined(told) as typeof told) };
      };
      try {
        return tell(event, begun);
      } catch {
        // A getter in the data may throw.
        return tell({ type: event.type }, begun && {});
      }
    }),
  };
};
