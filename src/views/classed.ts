import { createElement, type JSX } from 'react';

interface Props {
  className?: string;
}

/**
 * Returns a component that renders `tag` with the class `name`. It stands for a styled element of a `*.styles.ts` file
 * in the browser, whose styles are served with the page. A `*.later.ts` file brings its `css` along.
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
