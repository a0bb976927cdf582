import type { SiteSetupFault } from './faults.ts';

/** Returns the header of a PNG. */
function png(width: number, height: number) {
  const header = Buffer.alloc(24);
  header.write('89504e470d0a1a0a', 'hex');
  header.writeUInt32BE(width, 16);
  header.writeUInt32BE(height, 20);
  return header;
}

/** Faults in the operator's files, with the sentences that the command `doctor` must print. */
export const fileSetupFaults: SiteSetupFault[] = [
  {
    check: 'icons',
    when: 'the icon is not square',
    seed: ({ putIcon }) => putIcon('/wide.png', png(200, 100)),
    kind: 'wrong',
    sentence: 'app.icon: /wide.png is 200 × 100, and must be square.',
  },
  {
    check: 'icons',
    when: 'the icon is small',
    seed: ({ putIcon }) => putIcon('/small.png', png(64, 64)),
    kind: 'wrong',
    sentence: 'app.icon: /small.png is 64 px wide, and must have at least 128.',
  },
  {
    check: 'icons',
    when: 'the icon is something else',
    seed: ({ putIcon }) => putIcon('/no.png', 'GIF89a'),
    kind: 'wrong',
    sentence: 'app.icon: /no.png is no readable PNG.',
  },
  {
    check: 'icons',
    when: 'an SVG is not square',
    seed: ({ putIcon }) => putIcon('/wide.svg', '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 20 10"/>'),
    kind: 'wrong',
    sentence: 'app.icon: /wide.svg is 20 × 10, and must be square.',
  },
  {
    check: 'icons',
    when: 'a picture is missing',
    seed: ({ site, values }) => site({ backer: { ...values.site.backer, image: '/me.png' } }),
    kind: 'wrong',
    sentence: 'backer.image: /me.png is missing: add src/public/me.png.',
  },
  {
    check: 'icons',
    when: 'Safe may not read the manifest',
    seed: ({ answer }) => answer('/manifest.json', { body: '{}' }),
    kind: 'wrong',
    sentence:
      'Safe cannot add the page: /manifest.json has no Access-Control-Allow-Origin. Send the headers of _headers.',
  },
  {
    check: 'licences',
    when: 'a package has a licence that is not approved',
    seed: ({ build }) => build('lightningcss'),
    kind: 'wrong',
    sentence: /^lightningcss \S+ in the last build has the licence MPL-2\.0\. Replace it\.$/,
  },
  {
    check: 'licences',
    when: 'the notice of the font is missing',
    seed: ({ build }) => build('react', 'MIT'),
    kind: 'wrong',
    sentence: "licenses.txt of the last build lacks the font's licence (OFL). Build it again.",
  },
  {
    check: 'licences',
    when: 'an own font has no licence',
    seed: ({ putFile }) => putFile('fonts/my-font.woff2', 'x'),
    kind: 'wrong',
    sentence: 'src/public/fonts/my-font.woff2 is a font without a licence text. Put its licence beside it.',
  },
  {
    check: 'licences',
    when: 'there is no build',
    seed: ({ values }) => {
      values.dist = 'nowhere';
    },
    kind: 'but',
    sentence: 'There is no build to look at: run npm run build first.',
  },
];
