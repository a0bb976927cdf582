import fc from 'fast-check';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { packed, readDeepLink, readLatest, readRecents, readSession, unpacked } from '#domain/records';
import { records } from '#world/records';

const RUNS = { numRuns: 1_000 };

/** A storage with `text` under every name. */
const storageWith = (text: string | null): Partial<Storage> => ({
  getItem: () => text,
  setItem: () => {},
  removeItem: () => {},
});
/** What browsers do where storage is forbidden. */
const forbidden = () => {
  throw new DOMException('The operation is insecure.', 'SecurityError');
};

afterEach(() => vi.unstubAllGlobals());

/** Anything that may stand in a record: rubbish, JSON of all kinds, records of ours with rubbish in them. */
const anything = fc.oneof(
  fc.string(),
  fc.json(),
  fc.anything().map((value) => packed(value) ?? ''),
  fc.record({ version: fc.anything(), value: fc.anything() }).map((record) => JSON.stringify(record)),
  fc
    .record({
      id: fc.anything(),
      connector: fc.constantFrom('injected', 'x', null),
      href: fc.webUrl(),
      name: fc.anything(),
    })
    .map((value) => packed(value)),
);

describe('whatever stands in a record, what is read is fit for use', () => {
  const readers = { latest: readLatest, recents: readRecents, deepLink: readDeepLink, session: readSession };
  const fits: Record<keyof typeof readers, (value: never) => boolean> = {
    latest: (value: string | null) => value === null || (value.length > 0 && value.length <= 200),
    recents: (value: string[]) => value.length <= 10 && new Set(value).size === value.length && value.every(Boolean),
    deepLink: (value: { href: string; name: string } | null) =>
      value === null || (!/^(javascript|data|vbscript):/i.test(value.href) && value.name.length > 0),
    session: (value: { id: string; connector: string } | null) =>
      value === null || ['walletConnect', 'injected', 'coinbase', 'safe'].includes(value.connector),
  };

  test.each(Object.keys(readers) as (keyof typeof readers)[])('%s: 1,000 random values', (name) => {
    fc.assert(
      fc.property(anything, (text) => {
        vi.stubGlobal('localStorage', storageWith(text));
        expect(fits[name](records[name].get() as never)).toBe(true);
        expect(fits[name](unpacked(text, readers[name] as (value: unknown) => unknown) as never)).toBe(true);
      }),
      RUNS,
    );
  });
});

describe('a record', () => {
  test('comes back as it was kept, and says of which version it is', () => {
    let kept: string | null = null;
    vi.stubGlobal('localStorage', {
      getItem: () => kept,
      setItem: (key: string, text: string) => {
        expect(key).toBe('iaborrow.recents');
        kept = text;
      },
      removeItem: () => {
        kept = null;
      },
    });
    records.recents.set(['a', 'b']);
    expect(JSON.parse(kept ?? '')).toEqual({ version: 1, value: ['a', 'b'] });
    expect(records.recents.get()).toEqual(['a', 'b']);
    records.recents.clear();
    expect(records.recents.get()).toEqual([]);
  });

  test('of a later version counts as nothing', () => {
    expect(unpacked(JSON.stringify({ version: 2, value: ['a'] }), readRecents)).toEqual([]);
  });

  test('that was corrupted is reset when it is read', () => {
    let kept: string | null = '{"version":1,';
    vi.stubGlobal('localStorage', {
      getItem: () => kept,
      setItem: (_: string, text: string) => {
        kept = text;
      },
      removeItem: () => {},
    });
    expect(records.latest.get()).toBeNull();
    expect(kept).toBe('{"version":1,"value":null}');
    records.latest.set('rainbow');
    expect(records.latest.get()).toBe('rainbow');
  });

  test.each([
    ['denied', {}],
    ['full', storageWith(null)],
  ])('is kept for this visit where storage is %s', (_, storage) => {
    vi.stubGlobal('localStorage', { getItem: forbidden, removeItem: forbidden, ...storage, setItem: forbidden });
    records.recents.set(['rainbow']);
    records.session.set({ id: 'rainbow', connector: 'walletConnect' });
    expect(records.recents.get()).toEqual(['rainbow']);
    expect(records.session.get()).toEqual({ id: 'rainbow', connector: 'walletConnect' });
    records.session.clear();
    expect(records.session.get()).toBeNull();
  });

  test('lists a wallet once, and no more than ten', () => {
    expect(readRecents(['a', 'b', 'a', 1, '', null])).toEqual(['a', 'b']);
    expect(readRecents(Array.from({ length: 99 }, (_, i) => `${i}`))).toHaveLength(10);
  });
});
