import { assertSite, assertSiteRule } from './errors';
import { assertTexts, chooseTranslation, isNonEmptyText } from './localized';
import type { WalletDescriptor, WalletGroup } from './wallet';

/** Protocols whose links run or show something in the page itself, or are not encrypted. */
const UNSAFE = /^(javascript|data|vbscript|file|blob|about|http):$/;
/** A path on this site that browsers can't resolve to another host. */
const OWN_PATH = /^(\/[\w-][\w.-]*)+$/;

/** Whether links of this protocol can only open a page or an app. */
export const isSafeLinkProtocol = (protocol: string) => /^[a-z][a-z0-9+.-]*:$/.test(protocol) && !UNSAFE.test(protocol);

const protocolOf = (url: string) => (URL.canParse(url) ? new URL(url).protocol : '');

function isLinkTemplate(template: string) {
  const protocol = protocolOf(template.replace('{uri}', 'wc:0@2'));
  return /\{(uri|encoded)\}/.test(template) && isSafeLinkProtocol(protocol);
}

/** @throws {SiteError} with the first invalid field */
export function validateWallets(groups: WalletGroup[], known: WalletDescriptor[]) {
  known.forEach((wallet, i) => {
    const { id, name, iconAccent, iconUrl, connector } = wallet;
    const { downloadUrls = {}, mobile = {}, qrCode, extension, desktop } = wallet;
    const needLink = (url: string, field: string) =>
      assertSiteRule(protocolOf(url) === 'https:', `${id}.${field}`, `be an https URL, not "${url}"`);
    const needTemplate = (template: string, field: string) =>
      assertSiteRule(
        isLinkTemplate(template),
        `${id}.${field}`,
        `be an https link or one of the wallet's own scheme, with {uri} or {encoded}, not "${template}"`,
      );

    const isNew = known.findIndex((other) => other.id === id) === i;
    assertSite(isNew, `${id}.id`, `There are two wallets with the id "${id}"`);
    const isColour = iconAccent === undefined || /^#([0-9a-f]{3}){1,2}$/i.test(iconAccent);
    assertSiteRule(isColour, `${id}.iconAccent`, `be # and 3 or 6 hex digits, not "${iconAccent}"`);
    // An icon from another host would tell that host who opens the list of wallets.
    const isOwn = iconUrl === undefined || OWN_PATH.test(iconUrl);
    assertSiteRule(isOwn, `${id}.iconUrl`, `be a path on this site, not "${iconUrl}"`);
    for (const [device, url] of Object.entries(downloadUrls)) needLink(url, `downloadUrls.${device}`);
    for (const [os, template] of Object.entries(mobile)) needTemplate(template, `mobile.${os}`);
    if (qrCode) needTemplate(qrCode.uri, 'qrCode.uri');
    if (desktop) needTemplate(desktop.uri, 'desktop.uri');
    for (const [device, part] of Object.entries({ qrCode, extension, desktop }))
      if (part?.instructions) needLink(part.instructions.learnMoreUrl, `${device}.instructions.learnMoreUrl`);
    // Only wallets with a pairing code may have the step to scan it.
    for (const [device, part] of Object.entries({ qrCode, extension, desktop }))
      assertSite(
        connector === 'walletConnect' || !part?.instructions?.steps.some(({ step }) => step === 'scan'),
        `${id}.${device}.instructions.steps`,
        `${name} has a step to scan a code, but its connector "${connector}" shows none`,
      );
    const app = (['desktop', 'windows', 'macos', 'linux'] as const).find((device) => downloadUrls[device]);
    assertSite(
      !app || (connector === 'walletConnect' && desktop !== undefined),
      `${id}.desktop.uri`,
      `${name} has an app for desktops, but no link that opens it: set ${id}.desktop.uri and the connector "walletConnect"`,
    );
  });

  assertSite(groups.length > 0, 'wallet.groups', 'No wallet list was provided');
  const listed = new Set<string>();
  groups.forEach(({ groupName, wallets }, i) => {
    const field = `wallet.groups[${i}]`;
    assertTexts(groupName, `${field}.groupName`, isNonEmptyText, 'not be empty');
    const name = chooseTranslation(groupName, 'en');
    assertSite(wallets.length > 0, `${field}.wallets`, `No wallets provided for group: ${name}`);
    for (const id of wallets) {
      const isKnown = known.some((wallet) => wallet.id === id);
      assertSite(isKnown, `${field}.wallets`, `${field}.wallets names an unknown wallet, "${id}"`);
      assertSite(!listed.has(id), `${field}.wallets`, `${field}.wallets names "${id}", which is listed already`);
      listed.add(id);
    }
  });
  assertSiteRule(
    known.some(({ id, connector, rdns, flags }) => listed.has(id) && connector === 'walletConnect' && !rdns && !flags),
    'wallet.groups',
    'list at least one wallet that is reached through WalletConnect and has neither rdns nor flags, such as "walletConnect": phones are led to all apps by it, whatever is installed',
  );
}
