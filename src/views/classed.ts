import { createElement, type JSX } from 'react';

interface Props {
  className?: string;
}

/**
 * Returns a component that renders `tag` with the class `name`. In the browser it replaces a styled element of a
 * `*.styles.ts` or `*.later.ts` file, because the page has its styles.
 */
export const classed =
  (tag: keyof JSX.IntrinsicElements, name: string) =>
  ({ className, ...props }: Props) =>
    createElement(tag, { ...props, className: className ? `${className} ${name}` : name } as Props);
