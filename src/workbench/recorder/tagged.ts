/**
 * Encodes values for messages between an app and the workbench. A value that JSON can't represent becomes an object
 * with the key `$`, which lists its kind and its parts: `{"$": ["Map", [["a", 1]]]}`.
 */

/** The maximum depth of an encoded value. Deeper parts are replaced by “…”. */
const DEPTH = 50;
/** The maximum number of objects in an encoded value. Further ones are replaced by “…”. */
const PARTS = 200_000;

const tag = (...parts: unknown[]) => ({ $: parts });
/** Encodes a text that stands for a value that can't be sent. */
const say = (text: string) => tag('Text', text);

/** Returns the result of `look()`, or a stand-in if it throws. Getters and proxies may throw. */
function tryToRead(look: () => unknown): unknown {
  try {
    return look();
  } catch {
    return say("(can't be read)");
  }
}

/** Encodes any value as plain JSON. Never throws. */
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
    if (it.sessionId && it.system) return say(`(actor ${it.id})`);
    if (ArrayBuffer.isView(it)) return say(`(${kind} of ${it.byteLength} bytes)`);
    if (typeof it.toJSON === 'function') return look((it.toJSON as () => unknown).call(it));
    const parts = Object.keys(it).map((key) => [key, tryToRead(() => look(it[key]))]);
    const plain = Object.fromEntries(parts);
    return '$' in plain ? tag('Object', parts) : plain;
  };
  return look(value);
}

/** Creates an error from its encoded parts, without a stack. */
function errorOf(name: unknown, message: unknown, cause: unknown) {
  const error = new Error(String(message));
  Object.defineProperty(error, 'name', { value: String(name), configurable: true });
  error.stack = '';
  if (cause !== undefined) error.cause = cause;
  return error;
}

/** Decodes the result of `encodeTagged()`. Keeps objects with an invalid `$`, because any program may send them. */
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
