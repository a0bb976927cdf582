import type { Page } from '@playwright/test';
import { describe, expect, inject } from 'vitest';
import type { AnyEventObject, SnapshotFrom } from 'xstate';
import { nodesOf } from '#build/policy';
import { isSameAddress } from '#domain/address';
import type { Connection } from '#domain/connection';
import { countsFor, SESSION_LIFE } from '#domain/signIn';
import { sessionMachine } from '#machines/session';
import { site } from '#site';
import { words } from '#views/wallet/copy';
import { essentials, type World, walksOf } from '../model';
import { ACCOUNT } from '../support/injected.ts';
import { prove } from '../tier';
import { AFTER, done } from '../words';
import { sessionOf, sessionWorld } from '../worlds';
import { asked, NAME, OTHER, REVOKING, short } from './injected.ts';
import { beholder } from './look.ts';
import { seen } from './seen.ts';
import { letIn, lineTo, noteSaid, saidIn, signInOf, withSignIn } from './signing.ts';
import { alive, alphaOf, ask, connectOf } from './visit.ts';

const test = withSignIn('walletWalks', { withServer: true });

type Model = SnapshotFrom<typeof sessionMachine>;

/** By which a wallet is known. */
const RDNS = 'example.wallet';
const connection: Connection = {
  address: ACCOUNT.address,
  chainId: 1,
  wallet: { id: RDNS, name: NAME, icon: { src: null, background: '#fff' }, connector: 'injected' },
};
const otherAccount = { ...connection, address: OTHER.address };
const elsewhere = { ...connection, chainId: 137 };

/** Whether no dialog covers the page. */
const isUncovered = ({ value }: Model) =>
  'undecided' in value ? value.undecided.dialog === 'none' : Object.values(value).includes('none');

const world: World<typeof sessionMachine> = {
  ...sessionWorld,
  // Many short walks take fewer steps than a few long ones.
  limit: 12,
  samples: [
    ...[true, false].map((phone) => ({ type: 'ask', phone })),
    { type: 'ask', phone: false, dialog: 'chain' },
    ...[connection, otherAccount, elsewhere].map((one) => ({ type: 'wallet.connected', connection: one })),
    done('account', { leave: true, networks: false }),
    done('account', { leave: false, networks: false }),
    done('account', { leave: false, networks: true }),
    ...['closed', 'unchanged', 'left'].map((settlement) => done('chain', settlement)),
    ...['checkSession', 'signIn'].flatMap((id) => [connection, otherAccount].map((one) => done(id, sessionOf(one)))),
    ...['checkSession', 'signIn'].map((id) => done(id, null)),
  ],
  possible: (event, snapshot) => {
    const { context } = snapshot;
    const { connection: now, trouble, chains, session } = context;
    // The page lets go of a wallet at once, whatever that answers.
    if (snapshot.matches({ undecided: { question: 'disconnecting' } })) return event.type === 'wallet.disconnected';
    // A notice that fades does so before any limit.
    if (trouble === 'switch' && AFTER.test(event.type)) return false;
    switch (event.type) {
      case 'wallet.connected':
        // A wallet tells of its account and of its network one by one.
        return !now || now.address === event.connection.address || now.chainId === event.connection.chainId;
      case 'wallet.disconnected':
        return now !== null;
      case 'xstate.done.actor.signIn':
        return !event.output || (now?.chainId === 1 && countsFor(event.output, now.address, chains));
      case 'xstate.done.actor.chain':
        return event.output === 'closed' || now?.chainId !== 1;
      case 'xstate.after.sessionLifetime.session.connected':
      case 'session.ended':
        return session !== null;
      case 'dismiss':
        return trouble !== null && isUncovered(snapshot);
      case 'trouble.faded':
        return trouble === 'switch';
      default:
        return true;
    }
  },
};

/** Chromium's message about a request that was cut off. */
const CUT_OFF = /^Failed to load resource: net::ERR_/;

const statusOf = ({ value }: Model) => ('undecided' in value ? value.undecided.question : Object.keys(value)[0]!);
const behold = beholder('session');

describe('session on the page', () => {
  const { walks, complete } = prove('page', sessionMachine, essentials(walksOf(sessionMachine, world, 'transitions')), {
    impossible: [
      // The page lets go of a wallet at once, whatever that answers.
      ...[
        'ask',
        'xstate.after.walletReplyTimeout.session.undecided.question.disconnecting',
        'xstate.done.actor.disconnect',
        'xstate.error.actor.disconnect',
      ].map((type) => `session.undecided.question.disconnecting · ${type} → session.undecided.question.left`),
    ],
  });

  for (const { title, input, follow } of walks)
    test(title, { timeout: 400_000 }, async ({ come, verifier }) => {
      const { mustSignIn } = input;
      const { page, context, wallet, foreign, forgiven } = await come(
        [{ announce: 'when told', info: { rdns: RDNS } }],
        {
          path: '/favicon.svg',
          painted: true,
          hasTouch: true,
          ...(mustSignIn ? {} : { origin: inject('openOrigin') }),
          before: async (page) => {
            await page.clock.install();
            await page.addInitScript(noteSaid);
            // On a phone links to all wallets are made at once, by way of the relay: one that says nothing.
            await page.routeWebSocket(/relay/, () => {});
          },
        },
      );
      forgiven.push(CUT_OFF);
      const connect = connectOf(page);
      const signIn = signInOf(page);
      const { join } = alphaOf(page);
      const dialogs = page.locator('dialog[open]');
      const trouble = page.locator('#door-island > [role=alert]');
      const network = page.locator('#door-island').getByRole('dialog', { name: words.chain.title });
      const sessions = await lineTo(page, `${verifier.url}/session`);
      const signOuts = await lineTo(page, `${verifier.url}/sign-out`);

      // On the last visit the wallet was connected.
      const keep = (tab: Page) =>
        tab.evaluate((id) => {
          localStorage.removeItem('iaborrow.session');
          localStorage.setItem(
            'iaborrow.session',
            JSON.stringify({ version: 1, value: { id, connector: 'injected' } }),
          );
        }, RDNS);
      await wallet.announce();
      await letIn(page);
      await keep(page);
      const tab = await context.newPage();
      await tab.goto('/favicon.svg');
      const questions = wallet.questions;
      // From here on time is the test's.
      await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 5_000);
      const turn = () => page.clock.runFor(20);
      const asks = async () => {
        await turn();
        return wallet.questions > questions;
      };
      await page.goto(input.request ? '/#connect' : '/');
      await seen.poll(asks).toBe(true);
      await alive(page);
      /** Whether the wallet has told the page that it is there. */
      let announced = false;

      const lasts = (ms: number) => async () => {
        await page.clock.fastForward(ms);
        // The clock of the server is still right.
        await page.clock.setSystemTime(Date.now());
      };
      /** Sets the session that the server reports. */
      const says = async (who: { address: string; chainId: number } | null) => {
        verifier.answer('/session', { says: who && { address: who.address, chainId: who.chainId } });
        await sessions.pass();
      };
      /** The visitor is back from another tab, and who is signed in is asked for again. */
      const look = () => page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
      const leave = () => page.keyboard.press('Escape');

      let model: Model | null = null;
      let settled: string | null = null;
      let [opened, phone, leaves] = [false, false, 0];
      const heard: string[] = [];
      const news: string[] = [];
      /** Returns the news in `now`. */
      const tellOf = (now: Model) => {
        const [status, before] = [statusOf(now), model && statusOf(model)];
        const [is, was] = [now.context.connection, model?.context.connection];
        const changed = is && was && is.chainId !== was.chainId && isSameAddress(is.address, was.address);
        if (status === before) return status === 'connected' && changed ? words.news.moved : null;
        if (status === 'disconnected') return before === 'reconnecting' ? null : words.news.disconnected;
        if (!settled || status === settled) return null;
        if (status === 'connected') return mustSignIn ? words.news.signedIn : words.news.connected;
        return status === 'unauthenticated' && settled === 'connected' ? words.news.signedOut : null;
      };
      const hear = async () => {
        heard.push(...(await saidIn(page)));
        return heard.flatMap((one) => Object.values(words.news).filter((word) => one === `status: ${word}`));
      };

      /** The wallet says who and where it is. */
      const connects = async ({ connection: one }: AnyEventObject) => {
        const account = one.address === OTHER.address ? OTHER : ACCOUNT;
        const now = model?.context.connection;
        if (now && now.address === one.address && now.chainId === one.chainId) return wallet.unlock();
        if (now?.address !== one.address) await wallet.setAccount(account);
        if (now?.chainId !== one.chainId) await wallet.setChain(one.chainId);
        if (now) return;
        const late = !announced;
        announced = true;
        if (late) await wallet.announce();
        // On a phone a link is asked for at once, and what comes back meanwhile is passed over.
        if (model?.matches({ disconnected: 'connectingOnPhone' })) return connect.row(NAME).click();
        if (late) return;
        if (model?.matches({ disconnected: 'connecting' })) return connect.row(NAME).click();
        // It was connected in another tab.
        await letIn(tab);
        return keep(tab);
      };

      const pathOf = ({ value }: Model) =>
        'undecided' in value
          ? `${value.undecided.question}.${value.undecided.dialog}`
          : Object.entries(value)[0]!.join('.');
      /** Looks at a state with all eyes, once what is shown in it is there: `shows` waits for that. */
      const sees = (shows: (now: Model) => unknown) => async (now: Model) => {
        // Events that wait for a turn come before the next one.
        await turn();
        await shows(now);
        await turn();
        await seen(page.locator('html[data-connected]')).toHaveCount(now.matches('connected') ? 1 : 0);
        const { trouble: wrong, connection } = now.context;
        const none = isUncovered(now);
        await seen(trouble).toContainText(none && wrong ? words.trouble[wrong] : /^$/);
        await seen.poll(hear).toEqual(news);
        // Without a dialog, all that differs is what went wrong, and whether someone is connected.
        const where = none ? (now.matches('connected') ? 'connected' : 'none') : pathOf(now);
        const what = none ? wrong : connection?.chainId === elsewhere.chainId && 'elsewhere';
        await behold(page, [where, phone && 'phone', what].filter(Boolean).join(', '));
      };
      const rests = async () => {
        await seen(dialogs).toHaveCount(0);
        // The address is given back a turn later.
        await seen.poll(() => turn().then(() => page.url())).toMatch(/\/$/);
        if (opened) await seen(join).toBeFocused();
      };
      const quiet = sees(rests);
      /** Nothing is shown of what the page waits for: that it has asked must be looked at elsewhere. */
      const quietOn = ({ held }: typeof sessions) => sees(() => held().then(rests));
      const waits = (about: keyof typeof words.checking.sentences) =>
        sees(async ({ context: { connection } }) => {
          await seen(signIn.dialog).toContainText(words.checking.title);
          await seen(signIn.dialog).toContainText(connection ? short(connection) : words.cancel);
          await seen(signIn.status).toContainText(words.checking.sentences[about].plain);
        });
      const whileUndecided: Record<string, (now: Model) => Promise<unknown>> = {
        'reconnecting.none': quiet,
        'reconnecting.waiting': sees(() => seen(connect.dialog).toBeVisible()),
        'checkingSession.none': quietOn(sessions),
        'checkingSession.waiting': waits('checking'),
        'signingOut.none': quietOn(signOuts),
        'signingOut.waiting': waits('signingOut'),
        // The page leaves this state at once.
        'disconnecting.none': async () => {
          await seen(dialogs).toHaveCount(0);
          await behold(page, 'disconnecting');
        },
      };

      await follow({
        events: {
          ask: async ({ phone: onPhone, dialog = 'connect' }) => {
            // Beneath an open dialog the address alone requests another one, and none that it names already.
            if (await dialogs.count()) {
              const isAtSignIn = page.url().endsWith('#sign-in');
              return ask(page, dialog === 'chain' ? dialog : isAtSignIn ? 'connect' : 'sign-in');
            }
            phone = onPhone;
            await page.setViewportSize(phone ? { width: 390, height: 844 } : { width: 1280, height: 720 });
            await join.focus();
            opened = true;
            await ask(page, dialog);
          },
          close: leave,
          dismiss: () => trouble.getByRole('button').click(),
          'trouble.faded': lasts(8_000),
          'wallet.connected': connects,
          'wallet.disconnected': async () => {
            if (model?.matches({ undecided: { question: 'disconnecting' } })) {
              leaves += 1;
              await seen.poll(() => asked(wallet, REVOKING)).toBe(leaves);
            } else await wallet.disconnect();
          },
          'session.begun': () => look().then(() => says(model!.context.connection)),
          'session.ended': () => look().then(() => says(null)),
          'xstate.done.actor.restoreConnection': async () => {
            await wallet.lock();
            announced = true;
            await wallet.announce();
          },
          'xstate.error.actor.restoreConnection': async () => {
            const before = asked(wallet, 'eth_chainId');
            wallet.answers.eth_chainId = -32603;
            announced = true;
            await wallet.announce();
            await seen.poll(() => asked(wallet, 'eth_chainId')).toBeGreaterThan(before);
            delete wallet.answers.eth_chainId;
          },
          'xstate.after.walletReplyTimeout.session.undecided.question.reconnecting': lasts(5_000),
          'xstate.done.actor.connect': leave,
          'xstate.done.actor.mobileConnect': leave,
          'xstate.done.actor.checkSession': ({ output }) => says(output),
          'xstate.error.actor.checkSession': sessions.cut,
          'xstate.after.serverTimeout.session.undecided.question.checkingSession': lasts(15_000),
          'xstate.done.actor.signIn': async ({ output }) => {
            if (!output) return signIn.cancel.click();
            verifier.answer('/session', null);
            await signIn.send.click();
            await sessions.pass();
          },
          'xstate.after.sessionLifetime.session.connected': lasts(SESSION_LIFE),
          'xstate.done.actor.account': ({ output }) => {
            if (output.networks) return connect.account.getByRole('button', { name: /^Network: / }).click();
            return output.leave ? connect.leave.click() : leave();
          },
          'xstate.done.actor.chain': async ({ output }) => {
            if (output === 'closed') return leave();
            wallet.answers.wallet_switchEthereumChain = 'reject';
            await network.getByRole('button', { name: output === 'left' ? words.leave : 'Ethereum' }).click();
          },
          'xstate.done.actor.signOut': signOuts.pass,
          'xstate.error.actor.signOut': signOuts.cut,
          'xstate.after.serverTimeout.session.undecided.question.signingOut': lasts(15_000),
        },
        states: {
          '*': async (now) => {
            const status = statusOf(now);
            if (status !== 'checkingSession') sessions.forget();
            if (status !== 'signingOut' && status !== 'disconnecting') signOuts.forget();
            const told = tellOf(now);
            if (told) news.push(told);
            if (['disconnected', 'unauthenticated', 'connected'].includes(status)) settled = status;
            model = now;
          },
          undecided: (now) => whileUndecided[pathOf(now)]!(now),
          'disconnected.none': quiet,
          'disconnected.connecting': sees(() => seen(connect.dialog).toContainText(words.what)),
          'disconnected.connectingOnPhone': sees(() => seen(connect.dialog).toContainText(words.phone.title)),
          'unauthenticated.none': quiet,
          'unauthenticated.signingIn': sees(async ({ context: { connection } }) => {
            await seen(connection?.chainId === 1 ? signIn.send : signIn.switch).toBeVisible();
            await seen(signIn.dialog).toContainText(short(connection!));
          }),
          'connected.none': quiet,
          'connected.account': sees(({ context: { connection } }) =>
            seen(connect.account).toContainText(short(connection!)),
          ),
          'connected.chain': sees(() => seen(network).toBeVisible()),
        },
      });
      // The site where nobody must sign in has public nodes.
      const meant = [site.wallet.relayUrl, ...(mustSignIn ? [] : nodesOf(site))];
      expect(foreign.filter((url) => !meant.some((one) => url.startsWith(one)))).toEqual([]);
    });

  test('takes every transition that a visitor or the world can cause', complete);
});
