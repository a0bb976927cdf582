import { beforeEach, describe, expect, test, vi } from 'vitest';
import { createActor } from 'xstate';
import { copyText } from '#adapters/browser/browser';
import { clipboard } from '#adapters/browser/clipboard';
import { until } from '../support/until.ts';

const denied = () => Promise.reject(new DOMException('Write permission denied.', 'NotAllowedError'));

interface Given {
  writeText?: (text: string) => Promise<void>;
  /** Whether a selection can be copied. */
  selects?: boolean;
  framed?: boolean;
}

/**
 * Stubs the parts of a browser that copying needs. Returns the texts copied by the clipboard API and by a selection.
 */
function open({ writeText, selects = false, framed = false }: Given) {
  const written: string[] = [];
  const selected: string[] = [];
  let copyListener: (event: object) => void = () => {};
  const part = { textContent: '', style: {}, remove: () => {} };
  vi.stubGlobal('window', framed ? { parent: {} } : Object.assign({}, { parent: undefined }));
  if (!framed) window.parent = window;
  vi.stubGlobal('navigator', {
    clipboard: writeText && {
      writeText: async (text: string) => {
        await writeText(text);
        written.push(text);
      },
    },
  });
  vi.stubGlobal('getSelection', () => ({ selectAllChildren: () => {} }));
  vi.stubGlobal('addEventListener', (_: string, listener: typeof copyListener) => {
    copyListener = listener;
  });
  vi.stubGlobal('removeEventListener', () => {});
  vi.stubGlobal('document', {
    createElement: () => part,
    querySelectorAll: () => [],
    body: { append: () => {} },
    execCommand: () => {
      const setData = (_: string, text: string) => selected.push(text);
      if (selects) copyListener({ preventDefault: () => {}, clipboardData: { setData } });
      return selects;
    },
  });
  return { written, selected };
}

beforeEach(() => () => vi.unstubAllGlobals());

describe('copying a text', () => {
  test('uses the clipboard API if there is one', async () => {
    const { written, selected } = open({ writeText: async () => {}, selects: true });
    await copyText('text');
    expect([written, selected]).toEqual([['text'], []]);
  });

  test('selects and copies the text if the clipboard API refuses', async () => {
    const { written, selected } = open({ writeText: denied, selects: true });
    await copyText('text');
    expect([written, selected]).toEqual([[], ['text']]);
  });

  test('selects and copies the text inside the click if there is no clipboard API', () => {
    const { selected } = open({ selects: true });
    copyText('text');
    expect(selected).toEqual(['text']);
  });

  test('selects and copies the text inside the click if the page is framed', () => {
    const { written, selected } = open({ writeText: async () => {}, selects: true, framed: true });
    copyText('text');
    expect([written, selected]).toEqual([[], ['text']]);
  });

  test('uses the clipboard API if a framed page cannot copy by a selection', async () => {
    const { written } = open({ writeText: async () => {}, framed: true });
    await copyText('text');
    expect(written).toEqual(['text']);
  });
});

describe('the clipboard machine with its adapter', () => {
  test.each<[string, string, Given]>([
    ['copied', 'the API works', { writeText: async () => {} }],
    ['copied', 'the API refuses, and a selection works', { writeText: denied, selects: true }],
    ['refused', 'both refuse', { writeText: denied }],
    ['refused', 'the API is missing, and a selection is refused', {}],
  ])('the clipboard machine reaches "%s" when %s', async (state, _, given) => {
    open(given);
    const actor = createActor(clipboard).start();
    actor.send({ type: 'copy', text: 'text' });
    await until(() => expect(actor.getSnapshot().value).toBe(state));
    actor.stop();
  });
});
