import { inject } from 'vitest';
import { copySite } from '../support/build.ts';

/** An address of this machine: no two runs have the same. */
const LOCAL = /\b(?:127\.0\.0\.1|localhost):\d+/g;

/** The variables of a build of this very site, as its operator has it. */
export const ownVariables = (): Record<string, string> => ({
  ...JSON.parse(process.env.SITE_VARIABLES ?? '{}'),
  SITE_FILE: 'src/site.ts',
});

/**
 * Puts the site that is built with `variables` into `dist`. Sites that differ only in addresses of this machine are built
 * once, with others in their place, and copied with the true ones. Rejects with what went wrong.
 */
export async function deploySite(dist: string, variables: Record<string, string> = {}) {
  const addresses = [...new Set(Object.values(variables).flatMap((value) => value.match(LOCAL) ?? []))];
  // All of a length, so that none begins like another.
  const standIns = addresses.map((address, i) => address.replace(/\d+$/, String(65_500 + i)));
  const named = Object.entries(variables).map(([name, value]) => [
    name,
    value.replace(LOCAL, (address) => standIns[addresses.indexOf(address)] ?? address),
  ]);
  const answer = await fetch(inject('builder'), { method: 'POST', body: JSON.stringify(Object.fromEntries(named)) });
  if (!answer.ok) throw new Error(await answer.text());
  copySite(await answer.text(), dist, standIns, addresses);
}
