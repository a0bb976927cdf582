import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompressSync } from 'node:zlib';
import { expect, onTestFinished, test } from 'vitest';
import { buildClient } from '../../src/workbench/serve/client';

test('the client is at most 3 kB, imports no module, and compiles in strict TypeScript', async () => {
  const root = mkdtempSync(join(tmpdir(), 'client-'));
  onTestFinished(() => rmSync(root, { recursive: true }));
  await buildClient(root);
  const code = readFileSync(join(root, 'client.js'));
  expect(readdirSync(root).sort()).toEqual(['client.d.ts', 'client.js']);
  expect(String(code)).not.toMatch(/\bimport\b/);
  expect(brotliCompressSync(code).length).toBeLessThan(3_000);

  symlinkSync(resolve('node_modules'), join(root, 'node_modules'));
  const app = `import { createActor, createMachine } from 'xstate';
    import { connectWorkbench } from './client.js';
    const client = connectWorkbench({ name: 'My app' });
    createActor(createMachine({}), client).start();
    client.open();
    client.close();
    // @ts-expect-error: it has no such option
    connectWorkbench({ port: 1 });`;
  writeFileSync(join(root, 'app.ts'), app);
  const tsc = resolve('node_modules/typescript/bin/tsc');
  const options = ['--noEmit', '--strict', '--module', 'esnext', '--moduleResolution', 'bundler', '--target', 'es2022'];
  const compiled = promisify(execFile)(process.execPath, [tsc, ...options, 'app.ts'], { cwd: root });
  const { stdout } = await compiled.catch((error: { stdout: string }) => error);
  expect(stdout).toBe('');
});
