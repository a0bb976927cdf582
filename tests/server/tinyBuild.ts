import { mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

/** Each test worker has its own folder. It is inside of the project, so that the server finds the package `libsql`. */
export const WORKER_FOLDER = resolve(`node_modules/.cache/server-${process.pid}`);

/** Writes a build of three tiny files: two pages and the headers. Returns its folder. */
export function createTinyBuild() {
  const dist = join(WORKER_FOLDER, 'dist');
  mkdirSync(dist, { recursive: true });
  writeFileSync(join(dist, 'index.html'), '<!doctype html><title>Page</title>');
  writeFileSync(join(dist, '404.html'), '<!doctype html><title>Lost</title>');
  const policy = "Content-Security-Policy: default-src 'none'; upgrade-insecure-requests";
  writeFileSync(join(dist, '_headers'), `/*\n  ${policy}\n`);
  return dist;
}
