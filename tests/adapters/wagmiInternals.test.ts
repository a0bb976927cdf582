import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { injected } from 'wagmi';
import { wagmiConfig } from '#adapters/wallets/config';
import { setUpConnector } from '#adapters/wallets/wagmiInternals';

test('the installed version of wagmi is the tested one', () => {
  const { version } = JSON.parse(readFileSync('node_modules/wagmi/package.json', 'utf8')) as { version: string };
  expect(version).toBe('3.7.7');
});

test("setUpConnector() gives each connector its own id, and adds none to wagmi's list", () => {
  const create = injected();
  const [first, second] = [setUpConnector(create), setUpConnector(create)];
  expect(first.uid).not.toBe(second.uid);
  expect(first.emitter.uid).toBe(first.uid);
  expect(wagmiConfig.connectors).toEqual([]);
});
