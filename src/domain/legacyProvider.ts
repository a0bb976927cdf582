import type { Announcement } from './announcement';
import type { WalletDescriptor } from './wallet';

/** The `uuid` and `rdns` for the provider in `window.ethereum`, which announces none. */
export const LEGACY_PROVIDER_ID = 'window.ethereum';

/** Most wallets set this flag, so that old pages accept them. A provider with no other flag is MetaMask. */
const IMITATED = 'isMetaMask';

/** Returns whether `flag` is set. Reading it may throw if competing wallets have left getters or proxies. */
function isSet(provider: object, flag: string) {
  try {
    return Reflect.get(provider, flag) === true;
  } catch {
    return false;
  }
}

function flagsOf(provider: object) {
  const flags = [];
  try {
    for (const key in provider) if (/^is[A-Z]/.test(key) && isSet(provider, key)) flags.push(key);
  } catch {
    return flags;
  }
  return flags;
}

/** Names the known wallet whose flag the provider in `window.ethereum` sets, or `nameless` if there is none. */
export function identifyLegacyProvider(provider: object, known: WalletDescriptor[], nameless: string): Announcement {
  const carries = (isOwn: (flag: string) => boolean) =>
    known.find(({ flags = [] }) => flags.some((flag) => isOwn(flag) && isSet(provider, flag)));
  const isAlone = flagsOf(provider).every((flag) => flag === IMITATED);
  const wallet = carries((flag) => flag !== IMITATED) ?? (isAlone ? carries(() => true) : undefined);
  if (!wallet) return { uuid: LEGACY_PROVIDER_ID, rdns: LEGACY_PROVIDER_ID, name: nameless, icon: null };
  const { id, name, rdns = LEGACY_PROVIDER_ID, iconUrl = null } = wallet;
  return { uuid: LEGACY_PROVIDER_ID, rdns, name, icon: iconUrl, wallet: id };
}
