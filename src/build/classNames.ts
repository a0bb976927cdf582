import { styleNamesIn } from '#views/servedStyles';

/**
 * Returns a function that shortens, in HTML, CSS and scripts, the classes that `styles` define. Emotion names a class by a
 * hash, and hashes do not compress. Other names stay as they are.
 */
export function shortenClassesOf(styles: string[]) {
  const hashes = new Set(styles.flatMap(styleNamesIn));
  const names = new Map([...hashes].map((hash, i) => [hash, i.toString(36)]));
  return (text: string) => text.replace(/(?<!\w)ia-(\w+)/g, (_, hash) => `ia-${names.get(hash) ?? hash}`);
}
