/** A sheet is opaque from its first frame and slides in, so that no text shows through it. */
export const sheet =
  'inline-size: 100%; margin-block-end: 0; border-end-start-radius: 0; border-end-end-radius: 0; --faded: 1; --away: translateY(100%); --enter: .32s; --leave: .2s; --curve: cubic-bezier(.32,.72,0,1);';
