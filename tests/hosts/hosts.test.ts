import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, describe, expect, onTestFinished, test } from 'vitest';
import { KNOWN_LANGUAGES } from '#domain/language';
import { readBuild } from '#trust/build';
import { compareHost } from '#trust/host';
import { generateApacheConfig } from '#trust/hosts/apache';
import { generateCaddyfile } from '#trust/hosts/caddy';
import { generateNginxConfig } from '#trust/hosts/nginx';
import type { HostedSite } from '#trust/hosts/site';
import { buildSite, DIST } from '../support/build.ts';
import { findFreePort } from '../support/listen.ts';
import { buildSmallSite, QUICK_VERIFY_OPTIONS } from '../trust/site.ts';

/** A kind of web server: how a test configures, starts and breaks it. */
interface WebServerKind {
  name: string;
  configure: (site: HostedSite) => string;
  binary: string;
  /** Writes further files into `folder`, and returns the arguments that start the server with the file `config`. */
  start: (folder: string, config: string) => string[];
  /** A change of the configuration that `verify` must report, and the expected sentence. */
  fault: { from: RegExp; to: string; sentence: RegExp };
}

const isRoot = process.getuid?.() === 0;
const MODULES = '/usr/lib/apache2/modules';

const ALL: WebServerKind[] = [
  {
    name: 'nginx',
    configure: generateNginxConfig,
    binary: '/usr/sbin/nginx',
    start: (folder, config) => {
      const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
        (name) => `${name}_temp_path ${folder}/${name};`,
      );
      const main = `${isRoot ? 'user root;' : ''} daemon off; pid ${folder}/pid; error_log ${folder}/error.log;
        events {} http { access_log off; ${paths.join(' ')} include ${config}; }`;
      writeFileSync(join(folder, 'main.conf'), main);
      return ['-p', folder, '-e', `${folder}/error.log`, '-c', join(folder, 'main.conf')];
    },
    // In nginx, a header in a `location` block removes all headers of the server block.
    fault: {
      from: /location = \/ \{/,
      to: 'location = / { add_header X-Extra yes;',
      sentence: /^\/ lacks Content-Security-Policy/m,
    },
  },
  {
    name: 'Caddy',
    configure: (site) => `{\n\tadmin off\n\tauto_https off\n}\n${generateCaddyfile(site)}`,
    binary: '/usr/bin/caddy',
    start: (_, config) => ['run', '--adapter', 'caddyfile', '--config', config],
    fault: {
      from: /rewrite @elsewhere \/404\.html\n\t\tfile_server/,
      to: 'respond "Not here" 404',
      sentence: /nowhere-\S+ is not that of the build/,
    },
  },
  {
    name: 'Apache',
    configure: generateApacheConfig,
    binary: '/usr/sbin/apache2',
    start: (folder, config) => {
      const modules = [
        'mpm_event',
        'authz_core',
        'alias',
        'dir',
        'headers',
        'mime',
        'brotli',
        'deflate',
        'filter',
        'substitute',
      ];
      const main = `ServerRoot ${folder}\nServerName localhost\nPidFile ${folder}/pid\nErrorLog ${folder}/error.log
        TypesConfig /etc/mime.types\n        Mutex file:${folder}\n${isRoot ? 'User www-data\nGroup www-data' : ''}
        ${modules.map((name) => `LoadModule ${name}_module ${MODULES}/mod_${name}.so`).join('\n')}
        Listen \${ADDRESS}\nInclude ${config}`;
      writeFileSync(join(folder, 'main.conf'), main);
      return ['-f', join(folder, 'main.conf'), '-D', 'FOREGROUND'];
    },
    fault: {
      from: /<\/VirtualHost>/,
      to: 'AddOutputFilterByType SUBSTITUTE text/html\nSubstitute "s|</title>|</title><script src=/x.js></script>|n"\n</VirtualHost>',
      sentence: /has a script more than the build: "\/x\.js"/,
    },
  },
];

const [installed, missing] = [true, false].map((isHere) => ALL.filter(({ binary }) => existsSync(binary) === isHere));

/** Starts a web server until the test ends. `change` may edit the configuration that `configure` returns. */
async function startWebServer(
  { configure, start, binary }: WebServerKind,
  site: Omit<HostedSite, 'listen' | 'name'>,
  change = (text: string) => text,
) {
  const folder = mkdtempSync(join(tmpdir(), 'host-'));
  const address = `127.0.0.1:${await findFreePort()}`;
  const [config, log] = [join(folder, 'site.conf'), join(folder, 'error.log')];
  const listened = {
    ...site,
    name: 'localhost',
    listen: configure.name === 'configure' ? `http://${address}` : address,
  };
  writeFileSync(config, change(configure(listened)));
  const environment = {
    ...process.env,
    ADDRESS: address,
    HOME: folder,
    XDG_DATA_HOME: folder,
    XDG_CONFIG_HOME: folder,
  };
  const server: ChildProcess = spawn(binary, start(folder, config), { env: environment });
  onTestFinished(async () => {
    server.kill('SIGTERM');
    if (server.exitCode === null) await once(server, 'exit');
    rmSync(folder, { recursive: true, force: true });
  });
  let printed = '';
  for (const stream of [server.stdout, server.stderr]) stream?.on('data', (text) => (printed += text));
  const origin = new URL(`http://${address}`);
  for (let tries = 0; ; tries++) {
    if (server.exitCode !== null || tries > 100)
      throw new Error(`The server did not start:\n${printed}${existsSync(log) ? readFileSync(log, 'utf8') : ''}`);
    if (await fetch(origin).catch(() => null)) return origin;
    await sleep(50);
  }
}

const small = buildSmallSite();
// Apache's workers run as another user, who must be able to read this folder.
chmodSync(small.folder, 0o755);
afterAll(small.remove);

const folder = `${DIST}-hosts`;
await buildSite(folder, { VITE_LANGUAGES: Object.keys(KNOWN_LANGUAGES).join() });
const real = readBuild(folder);

const siteOf = ({ folder: path, build }: Pick<typeof small, 'folder' | 'build'>) => ({
  folder: path,
  headers: build.integrity.headers,
  paths: Object.keys(build.integrity.hashes),
});

if (missing!.length) console.info(`Not installed, so not tested: ${missing!.map(({ name }) => name).join(', ')}.`);

test('at least one web server for these tests is installed', () => expect(installed!).not.toEqual([]));

describe.each(installed!)('$name, with the configuration of `npm run hosts`', (host) => {
  test('serves the built site so that verify finds no difference', async () => {
    const origin = await startWebServer(host, siteOf({ folder, build: real }));
    const { findings, notes } = await compareHost(real, origin, QUICK_VERIFY_OPTIONS);
    expect([findings, notes]).toEqual([[], []]);
  });

  test('serves folders of languages so that verify finds no difference', async () => {
    const origin = await startWebServer(host, siteOf(small));
    const { findings } = await compareHost(small.build, origin, QUICK_VERIFY_OPTIONS);
    const folderWithoutSlash = await fetch(new URL('/ar', origin), { redirect: 'manual' });
    expect(findings).toEqual([]);
    expect(folderWithoutSlash.headers.get('location')).toMatch(/(^|\d)\/ar\/$/);
  });

  test('makes verify report a difference if its configuration is faulty', async () => {
    const { from, to, sentence } = host.fault;
    const origin = await startWebServer(host, siteOf(small), (text) => {
      expect(text).toMatch(from);
      return text.replace(from, to);
    });
    const { findings } = await compareHost(small.build, origin, QUICK_VERIFY_OPTIONS);
    expect(findings.join('\n')).toMatch(sentence);
  });
});
