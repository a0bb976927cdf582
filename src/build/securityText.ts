import type { Site } from '#domain/site';

/** The path of the file that says how to report a vulnerability (RFC 9116). */
export const SECURITY_PATH = '/.well-known/security.txt';

/** Writes security.txt, which expires a year after the build of `date` (`YYYY-MM-DD`). */
export function formatSecurityText({ url, security }: Pick<Site, 'url' | 'security'>, date: string) {
  const expires = new Date(`${date}T00:00:00Z`);
  expires.setUTCFullYear(expires.getUTCFullYear() + 1);
  return [
    `Contact: ${security.contact}`,
    `Expires: ${expires.toISOString()}`,
    ...(security.policy ? [`Policy: ${security.policy}`] : []),
    'Preferred-Languages: en',
    `Canonical: ${new URL(SECURITY_PATH, url).href}`,
    '',
  ].join('\n');
}
