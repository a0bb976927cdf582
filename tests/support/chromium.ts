import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';

/** A Chromium that tests can start. `source` says where it comes from, such as `$CHROMIUM_PATH`. */
export interface Chromium {
  executablePath: string;
  /** Environment variables that Chromium needs. */
  env: Record<string, string>;
  source: string;
}

/** Paths of installed browsers, for platforms without a packaged Chromium. */
const INSTALLED = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome-stable',
  '/usr/bin/google-chrome',
  '/snap/bin/chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/**
 * Finds a Chromium: the one at `$CHROMIUM_PATH`, else the packaged one of `@sparticuz/chromium` (Linux on x64),
 * unpacked on first use. Other systems use an installed one, whose version differs between machines.
 * @throws {Error} if there is none.
 */
export function findChromium(): Chromium {
  const named = process.env.CHROMIUM_PATH;
  if (named && !existsSync(named)) throw new Error(`CHROMIUM_PATH is ${named}, but there is no such file.`);
  if (named) return { executablePath: named, env: {}, source: '$CHROMIUM_PATH' };

  const packaged = process.platform === 'linux' && process.arch === 'x64' && rootOfPackage();
  if (packaged) return unpackChromium(packaged);

  const installed = INSTALLED.find((path) => existsSync(path));
  if (installed) return { executablePath: installed, env: {}, source: 'installed' };
  throw new Error('No Chromium was found for the tests: install Chrome or Chromium, or name one in CHROMIUM_PATH.');
}

/** Returns the options with which Playwright and Puppeteer start the Chromium. */
export function createLaunchOptions() {
  const { executablePath, env } = findChromium();
  const inherited = Object.entries(process.env).filter((pair): pair is [string, string] => pair[1] !== undefined);
  return {
    executablePath,
    env: { ...Object.fromEntries(inherited), ...env },
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      // Blocks all requests to other machines.
      '--host-resolver-rules=MAP my_app.localhost 127.0.0.1 , MAP * ~NOTFOUND , EXCLUDE localhost , EXCLUDE 127.0.0.1',
      // Chromium reloads its own error page, which would count as a request.
      '--disable-auto-reload',
      '--no-first-run',
      // Turns off the browser's background requests, which would count as the page's.
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

/** Unpacks the browser of the package `@sparticuz/chromium` at `root`. */
export function unpackChromium(root: string): Chromium {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
  const home = resolve('node_modules/.cache/chromium', version);
  const executablePath = join(home, 'chromium');
  if (!existsSync(executablePath)) unpack(join(root, 'bin'), home);

  const env: Record<string, string> = {};
  if (lacksLibraries(executablePath)) env.LD_LIBRARY_PATH = join(home, 'lib');
  // The browser uses its packaged fonts, because lines break differently with other ones.
  env.FONTCONFIG_FILE = fontsOf(home);
  return { executablePath, env, source: `@sparticuz/chromium ${version}` };
}

function unpack(bin: string, home: string) {
  // Several test runs may unpack at once, each into its own folder. The first to rename its folder wins.
  const aside = `${home}.${process.pid}`;
  const read = (name: string) => brotliDecompressSync(readFileSync(join(bin, name)));
  mkdirSync(aside, { recursive: true });
  try {
    for (const name of ['swiftshader', 'fonts', 'al2023'])
      execFileSync('tar', ['-x', '-f', '-', '-C', aside], { input: read(`${name}.tar.br`) });
    writeFileSync(join(aside, 'chromium'), read('chromium.br'), { mode: 0o755 });
    renameSync(aside, home);
  } catch (error) {
    rmSync(aside, { recursive: true, force: true });
    if (!existsSync(join(home, 'chromium'))) throw error;
  }
}

function fontsOf(home: string) {
  const path = join(home, 'fonts.conf');
  // Chromium caches fonts that it finds, and searches for missing ones with each text. This configuration maps the
  // page's first choice to an existing font.
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

/** Returns whether the system lacks shared libraries of `executable`. If not, the packaged libraries must not load. */
function lacksLibraries(executable: string) {
  try {
    return execFileSync('ldd', [executable], { encoding: 'utf8' }).includes('not found');
  } catch {
    return true;
  }
}
