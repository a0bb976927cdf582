import { execFile } from 'node:child_process';
import { chmodSync, copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { build } from 'vite';
import { buildInspector } from '../inspector/build';
import { PRODUCTION_SETTINGS } from '../serve/bundle';
import { buildClient } from '../serve/client';
import { createManifestJson, createNoticesText, PACKAGE_NAME } from './manifest';

const run = promisify(execFile);

/** Matches imports that are not bundled: the libraries of the inspected app, and elkjs, which npm installs. */
const INSTALLED = /^(xstate|react|react-dom|elkjs)(\/|$)/;

/**
 * Bundles `entry` into one file. The bundle of a library leaves out imports that match `INSTALLED`. The bundle of a
 * program leaves out only Node's own modules.
 */
async function buildEntry(out: string, entry: string, name: string, isProgram: boolean) {
  await build({
    configFile: false,
    envDir: false,
    logLevel: 'error',
    publicDir: false,
    ...(!isProgram && PRODUCTION_SETTINGS),
    ssr: { noExternal: true, resolve: { conditions: ['module', 'node', 'production'] } },
    build: {
      ...(isProgram ? { ssr: resolve(entry) } : { lib: { entry: resolve(entry), formats: ['es'], fileName: name } }),
      outDir: out,
      emptyOutDir: false,
      target: isProgram ? 'node20' : 'es2022',
      rolldownOptions: {
        ...(!isProgram && { external: INSTALLED }),
        output: { entryFileNames: `${name}.js`, ...(isProgram && { banner: '#!/usr/bin/env node' }) },
      },
    },
  });
}

/** Writes the types of the panel. The client's types are generated with its bundle. */
async function writeTypes(out: string) {
  const options = ['--declaration', '--emitDeclarationOnly', '--rootDir', 'src/workbench', '--outDir', out];
  const rules = [
    '--module',
    'esnext',
    '--moduleResolution',
    'bundler',
    '--lib',
    'es2023,dom,dom.iterable',
    '--jsx',
    'react-jsx',
  ];
  const more = ['--strict', '--skipLibCheck', '--ignoreConfig', '--types', 'vite/client,node'];
  await run(process.execPath, [
    resolve('node_modules/typescript/bin/tsc'),
    'src/workbench/panel/workbench.ts',
    ...options,
    ...rules,
    ...more,
  ]);
}

/** Writes the files of the archive into the folder `out`, which is emptied first. */
async function writePackage(out: string) {
  rmSync(out, { recursive: true, force: true });
  mkdirSync(out, { recursive: true });
  await Promise.all([
    buildInspector(join(out, 'page')),
    buildClient(out),
    buildEntry(out, 'src/workbench/panel/workbench.ts', 'panel', false),
    buildEntry(out, 'src/workbench/pack/command.ts', 'command', true),
    buildEntry(out, 'src/workbench/pack/clientInNode.ts', 'clientInNode', true),
    writeTypes(join(out, 'types')),
  ]);
  chmodSync(join(out, 'command.js'), 0o755);
  writeFileSync(join(out, 'package.json'), createManifestJson());
  writeFileSync(join(out, 'NOTICES'), createNoticesText());
  copyFileSync('src/workbench/README.md', join(out, 'README.md'));
  copyFileSync('LICENSE', join(out, 'LICENSE'));
}

/** Packs the workbench into one archive in the folder `out`. Returns its path. */
export async function packWorkbench(out: string): Promise<string> {
  const folder = join(resolve(out), 'package');
  await writePackage(folder);
  const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { version: string };
  await run('npm', ['pack', '--silent', '--pack-destination', resolve(out)], { cwd: folder });
  return join(resolve(out), `${PACKAGE_NAME}-${version}.tgz`);
}
