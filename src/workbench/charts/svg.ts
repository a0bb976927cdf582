/** An SVG element as plain data, for a file or for a page. */
export interface DrawnElement {
  tag: string;
  attributes: Record<string, string | number>;
  children: (DrawnElement | string)[];
}

type Attributes = Record<string, string | number | false | undefined>;

/** Returns an element. Attributes that are false or undefined are left out. */
export function createDrawnElement(
  tag: string,
  attributes: Attributes,
  ...children: (DrawnElement | string | false | undefined)[]
): DrawnElement {
  const given = Object.entries(attributes).filter(([, value]) => value !== false && value !== undefined);
  return {
    tag,
    attributes: Object.fromEntries(given) as DrawnElement['attributes'],
    children: children.filter((child) => child !== false && child !== undefined),
  };
}

/** Joins the names that are not false or empty. */
export const joinClassNames = (...names: (string | false)[]) => names.filter(Boolean).join(' ');

const escapeXml = (text: string) =>
  text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;').replace(/"/g, '&quot;');

/** Returns an element as SVG text. `style` is a style sheet to put into the element. */
export function formatAsSvg({ tag, attributes, children }: DrawnElement, style = ''): string {
  const written = Object.entries(attributes).map(([name, value]) => ` ${name}="${escapeXml(String(value))}"`);
  const inner = children.map((child) => (typeof child === 'string' ? escapeXml(child) : formatAsSvg(child)));
  const sheet = style && `<style>${style}</style>`;
  const line = /^(g|svg|circle)$/.test(tag) ? '\n' : '';
  return `${line}<${tag}${written.join('')}>${sheet}${inner.join('')}${line && children.length ? '\n' : ''}</${tag}>`;
}
