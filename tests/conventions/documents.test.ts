import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { listTextFiles } from './files';

const DOCUMENTS = listTextFiles().filter((file) => file.endsWith('.md'));

/** Returns the anchor that a heading gets on GitHub. */
const anchorOf = (heading: string) =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');

const anchorsIn = (text: string) => Array.from(text.matchAll(/^#+ (.+)$/gm), ([, heading = '']) => anchorOf(heading));

/** Returns the links of `file` that have no target in this project. */
function brokenLinks(file: string) {
  const text = readFileSync(file, 'utf8').replace(/```[\s\S]*?```/g, '');
  const links = Array.from(text.matchAll(/\]\(([^)\s]+)\)/g), ([, link = '']) => link);
  return links.filter((link) => {
    if (/^https?:/.test(link)) return false;
    const [path = '', anchor] = link.split('#');
    const target = path ? join(dirname(file), path) : file;
    if (!existsSync(target)) return true;
    return anchor !== undefined && !anchorsIn(readFileSync(target, 'utf8')).includes(anchor);
  });
}

test.each(DOCUMENTS)('each link of %s leads to a file or heading of this project', (file) => {
  expect(brokenLinks(file)).toEqual([]);
});

test('README.md has at most 8 kB', () => {
  expect(readFileSync('README.md').length).toBeLessThanOrEqual(8_000);
});

test('README.md or src/workbench/README.md names each npm script', () => {
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> };
  const [readme, workbench] = ['README.md', 'src/workbench/README.md'].map((file) => readFileSync(file, 'utf8'));
  const namedIn = (name: string) => (name.startsWith('workbench:') ? workbench : readme) ?? '';
  const named = Object.keys(scripts).filter((name) => new RegExp(`npm (run )?${name}\\b`).test(namedIn(name)));
  expect(named).toEqual(Object.keys(scripts));
});
