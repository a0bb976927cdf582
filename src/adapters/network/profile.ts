import { QueryClient, QueryObserver } from '@tanstack/query-core';
import { type Address, BaseError, ContractFunctionRevertedError } from 'viem';
import { getBalance, getEnsAddress, getEnsName, getEnsText } from 'viem/actions';
import { normalize } from 'viem/ens';
import { isSameAddress } from '#domain/address';
import { parseAvatarRecord } from '#domain/avatar';
import { formatBalance } from '#domain/balance';
import { ENS_NAME_CACHE_LIFETIME } from '#domain/ensName';
import { AddressRequiredError, NameRequiredError } from '#domain/errors';
import type { Balance, Profile, ReadState } from '#domain/profile';
import { site } from '#site';
import { storedRecords } from '../browser/records';
import { wagmiChains, wagmiChainWithEns, wagmiConfig } from '../wallets/config';

/* Reads an account's name, avatar and balance. Loaded on demand, because the tables for names are large. */

const queries = new QueryClient({
  defaultOptions: {
    queries: {
      gcTime: 5 * 60_000,
      retry: 3,
      // Local nodes answer offline too, and an offline visitor should see a failure.
      networkMode: 'always',
      refetchOnWindowFocus: false,
      refetchOnReconnect: false,
    },
  },
});

/** The time limit of a request to the name service, in ms. */
const SERVICE_LIMIT = 10_000;

async function balanceOf(address: string, chainId: number): Promise<Balance | null> {
  if (!address) throw new AddressRequiredError();
  const chain = wagmiChains.find(({ id }) => id === chainId);
  if (!chain) return null;
  const { decimals, symbol } = chain;
  const amount = await getBalance(wagmiConfig.getClient({ chainId }), { address: address as Address });
  return { formatted: formatBalance(amount, decimals), decimals, symbol };
}

/** Returns the normal form of a name (ENSIP-15), or null if it is invalid. */
function nameIn(text: unknown): string | null {
  try {
    return (typeof text === 'string' && normalize(text)) || null;
  } catch {
    return null;
  }
}

/** Whether a contract has reverted, which means that nothing is registered. Any other error is a failed node. */
const isAnswer = (error: unknown) =>
  error instanceof BaseError && Boolean(error.walk((cause) => cause instanceof ContractFunctionRevertedError));

/** Returns the primary name of `address`. Anyone may set any text, so it is unverified. */
async function nameByChain(address: string): Promise<string | null> {
  if (!wagmiChainWithEns) return null;
  try {
    return await getEnsName(wagmiConfig.getClient({ chainId: wagmiChainWithEns.id }), { address: address as Address });
  } catch (error) {
    if (isAnswer(error)) return null;
    throw error;
  }
}

async function nameByService(address: string): Promise<unknown> {
  if (!site.wallet.nameServiceUrl) return null;
  const url = new URL(site.wallet.nameServiceUrl, location.origin);
  url.searchParams.set('address', address);
  const answer = await fetch(url, { redirect: 'error', signal: AbortSignal.timeout(SERVICE_LIMIT) });
  const { data } = Object(await answer.json()) as { data?: unknown };
  return answer.ok ? data : null;
}

interface Identity {
  name: string | null;
  avatar: string | null;
}
const NOBODY: Identity = { name: null, avatar: null };

async function identityOf(name: string, address: string): Promise<Identity | null> {
  if (!name) throw new NameRequiredError();
  if (!wagmiChainWithEns) return null;
  const client = wagmiConfig.getClient({ chainId: wagmiChainWithEns.id });
  const [owner, picture] = await Promise.all([
    // A name that needs an offchain lookup counts as unresolved.
    getEnsAddress(client, { name }).catch((error) => {
      if (isAnswer(error)) return null;
      throw error;
    }),
    getEnsText(client, { name, key: 'avatar' }).catch(() => null),
  ]);
  return owner && isSameAddress(owner, address) ? { name, avatar: parseAvatarRecord(picture) } : null;
}

function cachedNameOf(address: string): string | null {
  const { name, expiresAt = 0 } = storedRecords.names.get()[address.toLowerCase()] ?? {};
  const left = expiresAt - Date.now();
  return left > 0 && left <= ENS_NAME_CACHE_LIFETIME ? nameIn(name) : null;
}

function cacheName(address: string, name: string | null) {
  const { [address.toLowerCase()]: _, ...others } = storedRecords.names.get();
  const entry = name && { [address.toLowerCase()]: { name, expiresAt: Date.now() + ENS_NAME_CACHE_LIFETIME } };
  storedRecords.names.set({ ...entry, ...others });
}

/** Returns the name and picture of `address`, if the name resolves back to it. */
async function identify(address: string): Promise<Identity> {
  if (!address) throw new AddressRequiredError();
  const kept = cachedNameOf(address);
  const still = kept && (await identityOf(kept, address));
  if (still) return still;
  const told = nameIn(await nameByChain(address)) ?? nameIn(await nameByService(address).catch(() => null));
  const identity = told && (await identityOf(told, address));
  cacheName(address, identity ? identity.name : null);
  return identity || NOBODY;
}

function queryStateOf<T>({ data, isError }: { data: T | null | undefined; isError: boolean }): ReadState<T> {
  if (data === undefined) return { is: isError ? 'failed' : 'loading' };
  return data === null ? { is: 'absent' } : { is: 'known', value: data };
}

export function readProfile(
  { address, chainId }: { address: string; chainId: number },
  tell: (profile: Profile) => void,
) {
  const id = address.toLowerCase();
  const balance = new QueryObserver(queries, {
    queryKey: ['balance', chainId, id],
    queryFn: () => balanceOf(address, chainId),
  });
  const identity = new QueryObserver(queries, { queryKey: ['identity', id], queryFn: () => identify(address) });
  const look = () => {
    const who = identity.getCurrentResult();
    const parts = who.data ?? { name: undefined, avatar: undefined };
    tell({
      name: queryStateOf({ data: parts.name, isError: who.isError }),
      avatar: queryStateOf({ data: parts.avatar, isError: who.isError }),
      balance: queryStateOf(balance.getCurrentResult()),
    });
  };
  const undo = [balance.subscribe(look), identity.subscribe(look)];
  look();
  return {
    retry: () => {
      for (const observer of [balance, identity]) if (observer.getCurrentResult().isError) observer.refetch();
    },
    refresh: () => balance.refetch(),
    stop: () => {
      for (const unsubscribe of undo) unsubscribe();
    },
  };
}
