import { beforeEach, expect, test, vi } from 'vitest';
import { TRACE_STEP_LIMIT, type Trace } from '#domain/trace';
import { attemptMachine } from '#machines/attempt';
import { comparisonMachine } from '#machines/comparison';
import { perform } from '../engine/perform';
import { mobileOnlyWallet, nthPairingUri } from '../samples/wallets';
import { waitUntil } from '../support/until.ts';
import { wordsAt } from '../support/words';
import { readTrace, replayTrace } from '../traces/traces';

/** Stubs the page with its button that copies a trace, and loads fresh modules. */
async function page() {
  vi.resetModules();
  let press: (click: object) => void = () => {};
  let copied = '';
  const shown = { value: '', style: {}, select: () => {}, remove: () => {} };
  const said = {
    textContent: '',
    previousElementSibling: { textContent: wordsAt('trace') },
    parentElement: { querySelector: () => null },
    after: () => {},
  };
  const clipboard = { writeText: async (text: string) => (copied = text) };
  vi.stubGlobal('document', {
    querySelectorAll: () => [],
    createElement: () => shown,
    body: { append: () => {} },
    execCommand: () => false,
  });
  vi.stubGlobal('window', globalThis);
  vi.stubGlobal('parent', globalThis);
  vi.stubGlobal('getSelection', () => null);
  vi.stubGlobal('removeEventListener', () => {});
  vi.stubGlobal('navigator', { clipboard });
  vi.stubGlobal('addEventListener', (type: string, listen: typeof press) => {
    if (type === 'click') press = listen;
  });
  const { enableTraceButtons, recordTraceStep } = await import('#adapters/page/trace');
  enableTraceButtons({ copied: 'It was copied.', refused: 'It was not.' });
  const copy = async (): Promise<Trace> => {
    press({ target: { closest: () => ({ nextElementSibling: said }) } });
    expect(said.textContent).toBe('');
    await waitUntil(() => expect(said.textContent).not.toBe(''));
    return readTrace('copied', copied);
  };
  return { recordTraceStep, copy, clipboard, said, shown, press: (target: object) => press({ target }) };
}

beforeEach(() => () => vi.unstubAllGlobals());

test(`a long trace keeps only the last ${TRACE_STEP_LIMIT} steps, and can be replayed`, async () => {
  const { recordTraceStep, copy } = await page();
  const { actor } = perform(comparisonMachine, { input: { initial: 50, decimal: '.' }, inspect: recordTraceStep });
  for (let nth = 0; nth < TRACE_STEP_LIMIT + 9; nth++) actor.send({ type: 'write', text: String(nth) });
  const trace = await copy();
  expect(trace.dropped).toBe(10);
  expect(trace.steps).toHaveLength(TRACE_STEP_LIMIT);
  expect(trace.steps[0]).toMatchObject({ state: 'typing', context: { amount: 9, typed: '$string 1' } });
  await replayTrace('copied', trace);
});

test('the trace of an attempt hides URI and wallet, and counts ticks in one step', async () => {
  const { recordTraceStep, copy } = await page();
  const { send, clock } = perform(attemptMachine, { input: { wallet: mobileOnlyWallet }, inspect: recordTraceStep });
  await send({ type: 'code.arrived', uri: nthPairingUri(1) });
  for (let second = 0; second < 120; second++) clock.increment(1_000);
  const trace = await copy();
  expect(trace.steps.map(({ times }) => times)).toEqual([1, 1, 120]);
  expect(JSON.stringify(trace)).not.toMatch(/wc:|Cove|wallet\.example|symKey/);
  await replayTrace('copied', trace);
});

test('a failed copy of the trace is reported, and can be retried', async () => {
  const { copy, clipboard, said, shown } = await page();
  const { writeText } = clipboard;
  clipboard.writeText = () => Promise.reject(new Error('no'));
  await expect(copy()).rejects.toThrow('no JSON');
  expect(said.textContent).toBe('It was not.');
  expect(readTrace('shown', shown.value).steps).toEqual([]);
  clipboard.writeText = writeText;
  await copy();
  expect(said.textContent).toBe('It was copied.');
});

test('a click on another button than "Copy the trace" copies nothing', async () => {
  const { press, said } = await page();
  await press({ closest: () => null });
  expect(said.textContent).toBe('');
});
