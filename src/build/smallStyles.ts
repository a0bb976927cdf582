import type { Plugin } from 'vite';

interface Node {
  type: string;
  start: number;
  end: number;
  [field: string]: unknown;
}

const isNode = (value: unknown): value is Node => typeof (value as Node | null)?.type === 'string';

/** Says whether a template is made into styles: `css`, `keyframes`, `styled.p`, `styled(Box)`. */
function isStyled(tag: Node): boolean {
  if (tag.type === 'Identifier') return /^(css|keyframes|styled)$/.test(String(tag.name));
  const inner = tag.type === 'CallExpression' ? tag.callee : tag.type === 'MemberExpression' ? tag.object : null;
  return isNode(inner) && isStyled(inner);
}

/** The parts of text of all templates in `node` that are made into styles. */
function stylesIn(node: Node): Node[] {
  const own =
    node.type === 'TaggedTemplateExpression' && isStyled(node.tag as Node)
      ? ((node.quasi as Node).quasis as Node[])
      : [];
  const inner = Object.values(node).flat().filter(isNode).flatMap(stylesIn);
  return [...own, ...inner];
}

/** Returns CSS, or a part of it, without comments and without white space that says nothing. */
export const smaller = (css: string) =>
  css
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .replace(/\s+/g, ' ')
    .replace(/ ?([{};]) ?/g, '$1')
    .replaceAll(';}', '}');

/** Leaves comments and white space out of the styles that come as script. */
export const smallStyles = (): Plugin => ({
  name: 'site:small-styles',
  apply: 'build',
  // `shortened` does the same for the styles that are served with the page.
  applyToEnvironment: ({ name }) => name === 'client',
  transform: {
    filter: { id: /\/src\/views\/.*\.tsx?$/ },
    handler(code) {
      const parts = stylesIn(this.parse(code) as unknown as Node).sort((a, b) => b.start - a.start);
      const small = parts.reduce(
        (text, { start, end }) => text.slice(0, start) + smaller(text.slice(start, end)) + text.slice(end),
        code,
      );
      return { code: small, map: null };
    },
  },
});
