/** Returns whether a request can be one of an allowed page, or of another server of the operator. */
export function isAllowedOrigin(
  { method, headers }: Request,
  path: string,
  allows: (origin: string) => boolean,
): boolean {
  const origin = headers.get('origin');
  if (origin !== null) return allows(origin);
  // Browsers name the origin, except when a page reads from its own, and when they load a page or a picture.
  if (method !== 'GET') return false;
  const from = headers.get('sec-fetch-site');
  // A new nonce takes the place of an older one, so only the page's own scripts may ask for it.
  if (path === '/nonce') return from === 'same-origin' && headers.get('sec-fetch-dest') === 'empty';
  return from === null || from === 'same-origin' || from === 'none';
}
