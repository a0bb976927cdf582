import type { Allocation, MessagingTemplates } from './alpha';
import type { Network } from './chain';
import { isChainId } from './chainId';
import { assertSite, assertSiteRule } from './errors';
import { isLanguage, KNOWN_LANGUAGES, type Language } from './language';
import { assertTexts, isNonEmptyText, type Localized } from './localized';
import { assertSiteFields, isObject } from './siteShape';
import type { Theme } from './theme';
import type { WalletGroup } from './wallet';

/** A backer or supporter. `image` is a path on this site, or empty for a generated picture. */
export interface SupporterProfile {
  name: string;
  handle: string;
  image: string;
  link: string;
}

interface WalletOptions {
  /**
   * Whether the header has a button to connect. Without it, visitors connect by links to `/#connect`. The header always
   * links to a connected account.
   */
  control: 'hidden' | 'header';
  /** The list of wallets, by ids of `src/domain/catalogue.ts`. */
  groups: WalletGroup[];
  /** The project id of this site at WalletConnect (now Reown). */
  projectId: string;
  /** The URL of WalletConnect's relay, the server through which the page and phones exchange messages. */
  relayUrl: string;
  /** The supported networks. Visitors on another one are asked to switch to the first. */
  networks: Network[];
  /** Whether visitors must prove that they own the connected account. */
  signIn: 'required' | 'off';
  /** Whether the account dialog lists and watches the account's transactions. */
  transactions: 'on' | 'off';
  /** The server that verifies sign-ins: an https URL, or a path on this site. If empty, the page verifies them. */
  authUrl: string;
  /** The service that names accounts without an ENS name: an https URL, or a path on this site. Empty for none. */
  nameServiceUrl: string;
  /** A page that explains wallets to newcomers. */
  learnMoreUrl: string;
  /** The small print of the wallet dialog. Empty for none. */
  disclaimer: Localized;
}

/** All values that the operator of a site can set. */
export interface Site {
  /** The verb of the product. Brand and copy are made from it. */
  product: string;
  /** The languages of the page. The first stands at `/`, and each other at a path of its own: `/ar/`. */
  languages: Language[];
  /** The address of the page, without a path: `https://example.com`. */
  url: string;
  /**
   * The demand of the header Strict-Transport-Security. Browsers then use https only, for two years after a visit.
   * `host`: for this host. `subdomains`: for its subdomains as well. `preload` also agrees that the domain is built
   * into browsers, which can take months to undo (https://hstspreload.org).
   */
  httpsOnly: 'host' | 'subdomains' | 'preload';
  /** The prefix of all records in the visitor's browser: letters, digits and underscores. */
  instanceId: string;
  /** How the page describes itself to wallets, to Safe, and on home screens. */
  app: {
    description: Localized;
    /** A square picture on this site, `.png` or `.svg`, of at least 128 px. */
    icon: string;
  };
  /** How people report a vulnerability, for `/.well-known/security.txt`. */
  security: {
    /** An address such as `mailto:security@example.com`, or an https URL. Empty for none. */
    contact: string;
    /** The https URL of the rules for reports. Empty for none. */
    policy: string;
  };
  messaging: MessagingTemplates;
  litepaper: string;
  allocation: Allocation;
  backer: SupporterProfile;
  supporters: SupporterProfile[];
  wallet: WalletOptions;
  theme: Theme;
}

const isHttps = (text: string) => URL.canParse(text) && new URL(text).protocol === 'https:';
/** Whether a URL uses TLS, or names this computer. */
const isSafe = (text: string, scheme: 'http' | 'ws') =>
  URL.canParse(text) &&
  (new URL(text).protocol === `${scheme}s:` ||
    (new URL(text).protocol === `${scheme}:` && /^(localhost|127\.0\.0\.1|\[::1\])$/.test(new URL(text).hostname)));
const isOrigin = (text: string) => isHttps(text) && /^https:\/\/[\w.-]+(:\d+)?\/?$/.test(text);
/** Whether browsers resolve `text` to a path on this site, and never to another host. */
const isOwnPath = (text: string) =>
  text.startsWith('/') && new URL(text, 'https://here.invalid').origin === 'https://here.invalid';

/** @throws {SiteError} with the first invalid field */
export function validateSite(site: Site): Site {
  const needLink = (link: string, field: string) =>
    assertSiteRule(isHttps(link), field, `be an https URL, not "${link}"`);
  const needProfile = ({ name, handle, image, link }: SupporterProfile, field: string) => {
    assertSiteRule(Boolean(name.trim()), `${field}.name`, 'not be empty');
    assertSiteRule(Boolean(handle.trim()), `${field}.handle`, 'not be empty');
    // A picture from another host would tell that host who visits the page.
    assertSiteRule(image === '' || isOwnPath(image), `${field}.image`, 'be empty or a path on this site');
    needLink(link, `${field}.link`);
  };

  const needNetwork = (network: Network, at: string) => {
    const { id, name, icon, iconBackground, explorer, symbol, decimals, rpcUrls } = network;
    assertSiteRule(isChainId(id), `${at}.id`, 'be the number of a network (EIP-155)');
    for (const [field, text] of Object.entries({ name, symbol }))
      assertSiteRule(Boolean(text.trim()), `${at}.${field}`, 'not be empty');
    // A picture from another host would tell that host who opens the network dialog.
    assertSiteRule(icon === null || isOwnPath(icon), `${at}.icon`, 'be null or a path on this site');
    assertSiteRule(/^#[0-9a-f]{6}$/i.test(iconBackground), `${at}.iconBackground`, 'be a colour such as #4b5d8c');
    assertSiteRule(explorer === '' || isHttps(explorer), `${at}.explorer`, 'be empty or an https URL');
    const isPossible = Number.isInteger(decimals) && decimals >= 0 && decimals <= 36;
    assertSiteRule(isPossible, `${at}.decimals`, 'be a whole number from 0 to 36');
    assertSiteRule(rpcUrls.length > 0, `${at}.rpcUrls`, 'name at least one node');
    rpcUrls.forEach((url, i) => {
      assertSiteRule(isSafe(url, 'http'), `${at}.rpcUrls[${i}]`, `be an https URL, not "${url}"`);
    });
  };

  assertSiteFields(site);
  assertSiteRule(/^[a-z]+$/.test(site.product), 'product', 'be one verb in lower case, such as "borrow"');
  assertSiteRule(site.languages.length > 0, 'languages', 'list at least one language');
  const known = Object.keys(KNOWN_LANGUAGES).join(', ');
  site.languages.forEach((language, i) => {
    assertSiteRule(isLanguage(language), `languages[${i}]`, `be one of ${known}, not "${language}"`);
    assertSiteRule(site.languages.indexOf(language) === i, `languages[${i}]`, `not repeat "${language}"`);
  });
  assertSiteRule(isOrigin(site.url), 'url', `be an https address without a path, not "${site.url}"`);
  assertSiteRule(
    ['host', 'subdomains', 'preload'].includes(site.httpsOnly),
    'httpsOnly',
    'be "host", "subdomains" or "preload"',
  );
  assertSite(/^\w+$/.test(site.instanceId), 'instanceId', 'Invalid ID');
  assertTexts(site.app.description, 'app.description', isNonEmptyText, 'not be empty');
  assertSiteRule(
    isOwnPath(site.app.icon) && /^[^?#]+\.(png|svg)$/.test(site.app.icon),
    'app.icon',
    'be a path on this site that ends with .png or .svg, such as /icon-180.png',
  );
  assertSiteRule(
    /^\w{3,}$/.test(site.messaging.handle),
    'messaging.handle',
    'be a Telegram name without the @: letters, digits and underscores',
  );
  const hasAmount = (text: string) => text.split('{amount}').length === 2;
  const { request, greeting } = site.messaging;
  assertTexts(request, 'messaging.request', hasAmount, 'contain {amount} once, where the chosen amount goes');
  assertTexts(greeting, 'messaging.greeting', isNonEmptyText, 'not be empty');
  needLink(site.litepaper, 'litepaper');
  const { contact, policy } = site.security;
  assertSiteRule(
    contact === '' || isHttps(contact) || /^mailto:[^\s@]+@[^\s@]+$/.test(contact),
    'security.contact',
    `be empty, an https URL or an address such as mailto:security@example.com, not "${contact}"`,
  );
  assertSiteRule(policy === '' || isHttps(policy), 'security.policy', 'be empty or an https URL');

  const { total, allocated, min, max, initial } = site.allocation;
  const isWhole = (value: number) => Number.isSafeInteger(value) && value >= 0;
  for (const [field, value] of Object.entries(site.allocation))
    assertSiteRule(isWhole(value), `allocation.${field}`, 'be a whole number of USDC, 0 or more');
  assertSiteRule(total > 0, 'allocation.total', 'be more than 0');
  assertSiteRule(total >= allocated, 'allocation.total', 'not be below allocation.allocated');
  assertSiteRule(min > 0, 'allocation.min', 'be more than 0');
  assertSiteRule(min <= max, 'allocation.min', 'not be above allocation.max');
  const isWithin = initial >= min && initial <= max;
  assertSiteRule(isWithin, 'allocation.initial', 'lie between allocation.min and allocation.max');

  needProfile(site.backer, 'backer');
  assertSiteRule(site.supporters.length > 0, 'supporters', 'not be empty');
  site.supporters.forEach((supporter, i) => {
    needProfile(supporter, `supporters[${i}]`);
  });

  const { control, projectId, relayUrl, networks, signIn } = site.wallet;
  const { transactions, authUrl, nameServiceUrl, learnMoreUrl, disclaimer } = site.wallet;
  assertSiteRule(['hidden', 'header'].includes(control), 'wallet.control', 'be "hidden" or "header"');
  assertSite(Boolean(projectId.trim()), 'wallet.projectId', 'No projectId found');
  assertSiteRule(
    isSafe(relayUrl, 'ws'),
    'wallet.relayUrl',
    `be a wss address, such as wss://relay.walletconnect.org, not "${relayUrl}"`,
  );
  assertSiteRule(networks.length > 0, 'wallet.networks', 'list at least one network');
  networks.forEach((network, i) => {
    needNetwork(network, `wallet.networks[${i}]`);
    const isNew = networks.findIndex(({ id }) => id === network.id) === i;
    assertSite(isNew, `wallet.networks[${i}].id`, `wallet.networks[${i}].id is ${network.id}, which is listed already`);
  });
  assertSiteRule(['required', 'off'].includes(signIn), 'wallet.signIn', 'be "required" or "off"');
  assertSiteRule(['on', 'off'].includes(transactions), 'wallet.transactions', 'be "on" or "off"');
  for (const [field, url] of Object.entries({ authUrl, nameServiceUrl }))
    assertSiteRule(
      url === '' || isOwnPath(url) || (isSafe(url, 'http') && !/[?#]/.test(url)),
      `wallet.${field}`,
      `be an https URL or a path on this site, without query and hash, not "${url}"`,
    );
  needLink(learnMoreUrl, 'wallet.learnMoreUrl');
  assertTexts(disclaimer, 'wallet.disclaimer', () => true, 'be a text');

  assertSite(isObject(site.theme), 'theme', 'The theme must be an object');
  for (const scheme of ['light', 'dark'] as const)
    for (const [name, colour] of Object.entries(site.theme[scheme] ?? {}))
      assertSiteRule(/^#[0-9a-f]{6}$/i.test(colour), `theme.${scheme}.${name}`, 'be a colour such as #0b6b4f');
  return site;
}
