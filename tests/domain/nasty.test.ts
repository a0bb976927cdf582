import { afterEach, describe, expect, test, vi } from 'vitest';
import { storedRecords } from '#adapters/browser/records';
import { serializeRecord } from '#domain/records';
import { HOSTILE_RECORDS } from '../support/nasty.ts';

afterEach(() => vi.unstubAllGlobals());

/** The few records among the malformed ones that are valid. */
const FIT: Record<string, unknown> = {
  'session, a wallet that is none': { id: '__proto__', connector: 'injected', name: 'y' },
  'recents, a list of anything': ['__proto__', 'constructor', '\u202e\u0000', 'example.wallet'],
};

describe.each(['latest', 'recents', 'session', 'deepLink'] as const)('hostile values for the record of %s', (name) => {
  test.each(Object.entries(HOSTILE_RECORDS))('a record that contains %s is read as empty, and reset', (what, text) => {
    const kept = new Map<string, string>();
    vi.stubGlobal('localStorage', {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, value: string) => kept.set(key, value),
      removeItem: (key: string) => kept.delete(key),
    });
    storedRecords[name].clear();
    const nothing = storedRecords[name].get();
    kept.set(`iaborrow.${name}`, text);
    const due = FIT[`${name}, ${what}`] ?? nothing;
    expect(storedRecords[name].get()).toEqual(due);
    expect([...kept]).toEqual([[`iaborrow.${name}`, serializeRecord(due)]]);
  });
});
