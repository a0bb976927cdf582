import { readdirSync } from 'node:fs';

/** Returns the paths of the project's texts: sources, tests and documents, without packages and what is generated. */
export const listTextFiles = (): readonly string[] =>
  ['src', 'machines', 'tests', '.github']
    .flatMap((folder) => readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => `${folder}/${name}`))
    .concat('vite.config.ts', 'README.md')
    .filter((file) => /\.(tsx?|js|md)$/.test(file))
    .sort();
