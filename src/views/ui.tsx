import { copy } from './copy';

/** Copies the trace of the machines, for developers. `adapters/page/trace.ts` handles the click, without React. */
export const CopyTrace = () => (
  <>
    <button type="button" data-trace="">
      {copy.trace}
    </button>
    <small aria-live="polite" />
  </>
);

export const newTabProps = { target: '_blank', rel: 'noopener noreferrer' };

/** The page's policy forbids `style` attributes in the HTML, but not styles set by scripts. */
export const setCustomProperties =
  (values: Record<`--${string}`, number | string>) => (element: HTMLElement | null) => {
    for (const [name, value] of Object.entries(values)) element?.style.setProperty(name, String(value));
  };
