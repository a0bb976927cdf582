import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { writeApache } from '#trust/hosts/apache';
import { writeCaddy } from '#trust/hosts/caddy';
import { writeNginx } from '#trust/hosts/nginx';
import type { HostedSite } from '#trust/hosts/site';
import { listenOnFreePort } from '../support/listen.ts';

/** A web server that is installed on this computer. */
export interface WebServerKind {
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
    configure: writeNginx,
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
    configure: (site) => `{\n\tadmin off\n\tauto_https off\n}\n${writeCaddy(site)}`,
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
    configure: writeApache,
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

/** The tested web servers that this computer has. */
export const installedWebServers = ALL.filter(({ binary }) => existsSync(binary));

/** The names of tested web servers that this computer lacks. */
export const missingWebServerNames = ALL.filter(({ binary }) => !existsSync(binary)).map(({ name }) => name);

async function freePort() {
  const { port, close } = await listenOnFreePort(createServer());
  close();
  return port;
}

function logOf(folder: string) {
  const log = join(folder, 'error.log');
  return existsSync(log) ? readFileSync(log, 'utf8') : '';
}

/** Starts a web server with its written configuration, changed by `change`. */
export async function startWebServer(
  { configure, start, binary }: WebServerKind,
  site: Omit<HostedSite, 'listen' | 'name'>,
  change = (text: string) => text,
) {
  const folder = mkdtempSync(join(tmpdir(), 'host-'));
  const address = `127.0.0.1:${await freePort()}`;
  const config = join(folder, 'site.conf');
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
  let printed = '';
  for (const stream of [server.stdout, server.stderr]) stream?.on('data', (text) => (printed += text));
  const origin = new URL(`http://${address}`);
  for (let tries = 0; ; tries++) {
    if (server.exitCode !== null || tries > 100)
      throw new Error(`The server did not start:\n${printed}${logOf(folder)}`);
    if (
      await fetch(origin).then(
        () => true,
        () => false,
      )
    )
      break;
    await sleep(50);
  }
  const close = async () => {
    server.kill('SIGTERM');
    if (server.exitCode === null) await once(server, 'exit');
    rmSync(folder, { recursive: true, force: true });
  };
  return { origin, close };
}
