import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';

/** A browser for the tests, without a download. */
export interface Chromium {
  executablePath: string;
  /** The additions to the environment that it needs to start. */
  env: Record<string, string>;
  source: string;
}

/** Browsers of machines for which no packaged one exists. */
const INSTALLED = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome-stable',
  '/usr/bin/google-chrome',
  '/snap/bin/chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/**
 * Finds a Chromium: the one that `$CHROMIUM_PATH` names, else the one packaged in `@sparticuz/chromium` (Linux on x64),
 * unpacked on first use. Only other systems take an installed one: its version differs from machine to machine.
 * @throws {Error} if there is none.
 */
export function findChromium(): Chromium {
  const named = process.env.CHROMIUM_PATH;
  if (named && !existsSync(named)) throw new Error(`CHROMIUM_PATH is ${named}, but there is no such file.`);
  if (named) return { executablePath: named, env: {}, source: '$CHROMIUM_PATH' };

  const packaged = process.platform === 'linux' && process.arch === 'x64' && rootOfPackage();
  if (packaged) return unpacked(packaged);

  const installed = INSTALLED.find((path) => existsSync(path));
  if (installed) return { executablePath: installed, env: {}, source: 'installed' };
  throw new Error('No Chromium was found for the tests: install Chrome or Chromium, or name one in CHROMIUM_PATH.');
}

/** Returns the options with which Playwright launches the Chromium that was found. */
export function launchOptions() {
  const { executablePath, env } = findChromium();
  const inherited = Object.entries(process.env).filter((pair): pair is [string, string] => pair[1] !== undefined);
  return {
    executablePath,
    env: { ...Object.fromEntries(inherited), ...env },
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      // Nothing that a page asks for leaves this machine, in whatever way it asks.
      '--host-resolver-rules=MAP my_app.localhost 127.0.0.1 , MAP * ~NOTFOUND , EXCLUDE localhost , EXCLUDE 127.0.0.1',
      // The browser loads an error page again by itself, and each time would be taken for a request of the page.
      '--disable-auto-reload',
      '--no-first-run',
      // The browser's own calls home would be taken for calls of the page.
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  };
}

function rootOfPackage() {
  try {
    const entry = createRequire(import.meta.url).resolve('@sparticuz/chromium');
    let root = dirname(entry);
    while (!existsSync(join(root, 'bin')) && root !== dirname(root)) root = dirname(root);
    return existsSync(join(root, 'bin/chromium.br')) ? root : undefined;
  } catch {
    return undefined;
  }
}

/** Unpacks the browser of the package `@sparticuz/chromium` that lies in `root`. */
export function unpacked(root: string): Chromium {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
  const home = resolve('node_modules/.cache/chromium', version);
  const executablePath = join(home, 'chromium');
  if (!existsSync(executablePath)) unpack(join(root, 'bin'), home);

  const env: Record<string, string> = {};
  if (lacksLibraries(executablePath)) env.LD_LIBRARY_PATH = join(home, 'lib');
  // Machines differ in their fonts, and with them lines break elsewhere.
  env.FONTCONFIG_FILE = fontsOf(home);
  return { executablePath, env, source: `@sparticuz/chromium ${version}` };
}

function unpack(bin: string, home: string) {
  // Several test runs may unpack at once: each does so aside, and the first one's rename wins.
  const aside = `${home}.${process.pid}`;
  const read = (name: string) => brotliDecompressSync(readFileSync(join(bin, name)));
  mkdirSync(aside, { recursive: true });
  try {
    for (const name of ['swiftshader', 'fonts', 'al2023']) untar(read(`${name}.tar.br`), aside);
    writeFileSync(join(aside, 'chromium'), read('chromium.br'), { mode: 0o755 });
    renameSync(aside, home);
  } catch (error) {
    rmSync(aside, { recursive: true, force: true });
    if (!existsSync(join(home, 'chromium'))) throw error;
  }
}

/** The path of what says which fonts there are: the one that was unpacked in `home`. */
function fontsOf(home: string) {
  const path = join(home, 'fonts.conf');
  // Chromium remembers the fonts that it has found, and looks again for missing ones with each text. So it finds the
  // theme's first choice.
  const fonts = `<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig><dir>${home}/fonts</dir><cachedir>${home}/fontcache</cachedir>
<match target="pattern"><test name="family"><string>-apple-system</string></test>
<edit name="family" mode="assign" binding="same"><string>Open Sans</string></edit></match></fontconfig>`;
  if (!existsSync(path) || readFileSync(path, 'utf8') !== fonts) {
    writeFileSync(`${path}.${process.pid}`, fonts);
    renameSync(`${path}.${process.pid}`, path);
  }
  return path;
}

/** Writes the files of a ustar archive: blocks of 512 bytes, a header before each file. */
function untar(archive: Buffer, to: string) {
  const text = (from: number, length: number) => {
    const field = archive.toString('latin1', from, from + length);
    return field.split('\0')[0] ?? '';
  };
  for (let at = 0; at + 512 <= archive.length && archive[at]; ) {
    const path = join(to, text(at + 345, 155), text(at, 100));
    const size = Number.parseInt(text(at + 124, 12), 8) || 0;
    const type = text(at + 156, 1);
    if (!path.startsWith(to)) throw new Error(`The archive has a file outside of itself: ${path}`);
    if (type === '0' || type === '') {
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, archive.subarray(at + 512, at + 512 + size), { mode: 0o755 });
    }
    at += 512 + Math.ceil(size / 512) * 512;
  }
}

/** Whether the system lacks libraries that `executable` needs. Packaged ones would disturb a system that has them. */
function lacksLibraries(executable: string) {
  try {
    return execFileSync('ldd', [executable], { encoding: 'utf8' }).includes('not found');
  } catch {
    return true;
  }
}
