import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { startChain } from './chain.ts';

test.each([
  ['/nowhere/anvil', 'There is no anvil: run "npm install"'],
  ['false', 'Anvil ended before it answered, with code 1.'],
])('startChain() with the command %s rejects, and says why no chain starts', (command, message) =>
  expect(startChain(command)).rejects.toThrow(message),
);

test('the packaged anvil needs only the shared libraries that Node needs', () => {
  const here = ['node_modules/@foundry-rs/anvil-linux-amd64/bin/anvil'].filter(existsSync);
  // The executable contains the names of its shared libraries in its first 4 MB, with a zero byte after each.
  const wanted = here.map((path) =>
    readFileSync(path, 'latin1')
      .slice(0, 4 << 20)
      .split('\0')
      .filter((name) => /^lib[\w+-]+\.so\.\d+$/.test(name)),
  );
  for (const names of wanted) expect(names).not.toEqual([]);
  const usual = /^lib(c|dl|gcc_s|m|pthread|stdc\+\+)\.so\.\d$/;
  expect(wanted.flat().filter((name) => !usual.test(name))).toEqual([]);
});
