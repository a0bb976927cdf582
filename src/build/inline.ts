/** Parses `d as o, t` into pairs of names: `[d, o]`, `[t, t]`. */
const pairs = (list: string) =>
  list
    .split(',')
    .map((pair) => pair.trim().split(/\s+as\s+/))
    .map(([from = '', to = from]) => [from, to]);

/**
 * Puts the small script `inner` into the script `code`, which imports it as `./name`. The first visit then needs one
 * request less.
 *
 * @throws {Error} if the import or the export does not look like the bundler's
 */
export function inlined(code: string, name: string, inner: string) {
  const imports = new RegExp(`import\\s*\\{([^}]*)\\}\\s*from\\s*["']\\./${name.replaceAll('.', '\\.')}["'];?`).exec(
    code,
  );
  const exports = /export\s*\{([^}]*)\};?\s*$/.exec(inner);
  if (!imports?.[1] || !exports?.[1]) throw new Error(`${name} could not be written into the script that imports it.`);
  const given = pairs(exports[1]).map(([local, exported]) => `${exported}:${local}`);
  const taken = pairs(imports[1]).map(([imported, local]) => `${imported}:${local}`);
  const body = inner.slice(0, exports.index);
  return code.replace(imports[0], () => `const{${taken}}=(()=>{${body};return{${given}}})();`);
}
