import { describe } from 'vitest';
import type { AnyEventObject, SnapshotFrom } from 'xstate';
import { countsFor, SESSION_LIFETIME } from '#domain/signIn';
import { identityMachine } from '#machines/identity';
import { words } from '#views/wallet/copy';
import { essentials, pathsOf, type World } from '../engine/paths';
import { prove } from '../engine/tier';
import { done } from '../engine/words';
import { sessionOf } from '../samples/connections';
import { identityWorld } from '../samples/identity';
import { asked, REVOKING, short } from './injected.ts';
import { seen } from './seen.ts';
import { withSignIn } from './signing.ts';
import { ask } from './visit.ts';
import { comeBack, connection, elsewhere, otherAccount } from './visitor.ts';

const test = withSignIn('identityPaths', { withServer: true });

type Model = SnapshotFrom<typeof identityMachine>;

const world: World<typeof identityMachine> = {
  ...identityWorld,
  // Many short paths need fewer steps than a few long ones.
  limit: 12,
  samples: [
    ...[connection, otherAccount, elsewhere].map((one) => ({ type: 'wallet.connected', connection: one })),
    ...[connection, otherAccount].map((one) => done('checkSession', sessionOf(one))),
    done('checkSession', null),
    ...[sessionOf(connection), sessionOf(otherAccount), null].map((session) => ({ type: 'signIn.ended', session })),
  ],
  possible: (event, snapshot) => {
    const { connection: now, session, chains } = snapshot.context;
    // The page drops a wallet at once, without waiting for its answer.
    if (snapshot.matches('disconnecting')) return event.type === 'wallet.disconnected';
    switch (event.type) {
      case 'wallet.connected':
        // A wallet reports its account and its network in separate events.
        return !now || now.address === event.connection.address || now.chainId === event.connection.chainId;
      case 'wallet.disconnected':
        return now !== null;
      case 'signIn.ended':
        return event.session === null || (now?.chainId === 1 && countsFor(event.session, now.address, chains));
      case 'xstate.after.sessionLifetime.identity.connected':
      case 'session.ended':
        return session !== null;
      default:
        return true;
    }
  },
};

describe('the identity machine on the page', () => {
  const few = essentials(pathsOf(identityMachine, world, 'transitions'));
  const { paths, complete } = prove('page', identityMachine, few, {
    impossible: [
      // The page drops a wallet at once, without waiting for its answer.
      ...['hurry', 'xstate.after.walletReplyTimeout.identity.disconnecting'].map(
        (type) => `identity.disconnecting · ${type} → identity.left`,
      ),
      'identity.disconnecting · wallet.connected → (stays)',
    ],
  });

  for (const { title, input, follow } of paths)
    test(title, { timeout: 400_000 }, async ({ come, verifier }) => {
      const { mustSignIn } = input;
      const visitor = await comeBack({ come, verifier }, { mustSignIn, path: '/' });
      const { page, wallet, connect, signIn, sessions, signOuts, turn, dialogs } = visitor;
      const network = page.locator('#wallet-island').getByRole('dialog', { name: words.chain.title });
      let model: Model | null = null;
      let leaves = 0;

      const rests = async (now: Model) => {
        await turn();
        await seen(dialogs).toHaveCount(0);
        await seen(page.locator('html[data-connected]')).toHaveCount(now.matches('connected') ? 1 : 0);
      };
      const restsOn =
        ({ held }: typeof sessions) =>
        async (now: Model) => {
          await turn();
          await held();
          await rests(now);
        };

      await follow({
        events: {
          'wallet.connected': (event: AnyEventObject) =>
            visitor.connects(event, model?.context.connection ?? null, null),
          'wallet.disconnected': async () => {
            if (!model?.matches('disconnecting')) return wallet.disconnect();
            leaves += 1;
            return seen.poll(() => asked(wallet, REVOKING)).toBe(leaves);
          },
          'session.begun': () => visitor.look().then(() => visitor.says(model!.context.connection)),
          'session.ended': () => visitor.look().then(() => visitor.says(null)),
          'signIn.begun': async () => {
            await ask(page, 'sign-in');
            await turn();
            await seen(signIn.dialog).toBeVisible();
          },
          'signIn.ended': ({ session }) => (session ? visitor.signs() : signIn.cancel.click()),
          leave: async () => {
            await ask(page, 'account');
            await turn();
            const isHere = model?.context.connection?.chainId === 1;
            return isHere ? connect.leave.click() : network.getByRole('button', { name: words.leave }).click();
          },
          'restore.ended': visitor.restoresNothing,
          'xstate.after.walletReplyTimeout.identity.reconnecting': () => visitor.lasts(5_000),
          'xstate.done.actor.checkSession': ({ output }) => visitor.says(output),
          'xstate.error.actor.checkSession': sessions.cut,
          'xstate.after.serverTimeout.identity.checkingSession': () => visitor.lasts(15_000),
          'xstate.after.sessionLifetime.identity.connected': () => visitor.lasts(SESSION_LIFETIME),
          'xstate.done.actor.signOut': signOuts.pass,
          'xstate.error.actor.signOut': signOuts.cut,
          'xstate.after.serverTimeout.identity.signingOut': () => visitor.lasts(15_000),
        },
        states: {
          '*': async (now) => {
            if (!now.matches('checkingSession')) sessions.forget();
            if (!now.matches('signingOut') && !now.matches('disconnecting')) signOuts.forget();
            model = now;
          },
          reconnecting: rests,
          checkingSession: restsOn(sessions),
          // The page leaves this state at once.
          disconnecting: () => seen(dialogs).toHaveCount(0),
          signingOut: restsOn(signOuts),
          disconnected: rests,
          unauthenticated: rests,
          signingIn: async ({ context: { connection: now } }) => {
            await turn();
            await seen(now?.chainId === 1 ? signIn.send : signIn.switch).toBeVisible();
            await seen(signIn.dialog).toContainText(short(now!));
          },
          connected: rests,
        },
      });
    });

  test('takes every transition that the visitor or an outside event can cause', complete);
});
