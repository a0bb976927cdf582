import type { ReactNode } from 'react';
import { TilingPattern } from './ornament';

/** A section as high as the window: a text on the star pattern. A star turns when a button is hovered or focused. */
export const FullScreenSection = ({ children }: { children: ReactNode }) => (
  <section className="stage">
    {/* Always inert. If only a modal made the pattern inert, Chromium would draw it anew whenever one opens. */}
    <div className="stage-tiling" aria-hidden="true" inert>
      <TilingPattern />
    </div>
    <div className="wrap stage-text">{children}</div>
  </section>
);
