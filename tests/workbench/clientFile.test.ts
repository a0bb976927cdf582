import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompressSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { buildClient } from '../../src/workbench/serve/client';

test('the client is at most 3 kB, and imports no other module', async () => {
  const out = mkdtempSync(join(tmpdir(), 'client-'));
  await buildClient(out);
  const code = readFileSync(join(out, 'client.js'));
  expect(readdirSync(out).sort()).toEqual(['client.d.ts', 'client.js']);
  expect(String(code)).not.toMatch(/\bimport\b/);
  expect(brotliCompressSync(code).length).toBeLessThan(3_000);
  rmSync(out, { recursive: true });
});

test('an app in strict TypeScript compiles with the client', async () => {
  const root = mkdtempSync(join(tmpdir(), 'typed-'));
  await buildClient(root);
  symlinkSync(resolve('node_modules'), join(root, 'node_modules'));
  const app = [
    "import { createActor, createMachine } from 'xstate';",
    "import { connectWorkbench } from './client.js';",
    "const client = connectWorkbench({ name: 'My app' });",
    'createActor(createMachine({}), client).start();',
    'client.open();',
    'client.close();',
    '// @ts-expect-error: it has no such option',
    'connectWorkbench({ port: 1 });',
  ];
  writeFileSync(join(root, 'app.ts'), app.join('\n'));
  const tsc = resolve('node_modules/typescript/bin/tsc');
  const options = ['--noEmit', '--strict', '--module', 'esnext', '--moduleResolution', 'bundler', '--target', 'es2022'];
  try {
    const { stdout } = await promisify(execFile)(process.execPath, [tsc, ...options, 'app.ts'], { cwd: root }).catch(
      (error: { stdout: string }) => error,
    );
    expect(stdout).toBe('');
  } finally {
    rmSync(root, { recursive: true });
  }
});
