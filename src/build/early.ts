import { build, type Rolldown, type UserConfig } from 'vite';
import { oldestBrowsers } from './floor.ts';

/** The constants that the build puts into the scripts of `src/early`. */
interface Constants {
  preload: { SCRIPTS: string[]; SESSION: string; LIST_SCRIPT: string };
  loader: { SCRIPTS: string[]; DAMAGE_SCRIPT: string; SHEET: { href: string; integrity: string } };
  list: Record<never, never>;
  damage: Record<never, never>;
}

/** Bundles one small script beside those of the site. */
export async function bundleScript(
  input: string,
  { plugins = [], define = {} }: Pick<UserConfig, 'plugins' | 'define'>,
) {
  const { output } = (await build({
    configFile: false,
    envDir: false,
    logLevel: 'warn',
    publicDir: false,
    plugins,
    define,
    build: {
      write: false,
      target: oldestBrowsers(),
      modulePreload: false,
      rolldownOptions: { input, external: /^\/assets\//, preserveEntrySignatures: 'strict' },
    },
  })) as Rolldown.RolldownOutput;
  return { ...output[0], code: output[0].code.trim() };
}

/** Bundles `src/early/<name>.ts` into one small script, which the page contains or names. */
export async function bundleEarly<Name extends keyof Constants>(name: Name, constants: Constants[Name]) {
  const define = Object.fromEntries(Object.entries(constants).map(([key, value]) => [key, JSON.stringify(value)]));
  return (await bundleScript(`src/early/${name}.ts`, { define })).code;
}
