import { parseSync } from 'vite';
import { isSyntaxNode, type SyntaxNode, walkSyntaxNodes } from './syntax';

/** A text for people, and the line on which it begins. */
export interface ProseText {
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

/** Comments for tools. */
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
export function extractProse(code: string, file: string): ProseText[] {
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
    // The rules are for English.
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

/** Clauses that stand where the subject should be. "That's" is allowed. */
const LATE = /^(- |@\w+ (\{\w+\} )*)?(Who|Whoever|What|Whatever|Whichever|That|Nobody|Where|Wherever|Of)\b(?!['’]s)/i;

const BANNED =
  /\b(whoever|deeds?|puppets?|dice|theorems?|patience|unasked|in vain|(can|could|cannot) be had|c[ao]mes? to nothing|c[ao]me by|of use to)\b/i;

/** References to documents outside of this project. Standards are allowed by number. */
const ELSEWHERE = /\b(decisions? \d+\.\d+|spec(ification)?,? (section )?\d+|the spec(ification)?)\b/i;

const MOST_WORDS = 25;
const LONGEST_TITLE = 80;

/** Returns the faults of a text, by the rules of `.github/CONTRIBUTING.md`. */
export function findProseFaults({ kind, text }: Pick<ProseText, 'kind' | 'text'>): string[] {
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
