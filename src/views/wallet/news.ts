import type { ActorRefFrom, SnapshotFrom } from 'xstate';
import { isSameAddress } from '#domain/address';
import type { sessionMachine } from '#machines/session';
import { words } from './copy';

type Wallet = ActorRefFrom<typeof sessionMachine>;
type Shown = SnapshotFrom<typeof sessionMachine>;

/** A word, and its number among all: the same word again is news again. */
interface News {
  word: string;
  nth: number;
  /** The news came in an open dialog and ends with it, as nothing outside of one is read out. */
  inside: boolean;
}

interface Told {
  wallet: Shown;
  /** The last settled status. */
  settled: string | null;
  news: News | null;
  count: number;
}

const { connected, signedIn, signedOut, disconnected, moved } = words.news;

const statusOf = ({ value }: Shown) =>
  typeof value === 'object' && 'undecided' in value ? value.undecided.question : Object.keys(value)[0]!;

const settledIn = (status: string) =>
  ['disconnected', 'unauthenticated', 'connected'].includes(status) ? status : null;

/** Returns the news in a new status, after the last one and the last settled one. */
function wordOf(status: string, before: string, settled: string | null, { context }: Shown) {
  if (status === 'disconnected') return before === 'reconnecting' ? null : disconnected;
  // A visitor who returns as the same account hears nothing.
  if (settled === null || status === settled) return null;
  if (status === 'connected') return context.mustSignIn ? signedIn : connected;
  return status === 'unauthenticated' && settled === 'connected' ? signedOut : null;
}

/** Whether the same account has changed its network. */
function hasMoved({ context: { connection: before } }: Shown, { context: { connection: now } }: Shown) {
  return before && now && before.chainId !== now.chainId && isSameAddress(before.address, now.address);
}

function next(last: Told | undefined, wallet: Shown, inside: boolean): Told {
  const status = statusOf(wallet);
  const before = last ? statusOf(last.wallet) : status;
  const { settled = null, news = null, count = 0 } = last ?? {};
  const told = { wallet, settled: settledIn(status) ?? settled, count };
  const stays = status === before;
  if (stays && !(last && status === 'connected' && hasMoved(last.wallet, wallet)))
    return { ...told, news: news?.inside && !inside ? null : news };
  const word = stays ? moved : wordOf(status, before, settled, wallet);
  return { ...told, news: word === null ? null : { word, nth: count, inside }, count: count + 1 };
}

const told = new WeakMap<Wallet, Told>();

/** Returns the news of the connection, `inside` a dialog or not, or null without news. It depends on earlier news. */
export function newsOf(actor: Wallet, wallet: Shown, inside: boolean): News | null {
  const last = told.get(actor);
  const now = last?.wallet === wallet ? last : next(last, wallet, inside);
  told.set(actor, now);
  return now.news;
}
