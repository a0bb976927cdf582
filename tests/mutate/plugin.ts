import type { Plugin } from 'vite';

function replaced(code: string, what: RegExp, by: string) {
  if (!what.test(code)) throw new Error(`Nothing looks like ${what}.`);
  return code.replace(what, by);
}

/** Returns `code` with its export `name` wrapped by `wrap`, a function of `chosen.ts`. */
const wrapped = (code: string, name: string, wrap: keyof typeof import('./chosen')) =>
  [
    `import { ${wrap} } from '/tests/mutate/chosen.ts';`,
    replaced(code, new RegExp(`export const ${name} =`), `const ${name}$$ =`),
    `export const ${name} = ${wrap}(${name}$);`,
  ].join('\n');

/** Creates a Vite plugin that replaces machines by their mutants. Generated paths are left out unless requested. */
export const createMutantsPlugin = (): Plugin => ({
  name: 'mutants',
  enforce: 'pre',
  transform(code, id) {
    const [, machine] = /(?<!\/tests)\/machines\/(\w+)\.ts$/.exec(id) ?? [];
    if (code.includes(`export const ${machine}Machine =`))
      return wrapped(code, `${machine}Machine`, 'applyChosenMutant');
    if (id.endsWith('/tests/engine/tier.ts')) return wrapped(code, 'createAllPathTests', 'makePathsOptional');
    return undefined;
  },
});
