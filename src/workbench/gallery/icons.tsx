const SHAPES = {
  start: 'M5 5h3v14H5zM19 5L9 12l10 7z',
  back: 'M17 5L7 12l10 7z',
  play: 'M7 4l13 8-13 8z',
  pause: 'M7 5h3v14H7zM14 5h3v14h-3z',
  forward: 'M7 5l10 7-10 7z',
  search: 'M10.5 4a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13zM15.5 15.5L20 20',
};

/** A decorative icon. The control beside or around it has an accessible name. */
export const GalleryIcon = ({ shape }: { shape: keyof typeof SHAPES }) => (
  <svg className={`icon ${shape}`} viewBox="0 0 24 24" aria-hidden="true">
    <path d={SHAPES[shape]} />
  </svg>
);
