import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { accessSync, constants, mkdtempSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { findFreePort } from './listen.ts';
import { waitUntil } from './until.ts';

function isExecutable(file: string) {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

const command = (process.env.PATH ?? '')
  .split(delimiter)
  .map((folder) => join(folder, 'redis-server'))
  .find(isExecutable);

/** How to install Redis, or null if Redis is installed. */
export const redisInstallHint = command ? null : 'install redis-server';

const canConnect = (port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });

/** Starts a Redis server on a free port, with its default persistence, in its own folder. */
export async function startRedis() {
  const folder = mkdtempSync(join(tmpdir(), 'redis-'));
  const port = await findFreePort();
  let child: ChildProcess;
  const start = async () => {
    child = spawn(command!, ['--port', String(port), '--bind', '127.0.0.1', '--dir', folder], { stdio: 'ignore' });
    await waitUntil(async () => {
      if (!(await canConnect(port))) throw new Error('Redis does not answer yet.');
    });
  };
  const end = async (signal: NodeJS.Signals) => {
    const ended = once(child, 'exit');
    child.kill(signal);
    // A process that SIGSTOP has stopped can't end.
    child.kill('SIGCONT');
    await ended;
  };
  await start();
  return {
    url: `redis://127.0.0.1:${port}`,
    start,
    /** Stops Redis as an operator does, so that it saves its data. */
    stop: () => end('SIGTERM'),
    /** Stops Redis from answering until it continues. */
    freeze: () => child.kill('SIGSTOP'),
    thaw: () => child.kill('SIGCONT'),
    close: async () => {
      if (child.exitCode === null && child.signalCode === null) await end('SIGKILL');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
