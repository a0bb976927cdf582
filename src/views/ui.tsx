/** @jsxImportSource react */
import { copy } from './copy';

/**
 * Copies the trace of the page's machines, for people who mend it. `adapters/page/trace.ts` hears the click, and
 * answers behind the button. `ErrorScreen.tsx` has the styles of both. All of that works if React does not.
 */
export const CopyTrace = () => (
  <>
    <button type="button" data-trace="">
      {copy.trace}
    </button>
    <small aria-live="polite" />
  </>
);

/** A link to another site, in a new tab without access to this one. */
export const outward = { target: '_blank', rel: 'noopener noreferrer' };

/**
 * Sets custom properties of an element after it was rendered. The page's policy refuses a `style` attribute in the
 * served HTML, but not styles set by script.
 */
export const vary = (values: Record<`--${string}`, number | string>) => (element: HTMLElement | null) => {
  for (const [name, value] of Object.entries(values)) element?.style.setProperty(name, String(value));
};
