import { accessSync, constants, statfsSync } from 'node:fs';
import { createServer } from 'node:net';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

/*
 * Reports in one sentence why a build or a server could not run, before anything is built. This is plain JavaScript,
 * because it runs before Vite.
 */

const NEEDED = 32 * 2 ** 20;

const WHY = {
  EROFS: 'its file system can only be read',
  EACCES: 'this user may not write there',
  EPERM: 'this user may not write there',
  ENOENT: 'it does not exist: run `npm ci` first',
};

/** Returns the port in the text of the variable PORT, `usual` if that is empty, or null if it is no port. */
function readPort(text, usual) {
  const given = text?.trim();
  if (!given) return usual;
  return /^\d+$/.test(given) && Number(given) < 2 ** 16 ? Number(given) : null;
}

const isTaken = (port) =>
  new Promise((answer) => {
    const server = createServer();
    server.once('error', ({ code }) => answer(code === 'EADDRINUSE'));
    server.listen(port, '127.0.0.1', () => server.close(() => answer(false)));
  });

/**
 * Returns a sentence that says why a command cannot start, or null. `usual` is the default port of a server. The
 * command writes into `folders`.
 */
export async function findObstacle({
  usual,
  folders,
  text = process.env.PORT,
  access = accessSync,
  stat = statfsSync,
}) {
  if (usual) {
    const port = readPort(text, usual);
    if (port === null) return `PORT must be a whole number from 0 to 65535, not "${text}".`;
    if (port && (await isTaken(port))) return `Port ${port} is taken. Set another one, for example: PORT=${port + 10}.`;
  }
  for (const folder of folders) {
    try {
      access(folder, constants.W_OK);
    } catch ({ code }) {
      return `Nothing can be written into ${folder}: ${WHY[code] ?? code}.`;
    }
    const { bavail, bsize } = stat(folder);
    if (bavail * bsize < NEEDED) return `There is no space left to write into ${folder}: free at least 32 MB.`;
  }
  return null;
}

/** Ends the process with a sentence if the port, a folder or the disk would stop a command. */
export async function exitUnlessReady(usual) {
  const obstacle = await findObstacle({ usual, folders: [resolve('node_modules'), resolve('.')] });
  if (!obstacle) return;
  console.warn(obstacle);
  process.exit(1);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await exitUnlessReady(Number(process.argv[2] ?? 0));
