import { assertSiteRule } from './errors';
import type { Localized } from './localized';
import type { Site } from './site';

type Kind = 'text' | 'text or null' | 'texts' | 'number';

/** The kinds of all fields of `T`. The shape of a list is the shape of its elements. */
type Shape<T> = Localized extends T
  ? 'texts'
  : null extends T
    ? 'text or null'
    : T extends string
      ? 'text'
      : T extends number
        ? 'number'
        : T extends readonly (infer Element)[]
          ? readonly [Shape<Element>]
          : { readonly [Field in keyof T]-?: Shape<T[Field]> };

type AnyShape = Kind | readonly [AnyShape] | { readonly [field: string]: AnyShape };

const PROFILE = { name: 'text', handle: 'text', image: 'text', link: 'text' } as const;

const SITE: Shape<Omit<Site, 'theme'>> = {
  product: 'text',
  languages: ['text'],
  url: 'text',
  httpsOnly: 'text',
  instanceId: 'text',
  app: { description: 'texts', icon: 'text' },
  security: { contact: 'text', policy: 'text' },
  messaging: { handle: 'text', request: 'texts', greeting: 'texts' },
  litepaper: 'text',
  allocation: { total: 'number', allocated: 'number', min: 'number', max: 'number', initial: 'number' },
  backer: PROFILE,
  supporters: [PROFILE],
  wallet: {
    control: 'text',
    groups: [{ groupName: 'texts', wallets: ['text'] }],
    projectId: 'text',
    relayUrl: 'text',
    networks: [
      {
        id: 'number',
        name: 'text',
        icon: 'text or null',
        iconBackground: 'text',
        explorer: 'text',
        symbol: 'text',
        decimals: 'number',
        rpcUrls: ['text'],
      },
    ],
    signIn: 'text',
    transactions: 'text',
    authUrl: 'text',
    nameServiceUrl: 'text',
    learnMoreUrl: 'text',
    disclaimer: 'texts',
  },
};

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The rule for values of each kind, in words and as a function. */
const KINDS: Record<Kind, [rule: string, holds: (value: unknown) => boolean]> = {
  text: ['a text', (value) => typeof value === 'string'],
  'text or null': ['null or a text', (value) => value === null || typeof value === 'string'],
  texts: ['a text, or one for each language', (value) => typeof value === 'string' || isObject(value)],
  number: ['a number', (value) => typeof value === 'number'],
};

function needShape(value: unknown, shape: AnyShape, at: string) {
  if (typeof shape === 'string') return assertSiteRule(KINDS[shape][1](value), at, `be ${KINDS[shape][0]}`);
  if (Array.isArray(shape)) {
    assertSiteRule(Array.isArray(value), at, 'be a list');
    (value as unknown[]).forEach((element, i) => {
      needShape(element, shape[0], `${at}[${i}]`);
    });
    return;
  }
  assertSiteRule(isObject(value), at, 'be an object with fields');
  for (const [field, kind] of Object.entries(shape))
    needShape((value as Record<string, unknown>)[field], kind, at ? `${at}.${field}` : field);
}

/**
 * Checks the fields at run time, because the build does not check types.
 *
 * @throws {SiteError} with the first field that is missing or of another kind
 */
export const assertSiteFields = (site: Site) => needShape(site, SITE, '');
