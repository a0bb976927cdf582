import type { DrawnElement } from '../charts/svg';

/** Creates SVG elements from a description of them. Never parses text as HTML, because labels come from the app. */
export function makeSvg(document: Document, { tag, attributes, children }: DrawnElement): SVGElement {
  const element = document.createElementNS('http://www.w3.org/2000/svg', tag);
  for (const [name, value] of Object.entries(attributes))
    if (name !== 'xmlns') element.setAttribute(name, String(value));
  element.append(...children.map((child) => (typeof child === 'string' ? child : makeSvg(document, child))));
  return element;
}
