import { inject } from 'vitest';
import { copySite } from '../support/build.ts';

/** Matches URLs of this machine, which differ in each run. */
const LOCAL = /\b(?:127\.0\.0\.1|localhost):\d+/g;

/** Environment variables of a build of the operator's own site. */
export const ownVariables = (): Record<string, string> => ({
  ...JSON.parse(process.env.SITE_VARIABLES ?? '{}'),
  SITE_FILE: 'src/site.ts',
});

/** Builds the site into `dist`. Builds that differ only in local URLs are built once, and copied with the real ones. */
export async function deploySite(dist: string, variables: Record<string, string> = {}) {
  const addresses = [...new Set(Object.values(variables).flatMap((value) => value.match(LOCAL) ?? []))];
  // All placeholders have one length, so that none is a prefix of another.
  const standIns = addresses.map((address, i) => address.replace(/\d+$/, String(65_500 + i)));
  const named = Object.entries(variables).map(([name, value]) => [
    name,
    value.replace(LOCAL, (address) => standIns[addresses.indexOf(address)] ?? address),
  ]);
  const answer = await fetch(inject('builder'), { method: 'POST', body: JSON.stringify(Object.fromEntries(named)) });
  if (!answer.ok) throw new Error(await answer.text());
  copySite(await answer.text(), dist, standIns, addresses);
}
