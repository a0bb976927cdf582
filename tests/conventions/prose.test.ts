import { readFileSync } from 'node:fs';
import { parseSync } from 'vite';
import { describe, expect, test } from 'vitest';
import { listTextFiles } from './files';
import { isSyntaxNode, type SyntaxNode, walkSyntaxNodes } from './syntax';

/** A text for people, and the line on which it begins. */
interface ProseText {
  kind: 'comment' | 'title' | 'description' | 'document' | 'visible';
  text: string;
  line: number;
}

/** Returns the text of a literal, with `x` for each value in it. Returns undefined for any other expression. */
function textOf(it: unknown) {
  if (!isSyntaxNode(it)) return undefined;
  if (it.type === 'TemplateLiteral')
    return (it.quasis as { value: { cooked: string } }[]).map(({ value }) => value.cooked).join('x');
  return it.type === 'Literal' && typeof it.value === 'string' ? it.value : undefined;
}

/** Matches comments that are directives for tools, and no prose. */
const DIRECTIVE = /biome-ignore|@jsxImportSource|@ts-|@vitest-/;

/** Yields the texts of comments. Successive line comments are one text. */
function* commentsIn(code: string, comments: { type: string; value: string; start: number; end: number }[]) {
  let last = { text: '', start: 0, end: -1 };
  for (const { type, value, start, end } of comments) {
    if (DIRECTIVE.test(value)) continue;
    if (type === 'Line' && last.end > 0 && /^\n[ \t]*$/.test(code.slice(last.end, start))) {
      last = { ...last, text: `${last.text}\n${value}`, end };
      continue;
    }
    if (last.text) yield last;
    last = { text: value.replace(/^\s*\*+ ?/gm, ''), start, end: type === 'Line' ? end : -1 };
  }
  if (last.text) yield last;
}

/** Lists the texts of a document: its headings, paragraphs, items, and cells of tables. Code is left out. */
function proseOfDocument(text: string): ProseText[] {
  const withoutCode = text
    .replace(/^ *```[\s\S]*?^ *```/gm, (code) => code.replace(/.+/g, ''))
    .replace(/^ {4}\S.*$/gm, '')
    .replace(/(?<=\.)\*\*|\]\([^)]*\)/g, '');
  const found: ProseText[] = [];
  let isOpen = false;
  for (const [i, line] of withoutCode.split('\n').entries()) {
    const isItem = /^\s*([-*|#>]|\d+\.) ?/.test(line);
    const cells = line.startsWith('|') ? line.split('|') : [line.replace(/^\s*([-*#>]+|\d+\.) /, '')];
    if (isOpen && !isItem && line.trim()) found.at(-1)!.text += ` ${line.trim()}`;
    else for (const cell of cells) if (cell.trim()) found.push({ kind: 'document', text: cell.trim(), line: i + 1 });
    isOpen = Boolean(line.trim()) && !/^[|#]/.test(line);
  }
  return found;
}

/** Lists the texts for people in a document, or in a script: comments, titles of tests, and `description`s. */
function extractProse(code: string, file: string): ProseText[] {
  if (file.endsWith('.md')) return proseOfDocument(code);
  const { program, comments } = parseSync(file, code);
  const lineOf = (start: number) => code.slice(0, start).split('\n').length;
  const found: ProseText[] = [];
  const add = (kind: ProseText['kind'], text: string | undefined, start: number) =>
    text?.trim() && found.push({ kind, text: text.trim(), line: lineOf(start) });

  for (const { text, start } of commentsIn(code, comments)) add('comment', text, start);
  for (const node of walkSyntaxNodes(program.body)) {
    if (node.type === 'CallExpression' && isSyntaxNode(node.callee)) {
      const { start, end } = node.callee as SyntaxNode & { end: number };
      const [title] = node.arguments as unknown[];
      if (/^(test|describe)\b/.test(code.slice(start, end))) add('title', textOf(title), node.start);
    }
    // The rules are about English, so they do not apply to the copy in other languages.
    if (file.includes('src/copy/') && !file.includes('src/copy/en/')) continue;
    if (node.type === 'Property' && (node.key as { name?: string }).name === 'description')
      add('description', textOf(node.value), node.start);
    if (file.includes('src/copy/') && node.type !== 'Property') add('visible', textOf(node), node.start);
  }
  return found;
}

/** Splits a text into sentences. Code counts as one word, and indented blocks of it not at all. */
const sentencesIn = (text: string) =>
  text
    .replace(/^ {4}.*$/gm, '')
    .replace(/`[^`]*`/g, 'x')
    .split(/(?<=[.!?…])\s+|\n\s*\n|\n\s*(?=@|- )/)
    .map((sentence) => sentence.trim().replace(/\s+/g, ' '))
    .filter(Boolean);

/** Matches a sentence that begins with a clause instead of its subject. "That's" is allowed. */
const LATE = /^(- |@\w+ (\{\w+\} )*)?(Who|Whoever|What|Whatever|Whichever|That|Nobody|Where|Wherever|Of)\b(?!['’]s)/i;

const BANNED =
  /\b(whoever|deeds?|puppets?|dice|theorems?|patience|unasked|in vain|(can|could|cannot) be had|c[ao]mes? to nothing|c[ao]me by|of use to)\b/i;

/** References to documents outside of this project. Standards are allowed by number. */
const ELSEWHERE = /\b(decisions? \d+\.\d+|spec(ification)?,? (section )?\d+|the spec(ification)?)\b/i;

const MOST_WORDS = 25;
const LONGEST_TITLE = 80;

/** Returns the faults of a text, by the rules of `.github/CONTRIBUTING.md`. */
function findProseFaults({ kind, text }: Pick<ProseText, 'kind' | 'text'>): string[] {
  const plain = text.replace(/`[^`]*`/g, 'x');
  const banned = BANNED.exec(plain)?.[0];
  const elsewhere = ELSEWHERE.exec(plain)?.[0];
  return [
    ...(elsewhere ? [`cites "${elsewhere}", which is not in this project`] : []),
    ...(banned ? [`says "${banned}"`] : []),
    ...(kind === 'title' && text.length > LONGEST_TITLE ? [`is ${text.length} characters long`] : []),
    ...sentencesIn(text).flatMap((sentence) => {
      // Headings, and cells of tables, are no sentences.
      const isClause =
        LATE.test(sentence) && !sentence.endsWith('?') && (kind !== 'document' || /[.:]$/.test(sentence));
      // In documents, the parts of a sentence between colons and semicolons count as sentences.
      const clauses = kind === 'document' ? sentence.split(/[:;] /) : [sentence];
      const words = Math.max(...clauses.map((one) => one.split(' ').filter((word) => /[\p{L}\d]/u.test(word)).length));
      return [
        ...(isClause ? [`begins with "${LATE.exec(sentence)?.[3]}"`] : []),
        ...(words > MOST_WORDS ? [`has a sentence of ${words} words`] : []),
      ];
    }),
  ];
}

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
  ] as const)('finds the mistake in text of the kind "%s": %s', (kind, text, fault) =>
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
  ] as const)('accepts text of the kind "%s": %s', (kind, text) => expect(findProseFaults({ kind, text })).toEqual([]));
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
    describe.each([1])(\`number \${a}\`, () => test('adds two numbers', () => {}));
  `;
  const texts = (file: string) =>
    extractProse(code, file).map(({ kind, text, line }): ProseText => ({ kind, text, line }));
  expect(texts('tests/a.test.ts')).toEqual([
    { kind: 'comment', text: 'Adds\ntwo numbers.', line: 2 },
    { kind: 'comment', text: 'One.\n One\n text.', line: 4 },
    { kind: 'description', text: 'Waits.', line: 8 },
    { kind: 'title', text: 'number x', line: 9 },
    { kind: 'title', text: 'adds two numbers', line: 9 },
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
