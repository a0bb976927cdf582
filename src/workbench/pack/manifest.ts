import { readFileSync } from 'node:fs';

/** The name of the archive's package, and of its command. */
export const PACKAGE_NAME = 'xstate-workbench';

interface Packed {
  version: string;
  license: string;
}

const readPacked = (folder: string) => JSON.parse(readFileSync(`${folder}/package.json`, 'utf8')) as Packed;

/**
 * Returns the `package.json` of the archive. npm installs elkjs beside the archive, because its licence (EPL-2.0) asks
 * more of packages that contain its code.
 */
export function createManifestJson(): string {
  const { version, license } = readPacked('.');
  const entry = (name: string, types: string) => ({ types: `./${types}.d.ts`, default: `./${name}.js` });
  // Node takes the first condition that it knows, so `node` comes before `default`.
  const client = { types: './client.d.ts', node: './clientInNode.js', default: './client.js' };
  const peers = { react: '>=18', 'react-dom': '>=18', xstate: '^5.20.0' };
  const manifest = {
    name: PACKAGE_NAME,
    version,
    description: 'Shows and drives the machines of any XState 5 app',
    license,
    type: 'module',
    engines: { node: '>=20' },
    bin: { [PACKAGE_NAME]: './command.js' },
    exports: {
      '.': client,
      './client': client,
      './panel': entry('panel', 'types/panel/workbench'),
    },
    dependencies: { elkjs: readPacked('node_modules/elkjs').version },
    peerDependencies: peers,
    // All peers are optional: the inspector needs none of them, and the client only XState.
    peerDependenciesMeta: Object.fromEntries(Object.keys(peers).map((name) => [name, { optional: true }])),
  };
  return `${JSON.stringify(manifest, null, 2)}\n`;
}

/** The libraries whose code is in the archive. */
const BUNDLED = ['react', 'react-dom', 'scheduler', 'ws', 'xstate'];

/** Returns the licences of the libraries whose code is in the archive. */
export function createNoticesText(): string {
  const notices = BUNDLED.map((name) => {
    const folder = `node_modules/${name}`;
    const { version, license } = readPacked(folder);
    const file = ['LICENSE', 'LICENSE.md'].map((one) => `${folder}/${one}`).find((path) => readable(path));
    return `${name} ${version} (${license})\n\n${file ? readFileSync(file, 'utf8').trim() : `See https://www.npmjs.com/package/${name}`}`;
  });
  return `This package contains code of these libraries.\n\n${notices.join(`\n\n${'-'.repeat(72)}\n\n`)}\n`;
}

function readable(path: string) {
  try {
    readFileSync(path);
    return true;
  } catch {
    return false;
  }
}
