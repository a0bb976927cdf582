/** Stands for a value that exceeds a limit of depth or size. */
const MORE = '…';
/** The maximum number of levels to which values are shown and compared. */
const DEPTH = 50;

interface Limits {
  depth?: number;
  /** The maximum number of fields and items. Further ones are replaced by “…”. */
  parts?: number;
  /** Keeps objects that are neither plain nor lists, instead of converting them. */
  isRaw?: boolean;
}

/** Returns a tag such as `[object Map]`. Unlike `instanceof`, it is also right for objects of other windows. */
const kindOf = (it: object) => Object.prototype.toString.call(it);

/** Returns the tag and id of an HTML element, such as `<a id="home">`. Returns null if `it` is no element. */
function elementOf(it: object) {
  const { nodeType, nodeName, id } = it as { nodeType?: unknown; nodeName?: unknown; id?: unknown };
  if (typeof nodeType !== 'number' || typeof nodeName !== 'string') return null;
  return `<${nodeName.toLowerCase()}${typeof id === 'string' && id ? ` id="${id}"` : ''}>`;
}

/** Returns a text or a plain object in place of an object that JSON can't represent. Returns null for any other. */
function standInOf(it: object): string | object | null {
  const kind = kindOf(it);
  if (it instanceof Error || kind === '[object Error]' || kind === '[object DOMException]') return String(it);
  if (kind === '[object Date]') return Number.isNaN(+(it as Date)) ? 'Invalid Date' : (it as Date).toISOString();
  if (kind === '[object Map]')
    return { [`Map(${(it as Map<unknown, unknown>).size})`]: [...(it as Map<unknown, unknown>)] };
  if (kind === '[object Set]') return { [`Set(${(it as Set<unknown>).size})`]: [...(it as Set<unknown>)] };
  if (kind === '[object RegExp]' || kind === '[object URL]') return String(it);
  if (ArrayBuffer.isView(it) && 'length' in it)
    return { [`${kind.slice(8, -1)}(${it.length})`]: [...(it as unknown as Iterable<unknown>)].slice(0, 64) };
  const element = elementOf(it);
  if (element) return element;
  const { toJSON } = it as { toJSON?: unknown };
  return typeof toJSON === 'function' ? { toJSON: toJSON.call(it) as unknown } : null;
}

/** Reads a field, whose getter may throw. */
export function readField(it: object, key: string): unknown {
  try {
    return Reflect.get(it, key);
  } catch (error) {
    return `(throws ${String(error)})`;
  }
}

/** Converts any value to plain JSON, even if it is circular, deep, or has getters that throw. */
export function toPlainJson(
  value: unknown,
  { depth = DEPTH, parts = Number.POSITIVE_INFINITY, isRaw = false }: Limits = {},
): unknown {
  const above = new Set<object>();
  let left = parts;
  const look = (it: unknown, levels: number): unknown => {
    left -= 1;
    if (left < 0) return MORE;
    if (typeof it === 'bigint') return isRaw ? it : `${it}n`;
    if (typeof it === 'symbol') return String(it);
    if (typeof it === 'function') return isRaw ? undefined : `(function ${it.name})`;
    if (typeof it === 'number' && !isRaw) return Number.isFinite(it) ? it : String(it);
    if (typeof it !== 'object' || it === null) return it;
    if (above.has(it)) return '(circular)';
    if (!levels) return MORE;
    above.add(it);
    try {
      return inside(it, levels - 1);
    } catch (error) {
      return `(can't be read: ${String(error)})`;
    } finally {
      above.delete(it);
    }
  };
  const inside = (it: object, levels: number): unknown => {
    if (Array.isArray(it)) return it.map((item) => look(item, levels));
    const prototype = Object.getPrototypeOf(it);
    const isPlain = prototype === null || Object.getPrototypeOf(prototype) === null;
    if (isRaw && !isPlain) return it;
    const instead = standInOf(it);
    if (typeof instead === 'string') return instead;
    if (instead && 'toJSON' in instead) return look(instead.toJSON, levels);
    const shown = instead ?? it;
    const fields = Object.keys(shown).map((key): [string, unknown] => [key, readField(shown, key)]);
    const kept = isRaw ? fields.filter(([, field]) => typeof field !== 'function') : fields;
    return Object.fromEntries(kept.map(([key, field]) => [key, look(field, levels)]));
  };
  return look(value, depth);
}

/** Stands for `undefined` while a value is written as JSON. It is too odd to occur in a value. */
const NOTHING = '\uFFFFnothing\uFFFF';

/** Writes a value as JSON, but with `undefined` as `undefined`. `parts` limits the number of fields that are read. */
export const formatJson = (value: unknown, parts?: number): string =>
  JSON.stringify(toPlainJson(value, parts === undefined ? {} : { parts }), (_, it) =>
    it === undefined ? NOTHING : it,
  ).replaceAll(`"${NOTHING}"`, 'undefined');

const isOpen = (it: unknown): it is object => typeof it === 'object' && it !== null;

/** Whether two values are equal in all their parts. Parts more than `levels` deep count as equal. */
export function isDeepEqual(one: unknown, other: unknown, levels = DEPTH): boolean {
  if (Object.is(one, other)) return true;
  if (!isOpen(one) || !isOpen(other) || kindOf(one) !== kindOf(other)) return false;
  if (!levels) return true;
  try {
    const [a, b] = [one, other].map((it) => (Array.isArray(it) ? it : (standInOf(it) ?? it)));
    if (!isOpen(a) || !isOpen(b)) return a === b;
    const keys = Object.keys(a);
    return (
      keys.length === Object.keys(b).length &&
      keys.every((key) => Object.hasOwn(b, key) && isDeepEqual(readField(a, key), readField(b, key), levels - 1))
    );
  } catch {
    return false;
  }
}

/** Returns a copy of `after` that reuses the unchanged objects of `before`, so that stored steps share memory. */
export function reuseUnchangedParts(before: unknown, after: unknown): unknown {
  if (Object.is(before, after) || !isOpen(before) || !isOpen(after)) return after;
  if (Array.isArray(before) !== Array.isArray(after)) return after;
  const keys = Object.keys(after);
  const shared = keys.map((key) => reuseUnchangedParts(Reflect.get(before, key), Reflect.get(after, key)));
  const isAll = Object.keys(before).length === keys.length;
  if (isAll && keys.every((key, i) => Object.hasOwn(before, key) && Object.is(shared[i], Reflect.get(before, key))))
    return before;
  return Array.isArray(after) ? shared : Object.fromEntries(keys.map((key, i) => [key, shared[i]]));
}
