import type { Page } from '@playwright/test';
import { inject } from 'vitest';
import type { AnyEventObject } from 'xstate';
import type { Connection } from '#domain/connection';
import type { startVerifier } from '../support/verifier.ts';
import { ACCOUNT } from '../wallet/wallet.ts';
import type { Visiting } from './visitor/fixtures.ts';
import { addTraceButton, noteSaid } from './visitor/inPage.ts';
import { silently } from './visitor/layouts.ts';
import { lineTo } from './visitor/network.ts';
import { NAME } from './visitor/say.ts';
import { seen } from './visitor/seen.ts';
import { OTHER } from './visitor/wallets.ts';

const RDNS = 'example.wallet';
export const pageConnection: Connection = {
  address: ACCOUNT.address,
  chainId: 1,
  wallet: { id: RDNS, name: NAME, icon: { src: null, background: '#fff' }, connector: 'injected' },
};
export const otherPageNetwork = { ...pageConnection, chainId: 137 };

const CUT_OFF = /^Failed to load resource: net::ERR_/;

interface Place {
  visit: Visiting;
  verifier: Awaited<ReturnType<typeof startVerifier>>;
}

interface Outset {
  mustSignIn: boolean;
  path: string;
  traced?: boolean;
}

/** A visitor whose wallet was connected on the last visit. The test controls wallet, sign-in server and clock. */
export async function comeBack({ visit, verifier }: Place, { mustSignIn, path, traced }: Outset) {
  const visitor = await visit({
    wallets: [{ announce: 'when told', info: { rdns: RDNS } }],
    path: '/favicon.svg',
    hasTouch: true,
    ...(mustSignIn ? {} : { origin: inject('openOrigin') }),
    ...silently,
    scripts: [noteSaid, ...(traced ? [addTraceButton] : [])],
  });
  const { page, wallet } = visitor;
  visitor.forgiven.push(CUT_OFF);
  const sessions = await lineTo(page, `${verifier.url}/session`);
  const signOuts = await lineTo(page, `${verifier.url}/sign-out`);

  const isKept = () => page.evaluate(() => localStorage.getItem('iaborrow.session') !== null);
  const keep = (tab: Page) =>
    tab.evaluate((id) => {
      localStorage.setItem('iaborrow.session', JSON.stringify({ version: 1, value: { id, connector: 'injected' } }));
    }, RDNS);
  await wallet.announce();
  await visitor.allowsConnection();
  await keep(page);
  const tab = await visitor.opensTab('/favicon.svg');
  const questions = wallet.questions;
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 5_000);
  const { turn } = visitor.clock;
  const asks = async () => {
    await turn();
    return wallet.questions > questions;
  };
  await page.goto(path);
  await seen.poll(asks).toBe(true);
  await visitor.waitsForScripts();
  let announced = false;
  const announce = async () => {
    announced = true;
    await wallet.announce();
  };

  return {
    visitor,
    wallet,
    signOuts,
    turn,
    lasts: async (ms: number) => {
      await page.clock.fastForward(ms);
      await page.clock.setSystemTime(Date.now());
    },
    says: async (who: { address: string; chainId: number } | null) => {
      verifier.answer('/session', { says: who && { address: who.address, chainId: who.chainId } });
      await sessions.pass();
    },
    /** Connects the wallet by `list`, or changes the connected one (`now`). */
    connects: async ({ connection: one }: AnyEventObject, now: Connection | null, list: 'phone' | 'desk' | null) => {
      const account = one.address === OTHER.address ? OTHER : ACCOUNT;
      if (now && now.address === one.address && now.chainId === one.chainId) return wallet.unlock();
      if (now?.address !== one.address) await wallet.setAccount(account);
      if (now?.chainId !== one.chainId) await wallet.setChain(one.chainId);
      if (now) return;
      const late = !announced;
      if (late) await announce();
      // Phones request links at once. The page ignores a return during that.
      if (list === 'phone') return visitor.picks();
      if (late) return;
      if (list === 'desk') return visitor.picks();
      // The wallet was connected in another tab.
      await tab.allowsConnection();
      // The page keeps a connection only while its record exists, and hears of it from the wallet.
      if (!(await isKept())) await keep(tab.page);
    },
    restoresNothing: async () => {
      await wallet.lock();
      await announce();
    },
  };
}
