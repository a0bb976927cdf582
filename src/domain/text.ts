/** Cuts between graphemes, but counts code units, because one grapheme may have a thousand accents. */
export function cutText(text: string, longest: number) {
  if (text.length <= longest) return text;
  let end = 0;
  for (const { index, segment } of new Intl.Segmenter().segment(text.slice(0, 2 * longest)))
    if (index + segment.length <= longest) end = index + segment.length;
  return text.slice(0, end);
}
