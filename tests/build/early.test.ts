import { expect, test } from 'vitest';
import { early } from '#build/early';

/** Runs the inline script on a page whose storage holds `record`, and returns the attributes that `<html>` then has. */
function attributesAfter(record: () => string | null) {
  const attributes = new Set<string>();
  const documentElement = {
    // A browser takes an undefined `force` for none, and toggles.
    toggleAttribute: (name: string, force = !attributes.has(name)) =>
      force ? attributes.add(name) : attributes.delete(name),
  };
  class Observer {
    observe() {}
  }
  const outside = {
    document: { documentElement, querySelector: () => null },
    localStorage: { getItem: record },
    MutationObserver: Observer,
    PerformanceObserver: Observer,
    addEventListener() {},
    requestAnimationFrame() {},
  };
  new Function(...Object.keys(outside), early('/page.js', 'sample.session'))(...Object.values(outside));
  return [...attributes];
}

test('shows the account control when the record names a wallet', () => {
  expect(attributesAfter(() => '{"version":1,"value":{"id":"io.metamask"}}')).toEqual(['data-wallet']);
});

test.each<[string, () => string | null]>([
  ['without a record', () => null],
  ['when the record names no wallet', () => '{"version":1,"value":null}'],
  [
    'when the storage is forbidden',
    () => {
      throw new Error('SecurityError');
    },
  ],
])('shows no account control %s', (_, record) => {
  expect(attributesAfter(record)).toEqual([]);
});
