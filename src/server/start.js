import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { exitUnlessReady } from '../build/ready.js';

// `npm run serve`: builds page and server, and starts both. With `--build` it only builds them.
const isBuiltOnly = process.argv.includes('--build');
await exitUnlessReady(isBuiltOnly ? 0 : 4173);
const { createBuilder, loadEnv, runnerImport } = await import('vite');
const isGiven = process.env.VITE_AUTH_URL ?? loadEnv('production', process.cwd(), 'VITE_').VITE_AUTH_URL;
if (!isGiven) process.env.VITE_AUTH_URL = '/auth';
process.env.NODE_ENV = 'production';

const builder = await createBuilder({ mode: 'production' });
await builder.buildApp();
const { module } = await runnerImport('/src/server/bundle.ts');
const out = resolve('.server');
await module.bundleServer(out);
if (!isBuiltOnly) await import(pathToFileURL(resolve(out, 'serve.js')).href);
