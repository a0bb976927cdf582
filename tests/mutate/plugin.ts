import type { Plugin } from 'vite';

function replaced(code: string, what: RegExp, by: string) {
  if (!what.test(code)) throw new Error(`Nothing looks like ${what}.`);
  return code.replace(what, by);
}

/** Files beside the machines that hold none. */
const HELPERS = /^(port|system)$/;

/** Replaces the export `name` by the result of `wrap`. */
const wrapped = (code: string, name: string, wrap: string) =>
  [
    `import { ${wrap} } from '/tests/mutate/chosen.ts';`,
    replaced(code, new RegExp(`export const ${name} =`), `const ${name}$$ =`),
    `export const ${name} = ${wrap}(${name}$);`,
  ].join('\n');

/**
 * Replaces machines by mutants, leaves generated paths out unless they are wanted, and sets the number of random
 * `visits`.
 */
export const mutants = (visits: number): Plugin => ({
  name: 'mutants',
  enforce: 'pre',
  transform(code, id) {
    const [, machine] = /(?<!\/tests)\/machines\/(\w+)\.ts$/.exec(id) ?? [];
    if (machine && !HELPERS.test(machine)) return wrapped(code, `${machine}Machine`, 'mutated');
    if (id.endsWith('/tests/engine/tier.ts')) return wrapped(code, 'proveAll', 'onlyWithPaths');
    if (id.endsWith('/machines/session.properties.test.ts')) {
      // Fewer random runs need not cover all cases.
      const few = replaced(code, /const VISITS = [\d_]+/, `const VISITS = ${visits}`);
      return replaced(few, /for \(const what of shown\) expect\(.*/, '');
    }
    return undefined;
  },
});
