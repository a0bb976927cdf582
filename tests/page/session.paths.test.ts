import { describe, expect } from 'vitest';
import type { AnyEventObject, SnapshotFrom } from 'xstate';
import { nodesOf } from '#build/policy';
import { isSameAddress } from '#domain/address';
import { countsFor, SESSION_LIFETIME } from '#domain/signIn';
import { sessionMachine } from '#machines/session';
import { site } from '#site';
import { words } from '#views/wallet/copy';
import { essentials, pathsOf, type World } from '../engine/paths';
import { prove } from '../engine/tier';
import { done } from '../engine/words';
import { sessionOf } from '../samples/connections';
import { canBeTold, isPassing, managedIn, news, sessionWorld, statusOf } from '../samples/session';
import { ACCOUNT } from '../wallet/wallet.ts';
import { short } from './injected.ts';
import { beholder } from './look.ts';
import { seen } from './seen.ts';
import { saidIn, withSignIn } from './signing.ts';
import { ask } from './visit.ts';
import { comeBack, connection, elsewhere, otherAccount } from './visitor.ts';

const test = withSignIn('walletPaths', { withServer: true });

type Model = SnapshotFrom<typeof sessionMachine>;

/** Whether no dialog covers the page. */
const isUncovered = ({ value }: Model) =>
  'undecided' in value ? value.undecided.dialog === 'none' : Object.values(value).includes('none');

/** The session check fails for a visitor on that network, so disconnecting signs out. */
const isUnsure = ({ context: { connection } }: Model) => connection?.chainId === elsewhere.chainId;

const world: World<typeof sessionMachine> = {
  ...sessionWorld,
  // Many short paths need fewer steps than a few long ones.
  limit: 12,
  samples: [
    ...[true, false].map((phone) => ({ type: 'dialog.request', phone })),
    { type: 'dialog.request', phone: false, dialog: 'chain' },
    ...['checking', 'disconnecting', 'signingOut', 'unauthenticated', 'connected', 'moved'].flatMap((what) =>
      [connection, otherAccount, elsewhere].map((one) => news(what, one)),
    ),
    ...['signingOut', 'disconnected', 'moved'].map((what) => news(what)),
    ...['closed', 'unchanged', 'left'].map((end) => done('manage', end)),
    ...[connection, otherAccount].map((one) => done('signIn', sessionOf(one))),
    done('signIn', null),
  ],
  possible: (event, snapshot) => {
    const { connection: now, chains, mustSignIn } = snapshot.context;
    const { connection: next } = event;
    const status = statusOf(snapshot);
    if (!canBeTold(event, snapshot)) return false;
    if (isPassing(snapshot)) {
      const leaves = status === 'connected' || isUnsure(snapshot);
      return (event.type === 'visitor.disconnecting') === leaves;
    }
    // The page drops a wallet at once, without waiting for its answer.
    if (status === 'disconnecting') return event.type === (mustSignIn ? 'visitor.signingOut' : 'visitor.disconnected');
    // A wallet reports its account and its network in separate events.
    if (now && next && now.address !== next.address && now.chainId !== next.chainId) return false;
    const stays = now?.chainId === next?.chainId;
    switch (event.type) {
      case 'visitor.checking':
        return status !== 'connected' || (stays && now?.address === next.address);
      case 'visitor.signingOut':
        if (status === 'unauthenticated') return isUnsure(snapshot);
        return status !== 'connected' || next === null || next.address !== now?.address;
      case 'visitor.unauthenticated':
        return status === 'unauthenticated' ? stays : status === 'checkingSession' || !isUnsure(snapshot);
      case 'visitor.moved':
        if (!next) return now !== null;
        return status === 'unauthenticated'
          ? stays
          : status !== 'connected' || !mustSignIn || next.address === now?.address;
      case 'visitor.disconnected':
        if (status === 'unauthenticated') return !isUnsure(snapshot);
        return status !== 'disconnected' && (status !== 'connected' || !mustSignIn);
      case 'xstate.done.actor.signIn':
        if (!event.output) return isUnsure(snapshot);
        return now?.chainId === 1 && countsFor(event.output, now.address, chains);
      case 'xstate.done.actor.manage':
        if (event.output === 'unchanged') return managedIn(snapshot) === 'chain' && now?.chainId !== 1;
        return event.output === 'closed' || managedIn(snapshot) !== 'chain' || now?.chainId !== 1;
      default:
        return true;
    }
  },
};

const behold = beholder('session');

describe('the session machine on the page', () => {
  const { paths, complete } = prove('page', sessionMachine, essentials(pathsOf(sessionMachine, world, 'transitions')), {
    // The page drops a wallet at once.
    impossible: ['session.disconnected · visitor.disconnected → (stays)'],
  });

  for (const { title, input, follow } of paths)
    test(title, { timeout: 400_000 }, async ({ come, verifier }) => {
      const { mustSignIn } = input;
      const path = input.request ? '/#connect' : '/';
      const visitor = await comeBack({ come, verifier }, { mustSignIn, path });
      const { page, wallet, foreign, connect, signIn, join, sessions, signOuts, turn, dialogs } = visitor;
      const notice = page.locator('#wallet-island > [role=alert]');
      const network = page.locator('#wallet-island').getByRole('dialog', { name: words.chain.title });
      const leave = () => page.keyboard.press('Escape');

      let model: Model | null = null;
      let settled: string | null = null;
      let [opened, phone, fails] = [false, false, false];
      /** The failure that the page shows outside all dialogs. */
      let trouble: keyof typeof words.trouble | null = null;
      const heard: string[] = [];
      const news: string[] = [];
      /** Returns the announcements that lead from one state to the next. */
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

      /** The wallet reports its account and its network. */
      const connects = (event: AnyEventObject) => {
        const list = model?.matches({ disconnected: 'connectingOnPhone' })
          ? 'phone'
          : model?.matches({ disconnected: 'connecting' })
            ? 'desk'
            : null;
        return visitor.connects(event, model?.context.connection ?? null, list);
      };
      const hasSignedOut = () => (fails ? signOuts.cut() : signOuts.pass());

      const pathOf = ({ value }: Model) =>
        'undecided' in value
          ? `${value.undecided.question}.${value.undecided.dialog}`
          : Object.entries(value)[0]!.join('.');
      /** Checks a state once `shows` holds. */
      const sees = (shows: (now: Model) => unknown) => async (now: Model) => {
        // Events that are due in this turn come before the next one.
        await turn();
        await shows(now);
        await turn();
        await seen(page.locator('html[data-connected]')).toHaveCount(now.matches('connected') ? 1 : 0);
        const { connection } = now.context;
        const none = isUncovered(now);
        await seen(notice).toContainText(none && trouble ? words.trouble[trouble] : /^$/);
        await seen.poll(hear).toEqual(news);
        // Without a dialog, states differ only in the notice and in whether a wallet is connected.
        const managed = now.matches({ connected: 'managing' }) && ((await network.isVisible()) ? 'chain' : 'account');
        const where = managed || (none ? (now.matches('connected') ? 'connected' : 'none') : pathOf(now));
        const what = none ? trouble : connection?.chainId === elsewhere.chainId && 'elsewhere';
        await behold(page, [where, phone && 'phone', what].filter(Boolean).join(', '));
      };
      const rests = async () => {
        await seen(dialogs).toHaveCount(0);
        // The page restores the address one event-loop turn later.
        await seen.poll(() => turn().then(() => page.url())).toMatch(/\/$/);
        if (opened) await seen(join).toBeFocused();
      };
      const quiet = sees(rests);
      /** The page shows nothing of its own requests, so the test checks them at the server. */
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
          'dialog.request': async ({ phone: onPhone, dialog = 'connect' }) => {
            // Under an open dialog, only a new hash requests another dialog.
            if (await dialogs.count()) {
              const isAtSignIn = page.url().endsWith('#sign-in');
              return ask(page, dialog === 'chain' ? dialog : isAtSignIn ? 'connect' : 'sign-in');
            }
            trouble = null;
            phone = onPhone;
            await page.setViewportSize(phone ? { width: 390, height: 844 } : { width: 1280, height: 720 });
            await join.focus();
            opened = true;
            await ask(page, dialog);
          },
          close: leave,
          'visitor.checking': async (event) => {
            const status = model && statusOf(model);
            if (status === 'connected') {
              // The notice of a failed switch disappears before a session expires.
              if (trouble === 'unchanged') trouble = null;
              return visitor.lasts(SESSION_LIFETIME);
            }
            if (status !== 'unauthenticated') return connects(event);
            await visitor.look();
            return visitor.says({ ...event.connection, chainId: 1 });
          },
          'visitor.signingOut': async ({ connection: next }) => {
            const status = model && statusOf(model);
            // The page has come here by disconnecting.
            if (status === 'disconnecting') return;
            if (!next) return wallet.disconnect();
            if (status === 'connected') return connects({ type: 'visitor.moved', connection: next });
            return visitor.says(next.address === ACCOUNT.address ? otherAccount : connection);
          },
          'visitor.disconnected': async () => {
            const status = model && statusOf(model);
            if (status === 'reconnecting') return visitor.restoresNothing();
            if (status === 'signingOut') return hasSignedOut();
            if (status !== 'disconnecting') await wallet.disconnect();
          },
          'visitor.unauthenticated': async (event) => {
            const status = model && statusOf(model);
            if (status === 'signingOut') return hasSignedOut();
            if (status === 'unauthenticated') return connects(event);
            if (status === 'checkingSession') return isUnsure(model!) ? sessions.cut() : visitor.says(null);
            await visitor.look();
            return visitor.says(null);
          },
          'visitor.disconnecting': async () => {
            if (model?.matches('unauthenticated')) return signIn.cancel.click();
            return (await network.isVisible())
              ? network.getByRole('button', { name: words.leave }).click()
              : connect.leave.click();
          },
          'visitor.connected': async (event) => {
            if (model?.matches({ unauthenticated: 'answered' })) return visitor.signs();
            if (model?.matches({ undecided: { question: 'checkingSession' } }))
              return visitor.says({ ...event.connection, chainId: 1 });
            return connects(event);
          },
          'visitor.moved': async (event) => (event.connection ? connects(event) : wallet.disconnect()),
          // The page doesn't wait for the sign-out. The request fails with the next event.
          'signOut.failed': async () => {
            fails = true;
          },
          'xstate.done.actor.connect': leave,
          'xstate.done.actor.mobileConnect': leave,
          // The identity tells at once what follows. So the visitor acts only then.
          'xstate.done.actor.signIn': () => {},
          'xstate.done.actor.manage': async ({ output }) => {
            if (output === 'left') return;
            if (output === 'closed') return leave();
            wallet.answers.wallet_switchEthereumChain = 'reject';
            trouble = 'unchanged';
            await network.getByRole('button', { name: 'Ethereum' }).click();
          },
        },
        states: {
          '*': async (now) => {
            const status = statusOf(now);
            const [is, was] = [now.context.connection, model?.context.connection];
            if (trouble === 'unchanged' && is && is.chainId !== was?.chainId) trouble = null;
            if (fails && status !== 'signingOut') [fails, trouble] = [false, 'signOut'];
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
          'unauthenticated.answered': () => {},
          'connected.none': quiet,
          'connected.managing': sees(async (now) => {
            const dialog = managedIn(now);
            if (dialog === 'chain') return seen(network).toBeVisible();
            if (!dialog) return seen(network.or(connect.account)).toBeVisible();
            return seen(connect.account).toContainText(short(now.context.connection!));
          }),
          'connected.leaving': () => {},
        },
      });
      // The site without sign-in uses public nodes.
      const meant = [site.wallet.relayUrl, ...(mustSignIn ? [] : nodesOf(site))];
      expect(foreign.filter((url) => !meant.some((one) => url.startsWith(one)))).toEqual([]);
    });

  test('takes every transition that the visitor or an outside event can cause', complete);
});
