import { createElement, type JSX } from 'react';

interface Props {
  className?: string;
}

/**
 * Returns a component that renders `tag` with the class `name`. In the browser it replaces a styled element of a
 * `*.styles.ts` file, whose styles are in the HTML. A `*.later.ts` file also adds its `css`.
 */
export function classed(tag: keyof JSX.IntrinsicElements, name: string, css?: string) {
  if (css) {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(css);
    document.adoptedStyleSheets.push(sheet);
  }
  return ({ className, ...props }: Props) =>
    createElement(tag, { ...props, className: className ? `${className} ${name}` : name } as Props);
}
