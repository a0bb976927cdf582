import { beforeEach, expect, test, vi } from 'vitest';
import { copyText } from '#adapters/browser/browser';

const denied = () => Promise.reject(new DOMException('Write permission denied.', 'NotAllowedError'));

interface Given {
  writeText?: (text: string) => Promise<void>;
  /** Whether `document.execCommand('copy')` copies the selection. */
  selects?: boolean;
  framed?: boolean;
}

/** Stubs the browser APIs that copying uses. Returns the texts copied by the clipboard API and by a selection. */
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

const works = async () => {};

test.each<[string, Given, string[], string[]]>([
  ['the clipboard API if there is one', { writeText: works, selects: true }, ['text'], []],
  ['a selection if the clipboard API refuses', { writeText: denied, selects: true }, [], ['text']],
  ['the clipboard API if a framed page cannot copy a selection', { writeText: works, framed: true }, ['text'], []],
])('copyText() copies by %s', async (_, given, byApi, bySelection) => {
  const { written, selected } = open(given);
  await copyText('text');
  expect([written, selected]).toEqual([byApi, bySelection]);
});

test.each<[string, Given]>([
  ['there is no clipboard API', { selects: true }],
  ['the page is framed', { writeText: works, selects: true, framed: true }],
])('copyText() copies a selection before it returns if %s', (_, given) => {
  const { written, selected } = open(given);
  copyText('text');
  expect([written, selected]).toEqual([[], ['text']]);
});
