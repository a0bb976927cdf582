import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { CannotVerifyError, readBuild } from './build';
import { generateApacheConfig } from './hosts/apache';
import { generateCaddyfile } from './hosts/caddy';
import { generateCloudflareHeaders } from './hosts/cloudflare';
import { DOCKERIGNORE, generateDockerfile } from './hosts/docker';
import { describeGithubPagesGaps } from './hosts/githubPages';
import { generateNginxConfig } from './hosts/nginx';
import { generateVercelConfig } from './hosts/vercel';

const FOLDER = '.hosts';

const USAGE = `npm run hosts -- [options]

Writes configurations for the build in dist into ${FOLDER}.

  --name NAME      the name of the host (example.com)
  --folder FOLDER  where the files of dist will stand on the host (dist)
  --listen PORT    where the web server listens, behind another one (80)`;

/** Runs `npm run hosts` with the command line `args`. Returns the exit code. */
export async function runHostsCommand(
  args: string[],
  print: (text: string) => void = console.info,
  dist = 'dist',
): Promise<0 | 2> {
  try {
    const { values } = parseArgs({
      args,
      options: {
        name: { type: 'string' },
        folder: { type: 'string' },
        listen: { type: 'string' },
        help: { type: 'boolean' },
      },
    });
    if (values.help) {
      print(USAGE);
      return 0;
    }
    const { name = 'example.com', folder = dist, listen = '80' } = values;
    if (!/^[a-z0-9.-]+$/i.test(name)) throw new CannotVerifyError(`"${name}" is no name of a host.`);
    if (!/^([\w.:[\]]+:)?\d{1,5}$/.test(listen)) throw new CannotVerifyError(`"${listen}" is no port.`);
    const build = readBuild(dist);
    const { headers, hashes } = build.integrity;
    const site = { folder: resolve(folder), name, listen, headers, paths: Object.keys(hashes) };
    const names = new Set(readFileSync('src/site.ts', 'utf8').match(/\bVITE_\w+/g));
    const files: Record<string, string> = {
      'nginx.conf': generateNginxConfig(site),
      Caddyfile: generateCaddyfile(site),
      'apache.conf': generateApacheConfig(site),
      'vercel.json': generateVercelConfig(site),
      'cloudflare/_headers': generateCloudflareHeaders(site),
      Dockerfile: generateDockerfile([...names].sort()),
      'Dockerfile.dockerignore': DOCKERIGNORE,
      'github-pages.txt': describeGithubPagesGaps(build),
    };
    mkdirSync(join(FOLDER, 'cloudflare'), { recursive: true });
    for (const [file, text] of Object.entries(files)) writeFileSync(join(FOLDER, file), text);
    print(`${Object.keys(files).length} files were written into ${FOLDER}. See "Hosts" in src/README.md.`);
    return 0;
  } catch (error) {
    const isExpected =
      error instanceof CannotVerifyError || String((error as { code?: string }).code).startsWith('ERR_PARSE_ARGS');
    if (!isExpected) throw error;
    print(`Nothing was written: ${(error as Error).message}`);
    return 2;
  }
}
