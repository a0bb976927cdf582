import { build, type Rolldown, type UserConfig } from 'vite';
import { listOldestBrowsers } from './floor.ts';

/** Bundles `input` into one small script, separately from the scripts of the site. */
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
      target: listOldestBrowsers(),
      modulePreload: false,
      rolldownOptions: { input, external: /^\/assets\//, preserveEntrySignatures: 'strict' },
    },
  })) as Rolldown.RolldownOutput;
  return { ...output[0], code: output[0].code.trim() };
}

/** Bundles `src/early/<name>.ts` into one small script. `constants` are the values of the globals that it declares. */
export async function bundleEarlyScript(name: string, constants: Record<string, unknown> = {}) {
  const define = Object.fromEntries(Object.entries(constants).map(([key, value]) => [key, JSON.stringify(value)]));
  return (await bundleScript(`src/early/${name}.ts`, { define })).code;
}
