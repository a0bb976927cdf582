import fc from 'fast-check';
import { expect, onTestFinished, test } from 'vitest';
import { createActor } from 'xstate';
import { type Bench, createBench } from '../../src/workbench/recorder/bench';
import type { LogEntry } from '../../src/workbench/recorder/recording';
import { readRecording, writeRecording } from '../../src/workbench/recorder/recordingFile';
import { lamp } from './foreign/lamp';
import { runWithClient } from './wired';

const said = ({ snapshot, event, taken, refused }: LogEntry) => {
  return [snapshot.machine.id, snapshot.value, event.type, taken, refused.map(({ guard }) => guard)];
};

function record() {
  const bench = createBench();
  const actor = createActor(lamp, { inspect: bench.recorder.inspect }).start();
  onTestFinished(() => void actor.stop());
  for (const type of ['more', 'press', 'more'] as const) actor.send({ type });
  return bench;
}
const save = (bench: Bench, masked: boolean) => writeRecording(bench, bench.recorder.read(), masked);
const open = (text: string) => {
  const read = readRecording(text, 'bug.json');
  if (typeof read === 'string') throw new Error(read);
  return read;
};

test.each([true, false])('a recording opens as it was saved (hidden values: %s)', (masked) => {
  const bench = record();
  const text = save(bench, masked);
  const opened = open(text);
  const { entries, messages, actors } = opened.recorder.read();
  expect(entries.map(said)).toEqual(bench.recorder.read().entries.map(said));
  expect(messages.map(({ event, after }) => [event.type, after])).toEqual(
    bench.recorder.read().messages.map(({ event, after }) => [event.type, after]),
  );
  expect([opened.file, opened.canDrive(), actors]).toEqual(['bug.json', false, []]);
  expect(/Amina/.test(text)).toBe(!masked);
  expect(/0x7099/.test(text)).toBe(!masked);
  const last = entries.findLast(({ snapshot }) => snapshot.machine.id === 'lamp')!;
  expect(opened.tellChanges(last, false)).toEqual([{ key: 'level', before: 1, after: 2 }]);
  expect(open(save(opened, false)).recorder.read().entries.map(said)).toEqual(entries.map(said));
});

test('a recording of another app keeps its name and its hidden values', () => {
  const { bench, actor } = runWithClient(lamp);
  actor.send({ type: 'press' });
  const text = save(bench, true);
  expect(text).not.toMatch(/Amina|0x[\da-f]{40}/i);
  const { entries, known } = open(text).recorder.read();
  expect(entries.map(said)).toEqual(bench.recorder.read().entries.map(said));
  expect(open(text).describeApp([...known.values()][0]!.app).title).toBe('shop');
});

test.each([
  ['', 'is no recording of the workbench: it is no JSON.'],
  ['null', 'is no recording of the workbench.'],
  ['{"workbench":1,"apps":{},"messages":[]}', 'is no recording of the workbench.'],
  ['{"workbench":9,"apps":[],"messages":[]}', 'is a recording of version 9. This workbench reads version 1.'],
  ['{"workbench":1,"apps":[],"messages":[1,[0],[null,{}]]}', 'has no steps.'],
])('a recording file that holds %s is refused with a message', (text, sentence) => {
  expect(readRecording(text, 'a.json')).toBe(`"a.json" ${sentence}`);
});

test('any file is either read or refused with a message', () => {
  const whole = save(record(), true);
  const spoiled = fc.tuple(fc.nat(whole.length), fc.string({ maxLength: 5 })).map(([at, text]) => {
    return whole.slice(0, at) + text + whole.slice(at + text.length);
  });
  fc.assert(
    fc.property(fc.oneof(spoiled, fc.json(), fc.string()), (text) => {
      const read = readRecording(text, 'a.json');
      if (typeof read !== 'string') for (const entry of read.recorder.read().entries) read.tell(entry, true);
    }),
    { numRuns: 200, seed: 52 },
  );
});
