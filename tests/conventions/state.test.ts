import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { mutableStateIn } from './state';

/**
 * Allowed module-level state: handles to objects of browser or libraries, and caches of pure values, each with its
 * purpose.
 */
const ALLOWED: Record<string, string> = {
  'src/adapters/dialogs/signIn.ts providers': "handles of wallets' providers, by the names that machines keep",
  'src/adapters/network/transactions.ts book': 'the record in local storage as it was read last',
  'src/adapters/network/transactions.ts listeners': 'subscriptions to that record',
  'src/adapters/page/trace.ts dropped': 'a count that is written into copied traces only',
  'src/adapters/page/trace.ts happened': 'the log of the machines, which cannot be in one of them',
  'src/adapters/wallets/connectors.ts connectors': "a cache of the library's connectors, by wallet",
  'src/adapters/wallets/connectors.ts wrapped': 'a cache of wrapped providers, by the provider',
  'src/adapters/wallets/connection.ts system': 'a handle of the actor system, for code outside of actors',
  'src/adapters/wallets/providers.ts heard': 'announcements of wallets (EIP-6963), as the browser made them',
  'src/adapters/wallets/providers.ts listeners': 'subscriptions to announcements',
  'src/adapters/wallets/providers.ts listening': 'whether the listener for announcements is there',
  'src/adapters/wallets/providers.ts round': 'which announcements came together, until the run of scripts ends',
  'src/adapters/wallets/wallets.ts last': 'a cache of the list of wallets, by what it is made of',
  ...Object.fromEntries(
    ['preload.ts isNew', 'preload.ts returns', 'preload.ts request', 'loader.ts turned', 'loader.ts mayReload']
      .concat('loader.ts pause', 'loader.ts painted')
      .map((name) => [`src/early/${name}`, 'before any machine is loaded']),
  ),
  'src/domain/portrait.ts known': 'a cache of generated portraits, by seed',
  'src/workbench/panel/layouts.ts loaders': 'a cache of laid-out charts, by machine',
  'src/main.tsx walletBundle': 'the wallet bundle once it is loaded',
};

const found = readdirSync('src', { recursive: true, encoding: 'utf8' })
  .map((name) => `src/${name}`)
  .filter((file) => /\.tsx?$/.test(file) && !file.endsWith('.d.ts'))
  .flatMap((file) => mutableStateIn(readFileSync(file, 'utf8'), file).map((name) => `${file} ${name}`))
  .sort();

test('modules keep no state outside of machines, except for named handles and caches', () => {
  console.info(`module-level mutable state: ${found.length}`);
  expect(found.filter((name) => !(name in ALLOWED))).toEqual([]);
});

describe('the search for module-level state', () => {
  test.each([
    ['let a = 1;', ['a']],
    ['export let a: number | undefined;', ['a']],
    ['const a = new Map(); export const f = () => a.set(1, 2);', ['a']],
    ['const a = new WeakSet<object>(); const f = (it: object) => { a.add(it); };', ['a']],
    ['const a: string[] = []; export function f() { a.push("x"); }', ['a']],
    ['const a = { b: 1 }; const f = () => { a.b = 2; };', ['a']],
    ['const a = { b: { c: 1 } }; const f = () => { a.b.c++; };', ['a']],
    ['const a: Record<string, 1> = {}; const f = () => { delete a.b; };', ['a']],
    ['const a = {}; const f = () => Object.assign(a, { b: 1 });', ['a']],
  ])('finds the state in %s', (code, names) => expect(mutableStateIn(code, 'a.ts')).toEqual(names));

  test.each([
    'const a = new Set([1, 2]); export const f = (it: number) => a.has(it);',
    'const a = [1, 2]; export const f = () => a.map((it) => it + 1);',
    'export function f() { let a = 1; a += 1; return a; }',
    'export const f = () => { const a = new Map(); a.set(1, 2); return a; };',
    'declare let a: number;',
  ])('finds no state in %s', (code) => expect(mutableStateIn(code, 'a.ts')).toEqual([]));
});
