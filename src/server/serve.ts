import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { site } from '#site';
import { startServer } from './host';
import { SettingError } from './settings';

/* The entry of `npm run serve`, and of the Docker image: `node .server/serve.js`. */

const log = (line: string) => console.info(line);

function fail(sentence: string): never {
  console.warn(sentence);
  process.exit(1);
}

const dist = resolve(process.env.DIST ?? 'dist');
if (!existsSync(resolve(dist, '_headers'))) fail('There is no built page: run `npm run build` first.');
if (!site.wallet.authUrl) fail('This page has no sign-in server: build it with VITE_AUTH_URL, such as /auth.');

const host = await startServer({ env: process.env, site, dist, log }).catch((error: NodeJS.ErrnoException) => {
  if (error instanceof SettingError) fail(error.message);
  if (error.code === 'EADDRINUSE') fail('The port is taken. Set another one, for example: PORT=8080.');
  throw error;
});

for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, async () => {
    await host.close();
    process.exit(0);
  });
