import { cutText } from './text';

/** The used part of a wallet's announcement (EIP-6963), sanitised for display. */
export interface Announcement {
  uuid: string;
  rdns: string;
  name: string;
  /** A `data:` URL, for `<img>` only, or a path on this site for a wallet of the catalogue. */
  icon: string | null;
  /** The id of the catalogue's wallet whose flag the provider in `window.ethereum` sets. */
  wallet?: string;
}

const LONGEST_NAME = 40;
const LONGEST_ID = 100;
const LARGEST_ICON = 64 * 1024;
/** Control, bidi and invisible characters, unpaired surrogates, and the blank braille pattern. */
const UNSEEN = /[\p{C}\p{Default_Ignorable_Code_Point}\p{Zl}\p{Zp}\u2800]/gu;
const PICTURE = /^data:image\/(svg\+xml|png|jpeg|webp|gif)[;,]/i;

export const sanitizeWalletName = (name: string) =>
  cutText(name.replace(UNSEEN, '').replace(/\s+/g, ' ').trim(), LONGEST_NAME).trim();

const text = (value: unknown) => (typeof value === 'string' ? value : '');

/** Sanitises the `detail` of an `eip6963:announceProvider` event, which any extension may send. Null if invalid. */
export function sanitizeAnnouncement(detail: unknown): Announcement | null {
  try {
    // Reads each property once, because a second read may give another value.
    const { uuid, rdns, name, icon } = (detail as { info: Record<'uuid' | 'rdns' | 'name' | 'icon', unknown> }).info;
    const id = text(uuid);
    const host = text(rdns).trim();
    const picture = text(icon).trim();
    if (!id.trim() || id.length > LONGEST_ID) return null;
    if (host.length > LONGEST_ID || !/^[a-z0-9.-]+$/i.test(host)) return null;
    return {
      uuid: id,
      rdns: host,
      name: sanitizeWalletName(text(name)) || cutText(host, LONGEST_NAME),
      icon: picture.length <= LARGEST_ICON && PICTURE.test(picture) ? picture : null,
    };
  } catch {
    return null;
  }
}
