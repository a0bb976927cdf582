import type { Plugin } from 'vite';

interface Node {
  type: string;
  start: number;
  end: number;
  [field: string]: unknown;
}

const isNode = (value: unknown): value is Node => typeof (value as Node | null)?.type === 'string';

/** Whether the tag of a template makes styles: `css`, `keyframes`, `styled.p`, `styled(Box)`. */
function isStyled(tag: Node): boolean {
  if (tag.type === 'Identifier') return /^(css|keyframes|styled)$/.test(String(tag.name));
  const inner = tag.type === 'CallExpression' ? tag.callee : tag.type === 'MemberExpression' ? tag.object : null;
  return isNode(inner) && isStyled(inner);
}

/** Returns the text parts of all templates in `node` that make styles. */
function stylesIn(node: Node): Node[] {
  const own =
    node.type === 'TaggedTemplateExpression' && isStyled(node.tag as Node)
      ? ((node.quasi as Node).quasis as Node[])
      : [];
  const inner = Object.values(node).flat().filter(isNode).flatMap(stylesIn);
  return [...own, ...inner];
}

/** Returns CSS, or a part of it, without comments and insignificant white space. */
export const smaller = (css: string) =>
  css
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .replace(/\s+/g, ' ')
    .replace(/ ?([{};]) ?/g, '$1')
    .replaceAll(';}', '}');

export const isClient = ({ name }: { name: string }) => name === 'client';

/** Removes comments and white space from the styles in scripts. */
export const smallStyles = (): Plugin => ({
  name: 'site:small-styles',
  apply: 'build',
  // `shortened` does the same for the styles that are served with the page.
  applyToEnvironment: isClient,
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
