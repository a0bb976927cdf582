/** Returns whether a request can come from an allowed page, or from another server of the operator. */
export function isAllowedOrigin(
  { method, headers }: Request,
  path: string,
  allows: (origin: string) => boolean,
): boolean {
  const origin = headers.get('origin');
  if (origin !== null) return allows(origin);
  // Browsers omit the Origin header only from same-origin reads, navigations and images, which all use GET.
  if (method !== 'GET') return false;
  const from = headers.get('sec-fetch-site');
  // A new nonce replaces the browser's earlier one, so only scripts of the page may request a nonce.
  if (path === '/nonce') return from === 'same-origin' && headers.get('sec-fetch-dest') === 'empty';
  return from === null || from === 'same-origin' || from === 'none';
}
