/**
 * Values on the wire between an app and the workbench. A value that JSON lacks is sent as an object with the key `$`,
 * which lists its kind and its parts: `{"$": ["Map", [["a", 1]]]}`.
 */

/** How deep values are sent. */
const DEPTH = 50;
/** The number of objects in a value after which the rest is left out. */
const PARTS = 200_000;

const tag = (...parts: unknown[]) => ({ $: parts });
/** Returns a text in place of a value that cannot be sent. */
const say = (text: string) => tag('Text', text);

/** Calls `look`, and returns its result. Getters and proxies may throw. */
function tryToRead(look: () => unknown): unknown {
  try {
    return look();
  } catch {
    return say("(can't be read)");
  }
}

/** Returns `value` as JSON, whatever it is. Never throws. */
export function encodeTagged(value: unknown): unknown {
  const above = new Set<unknown>();
  let left = PARTS;
  const look = (it: unknown): unknown => {
    if (typeof it === 'function') return say(`(function ${it.name})`);
    if (typeof it === 'number') return Number.isFinite(it) ? it : tag('Number', `${it}`);
    if (typeof it === 'symbol') return say(String(it));
    if (it === undefined || typeof it === 'bigint') return tag(typeof it, `${it}`);
    if (typeof it !== 'object' || it === null) return it;
    if (above.has(it)) return say('(circular)');
    left -= 1;
    if (left < 0 || above.size >= DEPTH) return say('…');
    above.add(it);
    const told = tryToRead(() => inside(it as Record<string, never>));
    above.delete(it);
    return told;
  };
  const inside = (it: Record<string, never>): unknown => {
    const kind = Object.prototype.toString.call(it).slice(8, -1);
    if (Array.isArray(it)) return it.map(look);
    if (kind === 'Map' || kind === 'Set') return tag(kind, [...(it as unknown as Set<unknown>)].map(look));
    if (kind === 'Date') return tag(kind, +it);
    if (it instanceof Error) return tag('Error', ...[it.name, it.message, it.cause].map(look));
    if (kind === 'RegExp') return say(`${it}`);
    if (typeof it.nodeType === 'number') return say(`<${it.nodeName}>`);
    // A reference to another actor.
    if (it.sessionId && it.system) return say(`(actor ${it.id})`);
    if (ArrayBuffer.isView(it)) return say(`(${kind} of ${it.byteLength} bytes)`);
    if (typeof it.toJSON === 'function') return look((it.toJSON as () => unknown).call(it));
    const parts = Object.keys(it).map((key) => [key, tryToRead(() => look(it[key]))]);
    const plain = Object.fromEntries(parts);
    return '$' in plain ? tag('Object', parts) : plain;
  };
  return look(value);
}

/** Makes a copy of an error of the app, without its stack. */
function errorOf(name: unknown, message: unknown, cause: unknown) {
  const error = new Error(String(message));
  Object.defineProperty(error, 'name', { value: String(name), configurable: true });
  error.stack = '';
  if (cause !== undefined) error.cause = cause;
  return error;
}

/** Returns the value that was encoded. An invalid tag is kept, because any program may send one. */
export function decodeTagged(it: unknown, depth = DEPTH * 2): unknown {
  if (typeof it !== 'object' || it === null) return it;
  if (!depth) return '…';
  const inner = (one: unknown) => decodeTagged(one, depth - 1);
  if (Array.isArray(it)) return it.map(inner);
  const { $: parts } = it as { $?: unknown };
  if (!Array.isArray(parts)) return Object.fromEntries(Object.entries(it).map(([key, part]) => [key, inner(part)]));
  const [kind, first, second, third] = parts;
  try {
    if (kind === 'undefined') return undefined;
    if (kind === 'bigint') return BigInt(first as string);
    if (kind === 'Number') return Number(first);
    if (kind === 'Map') return new Map(inner(first) as [unknown, unknown][]);
    if (kind === 'Set') return new Set(inner(first) as unknown[]);
    if (kind === 'Date') return new Date(typeof first === 'number' ? first : Number.NaN);
    if (kind === 'Error') return errorOf(first, second, inner(third));
    if (kind === 'Object')
      return Object.fromEntries((first as [string, unknown][]).map(([key, one]) => [key, inner(one)]));
    if (kind === 'Text') return String(first);
  } catch {}
  return it;
}
