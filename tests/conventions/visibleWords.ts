import { parseAst } from 'vite';
import { isSyntaxNode, type SyntaxNode } from './syntax';

/** Attributes that are shown or announced. */
const SPOKEN = /^(aria-(label|description|valuetext|roledescription)|title|placeholder|alt|label)$/;

const hasLetters = (text: string) => /\p{L}/u.test(text);
/** Whether a text looks like prose: it contains a capitalized word. */
const isSentence = (text: string) =>
  /^\p{Lu}\p{Ll}+$/u.test(text) || (/(^|[\s"“(])\p{Lu}\p{Ll}/u.test(text) && /\s/.test(text));

/** Yields the texts in `it`. If `isSeen`, each text counts, even without a capitalized word. */
function* textsIn(it: unknown, code: string, isSeen: boolean): Generator<string> {
  if (Array.isArray(it)) for (const one of it) yield* textsIn(one, code, isSeen);
  if (!isSyntaxNode(it)) return;
  const inner = (isSeenThere: boolean, ...parts: unknown[]) => textsIn(parts, code, isSeenThere);
  const text =
    it.type === 'TemplateElement'
      ? (it.value as { cooked: string }).cooked
      : /Literal|JSXText/.test(it.type) && it.value;
  if (typeof text === 'string' && (isSeen || it.type === 'JSXText' ? hasLetters(text) : isSentence(text)))
    yield text.trim().replace(/\s+/g, ' ');
  else if (/^(Import|ExportAll)|^TS(Type|Interface|Enum|Literal|Union)/.test(it.type)) return;
  else if (it.type === 'JSXAttribute') {
    const { name } = it.name as { name: string };
    // Other attributes are invisible, except for elements in braces.
    if (SPOKEN.test(name)) yield* inner(true, it.value);
    else if (isSyntaxNode(it.value) && it.value.type !== 'Literal') yield* inner(false, it.value.expression);
  } else if (it.type === 'JSXExpressionContainer') yield* inner(true, it.expression);
  else if (it.type === 'ConditionalExpression') {
    yield* inner(false, it.test);
    yield* inner(isSeen, it.consequent, it.alternate);
  } else if (it.type === 'LogicalExpression') {
    yield* inner(it.operator !== '&&' && isSeen, it.left);
    yield* inner(isSeen, it.right);
  } else if (it.type === 'TemplateLiteral') {
    yield* inner(isSeen, it.quasis);
    yield* inner(isSeen, it.expressions);
  } else if (
    it.type === 'TaggedTemplateExpression' &&
    /^(css|styled|keyframes)\b/.test(code.slice((it.tag as { start: number }).start))
  )
    yield* inner(false, (it.quasi as SyntaxNode).expressions);
  else if (/^(New|Call)Expression$/.test(it.type) && /(Error|^super)$/.test(nameOf(it.callee))) return;
  else for (const one of Object.values(it)) yield* inner(false, one);
}

const nameOf = (it: unknown) => (isSyntaxNode(it) ? (it.type === 'Super' ? 'super' : String(it.name)) : '');

/**
 * Lists texts in `code` that visitors may see: between tags, in announced attributes, and sentences and capitalized
 * words elsewhere. Styles, types and error messages don't count.
 */
export const findVisibleWords = (code: string, file: string) => [
  ...textsIn(parseAst(code, { lang: file.endsWith('x') ? 'tsx' : 'ts' }, file).body, code, false),
];
