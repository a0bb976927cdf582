/** Whether `origin` belongs to a page of this computer. */
function isLoopback(origin: string): boolean {
  if (!URL.canParse(origin)) return false;
  const { protocol, hostname } = new URL(origin);
  return /^https?:$/.test(protocol) && /^(localhost|127(\.\d+){3}|\[::1\]|.+\.localhost)$/.test(hostname);
}

/** Whether an app at `origin` may be inspected. A program that is no browser sends no origin. */
export const mayBeInspected = (origin: string | undefined, allowed: readonly string[]): boolean =>
  origin === undefined || isLoopback(origin) || allowed.includes(origin);

/** Parses the origins of the option `--allow`. Returns an error message instead if one of them is no origin. */
export function parseAllowedOrigins(texts: readonly string[]): string[] | string {
  const wrong = texts.find((text) => !URL.canParse(text) || new URL(text).origin === 'null');
  if (wrong !== undefined) return `--allow takes an origin, such as https://app.example, not "${wrong}".`;
  return texts.map((text) => new URL(text).origin);
}
