import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { startChain } from './chain.ts';

test.each([
  ['/nowhere/anvil', 'There is no anvil: run "npm install"'],
  ['false', 'Anvil ended before it answered, with code 1.'],
])('a chain that does not start is reported: %s', (command, message) =>
  expect(startChain(command)).rejects.toThrow(message),
);

test('the packaged local chain needs only the system libraries that Node needs', () => {
  const here = ['node_modules/@foundry-rs/anvil-linux-amd64/bin/anvil'].filter(existsSync);
  // Names of shared libraries end with a zero byte. An executable has them in its first 4 MB.
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
