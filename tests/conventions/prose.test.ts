import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { listTextFiles } from './files';
import { extractProse, findProseFaults, type ProseText } from './prose';

const found = listTextFiles().flatMap((file) =>
  extractProse(readFileSync(file, 'utf8'), file).flatMap((prose) =>
    findProseFaults(prose).map((fault) => `${file}:${prose.line} ${prose.kind} ${fault}: ${prose.text.slice(0, 60)}`),
  ),
);

test('all texts for developers and visitors follow the rules of plain English', () => {
  expect(found).toEqual([]);
});

describe('faults that the rules of plain English find', () => {
  const long = Array.from({ length: 26 }, (_, i) => `word${i}`).join(' ');
  test.each([
    ['comment', 'Who connects a wallet is asked to sign.', 'begins with "Who"'],
    ['comment', 'The wallet answers. What it says is kept.', 'begins with "What"'],
    ['comment', '@throws {Error} that nobody expects', 'begins with "that"'],
    ['title', 'that a switch has failed is shown', 'begins with "that"'],
    ['description', 'Nobody waits for an answer.', 'begins with "Nobody"'],
    ['visible', 'Of these wallets, none is here.', 'begins with "Of"'],
    ['visible', 'None of these wallets can be had here.', 'says "can be had"'],
    ['title', 'a'.repeat(81), 'is 81 characters long'],
    ['comment', long, 'has a sentence of 26 words'],
    ['document', 'Tests read comments. What is longer fails.', 'begins with "What"'],
    ['comment', 'In ms. Decision 5.2.', 'cites "Decision 5.2", which is not in this project'],
    ['document', 'Ten are kept (spec, section 9).', 'cites "spec, section 9", which is not in this project'],
    ['title', 'has the values of the specification', 'cites "the specification", which is not in this project'],
  ] as const)('finds the mistake in a %s: %s', (kind, text, fault) =>
    expect(findProseFaults({ kind, text })).toEqual([fault]),
  );
});

describe('texts that follow the rules of plain English', () => {
  test.each([
    ['visible', 'What is a wallet?'],
    ['visible', 'Sign a short message. That’s all it takes.'],
    ['comment', 'Returns `what is given`, or null.\n@throws {Error} if it is not'],
    ['comment', 'Shows a row:\n\n    what is code is not read\n'],
    ['title', 'a'.repeat(80)],
    ['document', 'What it does'],
    ['document', `Give one of these: ${'word '.repeat(20)}; ${'word '.repeat(20)}`],
  ] as const)('accepts a %s: %s', (kind, text) => expect(findProseFaults({ kind, text })).toEqual([]));
});

test('finds comments, descriptions, titles and visible texts', () => {
  const code = `
    /** Adds
     * two numbers. */
    const a = 1; // One.
    // One
    // text.
    // biome-ignore lint: none
    const machine = { description: 'Waits.' };
    describe.each([1])(\`number \${a}\`, () => test('adds', () => {}));
  `;
  const texts = (file: string) =>
    extractProse(code, file).map(({ kind, text, line }): ProseText => ({ kind, text, line }));
  expect(texts('tests/a.test.ts')).toEqual([
    { kind: 'comment', text: 'Adds\ntwo numbers.', line: 2 },
    { kind: 'comment', text: 'One.\n One\n text.', line: 4 },
    { kind: 'description', text: 'Waits.', line: 8 },
    { kind: 'title', text: 'number x', line: 9 },
    { kind: 'title', text: 'adds', line: 9 },
  ]);
  const document = '# One\n\nTwo\nlines.\n\n    code\n\n- **Item.** [Link](a.md)\n\n| a | b |\n';
  expect(extractProse(document, 'a.md').map(({ text, line }) => [text, line])).toEqual([
    ['One', 1],
    ['Two lines.', 3],
    ['**Item. [Link', 8],
    ['a', 10],
    ['b', 10],
  ]);
  expect(extractProse("export const a = { b: 'Seen.' };", 'src/copy/en/a.ts')).toMatchObject([
    { kind: 'visible', text: 'Seen.' },
  ]);
});
