import type { Allocation, Messaging } from './alpha';
import type { Network } from './chain';
import { isChainId } from './chainId';
import { SiteError } from './errors';
import type { Theme } from './theme';
import type { WalletGroup } from './walletGroups';

/** A backer or supporter. `image` is a path on this site, or empty for a generated picture. */
export interface Profile {
  name: string;
  handle: string;
  image: string;
  link: string;
}

/** How the page describes itself to wallets, to Safe, and on home screens. */
interface AppDetails {
  description: string;
  /** A square picture on this site, `.png` or `.svg`, of at least 128 px. */
  icon: string;
}

/** Settings of the wallet dialogs. */
interface WalletOptions {
  /**
   * Whether the header has a button to connect. Otherwise only `/#connect` does. Once a wallet is connected, the header
   * links to the account in any case.
   */
  control: 'hidden' | 'header';
  /** The list of wallets, by ids of `src/domain/catalogue.ts`. */
  groups: WalletGroup[];
  /** The project id of this site at WalletConnect (now Reown). */
  projectId: string;
  /** The URL of the relay, which connects phones. */
  relayUrl: string;
  /** The supported networks. Visitors on another one are asked to switch to the first. */
  networks: Network[];
  /** Whether visitors must prove that they own the connected account. */
  signIn: 'required' | 'off';
  /** Whether the account dialog lists and watches the account's transactions. */
  transactions: 'on' | 'off';
  /** The server that verifies sign-ins: an https URL, or a path on this site. If empty, the page verifies itself. */
  authUrl: string;
  /**
   * The service that names accounts without a name on the chain: an https URL, or a path on this site. Empty for none.
   */
  nameServiceUrl: string;
  /** A page that explains wallets to newcomers. */
  learnMoreUrl: string;
  /** Small print of the wallet dialog. Empty for none. */
  disclaimer: string;
}

/** Everything an operator changes. */
export interface Site {
  /** The verb of the product. Brand and copy are made from it. */
  product: string;
  /** The address of the page, without a path: `https://example.com`. */
  url: string;
  /** The prefix of all records in the visitor's browser: letters, digits and underscores. */
  instanceId: string;
  app: AppDetails;
  messaging: Messaging;
  litepaper: string;
  allocation: Allocation;
  backer: Profile;
  supporters: Profile[];
  wallet: WalletOptions;
  theme: Theme;
}

const isHttps = (text: string) => URL.canParse(text) && new URL(text).protocol === 'https:';
/** Whether a URL uses TLS, or is a local one. */
const isSafe = (text: string, scheme: 'http' | 'ws') =>
  URL.canParse(text) &&
  (new URL(text).protocol === `${scheme}s:` ||
    (new URL(text).protocol === `${scheme}:` && /^(localhost|127\.0\.0\.1|\[::1\])$/.test(new URL(text).hostname)));
const isOrigin = (text: string) => isHttps(text) && /^https:\/\/[\w.-]+(:\d+)?\/?$/.test(text);
/** A path that browsers can't resolve to another host. */
const isOwnPath = (text: string) =>
  text.startsWith('/') && new URL(text, 'https://here.invalid').origin === 'https://here.invalid';
const isObject = (value: unknown) => typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * Returns the site if it is valid.
 * @throws {SiteError} with the first invalid field.
 */
export function validateSite(site: Site): Site {
  const need = (holds: boolean, field: string, sentence: string) => {
    if (!holds) throw new SiteError(field, sentence);
  };
  const needLink = (link: string, field: string) =>
    need(isHttps(link), field, `${field} must be an https URL, not "${link}"`);
  const needProfile = ({ name, handle, image, link }: Profile, field: string) => {
    need(Boolean(name.trim()), `${field}.name`, `${field}.name must not be empty`);
    need(Boolean(handle.trim()), `${field}.handle`, `${field}.handle must not be empty`);
    // A picture from another host would reveal to it who visits the page.
    need(image === '' || isOwnPath(image), `${field}.image`, `${field}.image must be empty or a path on this site`);
    needLink(link, `${field}.link`);
  };

  const needNetwork = (
    { id, name, icon, iconBackground, explorer, symbol, decimals, rpcUrls }: Network,
    at: string,
  ) => {
    need(isChainId(id), `${at}.id`, `${at}.id must be the number of a network (EIP-155)`);
    for (const [field, text] of Object.entries({ name, symbol }))
      need(Boolean(text.trim()), `${at}.${field}`, `${at}.${field} must not be empty`);
    // A picture from another host would reveal to it who opens the network dialog.
    need(icon === null || isOwnPath(icon), `${at}.icon`, `${at}.icon must be null or a path on this site`);
    need(
      /^#[0-9a-f]{6}$/i.test(iconBackground),
      `${at}.iconBackground`,
      `${at}.iconBackground must be a colour such as #4b5d8c`,
    );
    need(explorer === '' || isHttps(explorer), `${at}.explorer`, `${at}.explorer must be empty or an https URL`);
    need(
      Number.isInteger(decimals) && decimals >= 0 && decimals <= 36,
      `${at}.decimals`,
      `${at}.decimals must be a whole number from 0 to 36`,
    );
    need(rpcUrls.length > 0, `${at}.rpcUrls`, `${at}.rpcUrls must name at least one node`);
    rpcUrls.forEach((url, i) => {
      need(isSafe(url, 'http'), `${at}.rpcUrls[${i}]`, `${at}.rpcUrls[${i}] must be an https URL, not "${url}"`);
    });
  };

  need(/^[a-z]+$/.test(site.product), 'product', 'product must be one verb in lower case, such as "borrow"');
  need(isOrigin(site.url), 'url', `url must be an https address without a path, not "${site.url}"`);
  need(/^\w+$/.test(site.instanceId), 'instanceId', 'Invalid ID');
  need(Boolean(site.app.description.trim()), 'app.description', 'app.description must not be empty');
  need(
    isOwnPath(site.app.icon) && /^[^?#]+\.(png|svg)$/.test(site.app.icon),
    'app.icon',
    'app.icon must be a path on this site that ends with .png or .svg, such as /icon-180.png',
  );
  need(
    /^\w{3,}$/.test(site.messaging.handle),
    'messaging.handle',
    'messaging.handle must be a Telegram name without the @: letters, digits and underscores',
  );
  need(
    site.messaging.request.includes('{amount}'),
    'messaging.request',
    'messaging.request must contain {amount}, where the chosen amount goes',
  );
  needLink(site.litepaper, 'litepaper');

  const { total, allocated, min, max, initial } = site.allocation;
  for (const [field, value] of Object.entries(site.allocation))
    need(
      Number.isSafeInteger(value) && value >= 0,
      `allocation.${field}`,
      `allocation.${field} must be a whole number of USDC, 0 or more`,
    );
  need(total > 0, 'allocation.total', 'allocation.total must be more than 0');
  need(total >= allocated, 'allocation.total', 'allocation.total must not be below allocation.allocated');
  need(min > 0, 'allocation.min', 'allocation.min must be more than 0');
  need(min <= max, 'allocation.min', 'allocation.min must not be above allocation.max');
  need(
    initial >= min && initial <= max,
    'allocation.initial',
    'allocation.initial must lie between allocation.min and allocation.max',
  );

  needProfile(site.backer, 'backer');
  need(site.supporters.length > 0, 'supporters', 'supporters must not be empty');
  site.supporters.forEach((supporter, i) => {
    needProfile(supporter, `supporters[${i}]`);
  });

  const { control, projectId, relayUrl, networks, signIn, transactions, authUrl, nameServiceUrl, learnMoreUrl } =
    site.wallet;
  need(['hidden', 'header'].includes(control), 'wallet.control', 'wallet.control must be "hidden" or "header"');
  need(Boolean(projectId.trim()), 'wallet.projectId', 'No projectId found');
  need(
    isSafe(relayUrl, 'ws'),
    'wallet.relayUrl',
    `wallet.relayUrl must be a wss address, such as wss://relay.walletconnect.org, not "${relayUrl}"`,
  );
  need(networks.length > 0, 'wallet.networks', 'wallet.networks must list at least one network');
  networks.forEach((network, i) => {
    needNetwork(network, `wallet.networks[${i}]`);
    const isNew = networks.findIndex(({ id }) => id === network.id) === i;
    need(isNew, `wallet.networks[${i}].id`, `wallet.networks[${i}].id is ${network.id}, which is listed already`);
  });
  need(['required', 'off'].includes(signIn), 'wallet.signIn', 'wallet.signIn must be "required" or "off"');
  need(['on', 'off'].includes(transactions), 'wallet.transactions', 'wallet.transactions must be "on" or "off"');
  for (const [field, url] of Object.entries({ authUrl, nameServiceUrl }))
    need(
      url === '' || isOwnPath(url) || (isSafe(url, 'http') && !/[?#]/.test(url)),
      `wallet.${field}`,
      `wallet.${field} must be an https URL or a path on this site, without query and hash, not "${url}"`,
    );
  needLink(learnMoreUrl, 'wallet.learnMoreUrl');

  need(isObject(site.theme), 'theme', 'The theme must be an object');
  for (const scheme of ['light', 'dark'] as const)
    for (const [name, colour] of Object.entries(site.theme[scheme] ?? {}))
      need(
        /^#[0-9a-f]{6}$/i.test(colour),
        `theme.${scheme}.${name}`,
        `theme.${scheme}.${name} must be a colour such as #0b6b4f`,
      );
  return site;
}
