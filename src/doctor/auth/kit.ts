import { SiweMessage } from 'siwe';
import type { LocalAccount } from 'viem';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { MESSAGE_LIFETIME, SIGN_IN_STATEMENT } from '#domain/signIn';
import type { SignInRule } from './rules';
import { expectRefusal, expectRule, expectSuccess } from './violation';
import { createVisitor, type SimulatedBrowser, type VisitedPage } from './visitor';

/** The groups of test cases that check a sign-in server. */
export const CASE_GROUP_NAMES = ['happy', 'fields', 'nonce', 'signature', 'origin', 'cookie', 'races', 'form'] as const;
type Group = (typeof CASE_GROUP_NAMES)[number];
export type CaseRequirement = 'slow' | 'chain' | 'https' | 'otherOrigin';

export interface SignInTestCase {
  group: Group;
  title: string;
  needs?: CaseRequirement;
  /** @throws {SignInRuleViolationError} if the server breaks a rule */
  run: (kit: SignInTestKit) => Promise<void>;
}

export interface SignInTestKitOptions extends Partial<Omit<VisitedPage, 'urls' | 'origin' | 'onSignedIn'>> {
  urls: readonly string[];
  origin: string;
  chainId?: number;
  /** The URL of a node of the server's network with an account that signs on request, such as anvil. Empty for none. */
  chainUrl?: string;
  /** Whether to run the case that waits ten minutes. */
  slow?: boolean;
}

/** The origin of a page that does not belong to the operator. */
export const FOREIGN_ORIGIN = 'https://foreign.example';

export function createSignInTestKit({
  urls,
  origin,
  chainId = 1,
  chainUrl = '',
  slow = false,
  ...options
}: SignInTestKitOptions) {
  const signedIn = new Set<SimulatedBrowser>();
  const place: VisitedPage = {
    sleep: (ms) => new Promise((end) => setTimeout(end, ms)),
    limit: 15_000,
    onWait: () => {},
    ...options,
    onSignedIn: (visitor) => signedIn.add(visitor),
    origin,
    urls: urls.map((url) => url.replace(/\/+$/, '')),
  };
  const owner = privateKeyToAccount(generatePrivateKey());
  const stranger = privateKeyToAccount(generatePrivateKey());

  /** Returns the text of the page's sign-in message. `fields` replaces some of its fields. */
  const write = (nonce: string, fields: Partial<SiweMessage> = {}) => {
    const now = Date.now();
    return new SiweMessage({
      domain: new URL(origin).host,
      address: owner.address,
      statement: SIGN_IN_STATEMENT,
      uri: origin,
      version: '1',
      chainId,
      nonce,
      issuedAt: new Date(now).toISOString(),
      expirationTime: new Date(now + MESSAGE_LIFETIME).toISOString(),
      ...fields,
    }).prepareMessage();
  };
  const sign = (message: string, account: Pick<LocalAccount, 'signMessage'> = owner) =>
    account.signMessage({ message });

  /** Servers of another origin than the page. They must allow the page to read their answers (CORS). */
  const otherUrls = place.urls.filter((url) => new URL(url).origin !== origin);

  const kit = {
    ...place,
    chainId,
    chainUrl,
    isSlow: slow,
    isSecure: place.urls.every((url) => url.startsWith('https:')),
    isOtherOrigin: otherUrls.length > 0,
    owner,
    stranger,
    visitor: (more?: Parameters<typeof createVisitor>[1]) => createVisitor(place, more),
    /** Creates a browser that sends requests only to servers of another origin than the page. */
    farVisitor: () => createVisitor(place, { urls: otherUrls }),
    write,
    sign,
    /** Signs out all browsers that a case has signed in. Ignores errors of the server. */
    tidy: async () => {
      for (const visitor of signedIn) await visitor.signOut().catch(() => {});
      signedIn.clear();
    },
    /** Signs a visitor in, and resolves to the server's answer. */
    signIn: async (visitor: SimulatedBrowser, rule: SignInRule = 'verify') => {
      const message = write(await visitor.nonce());
      const answer = await visitor.verify(message, await sign(message));
      expectSuccess(answer, rule);
      return answer;
    },
    /** @throws {SignInRuleViolationError} unless `owner`, the account of the cases, is signed in */
    wantOwner: async (visitor: SimulatedBrowser, rule: SignInRule = 'session') => {
      const { answer, who } = await visitor.session();
      const isOwner = String(who?.address).toLowerCase() === owner.address.toLowerCase() && who?.chainId === chainId;
      expectRule(
        isOwner,
        rule,
        `The session is ${JSON.stringify(who)}, not that of the account that has signed.`,
        answer,
      );
    },
    /** @throws {SignInRuleViolationError} if somebody is signed in */
    wantNobody: async (visitor: SimulatedBrowser, rule: SignInRule) => {
      const { answer, who } = await visitor.session();
      expectRule(who === null, rule, `Somebody is signed in: ${JSON.stringify(who)}.`, answer);
    },
    /** @throws {SignInRuleViolationError} unless the server refuses this message and signature, and signs nobody in */
    wantRefused: async (
      visitor: SimulatedBrowser,
      [message, signature]: readonly [message: string, signature: string],
      rule: SignInRule,
      wrong?: readonly string[],
    ) => {
      expectRefusal(await visitor.verify(message, signature), rule, wrong);
      await kit.wantNobody(visitor, rule);
    },
  };
  return kit;
}

export type SignInTestKit = ReturnType<typeof createSignInTestKit>;

export const isRequirementMet = (need: CaseRequirement | undefined, kit: SignInTestKit) =>
  need === undefined ||
  { slow: kit.isSlow, chain: Boolean(kit.chainUrl), https: kit.isSecure, otherOrigin: kit.isOtherOrigin }[need];
