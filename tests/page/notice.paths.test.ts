import { describe } from 'vitest';
import type { Notice } from '#domain/notice';
import { noticeMachine } from '#machines/notice';
import { dialogWords } from '#views/wallet/copy';
import { pathsOf, selectFewestPaths, type World } from '../engine/paths';
import { prove } from '../engine/tier';
import { ACCOUNT } from '../wallet/wallet.ts';
import { comeBack, otherPageNetwork, pageConnection } from './returning.ts';
import { type SignInFixtures, withSignIn } from './signInSite.ts';
import { createFollower } from './traced.ts';
import { NAME, say } from './visitor/say.ts';
import { seen } from './visitor/seen.ts';
import { shortAddress } from './visitor/viewer.ts';

const test = withSignIn('noticePaths', { withServer: true });

const TEXTS: Partial<Record<Notice['code'], string>> = {
  signedIn: say('confirmed.of.signedIn', { address: shortAddress(ACCOUNT) }),
  disconnected: say('confirmed.of.disconnected'),
};
const noticeOf = (code: Notice['code']): Notice => ({ code, address: shortAddress(ACCOUNT), name: NAME });

const world: World<typeof noticeMachine> = {
  samples: (['signedIn', 'disconnected'] as const).map((code) => ({ type: 'notice.posted', notice: noticeOf(code) })),
  possible: ({ type, notice }, { context, value: { failure } }) => {
    const code = context.notice?.code;
    switch (type) {
      case 'notice.posted':
        // Signing in needs a dialog, which hides a failure. A wallet can disconnect only after signing in.
        return failure === 'none' && (notice.code === 'signedIn' || code === 'signedIn');
      // A sign-out can fail only after the wallet has disconnected.
      case 'signOut.failed':
        return code === 'disconnected';
      case 'network.unchanged':
        return code !== 'disconnected';
      // A failure covers the confirmation, whose button cannot be pressed then.
      case 'dismiss':
        return failure === 'none';
      // Both notices share one clock, so the time of one may not pass while the other is shown.
      case 'xstate.after.noticeDuration.notice.confirmation.shown':
        return failure !== 'unchanged';
      case 'xstate.after.failureDuration.notice.failure.unchanged':
        return code === undefined;
      default:
        return true;
    }
  },
};

const few = selectFewestPaths(pathsOf(noticeMachine, world, 'transitions'));
const proof = prove('page', noticeMachine, few);

type Stage = Required<Parameters<(typeof proof.paths)[number]['follow']>[0]>;
type Life = Awaited<ReturnType<typeof begin>>;

async function begin({ visit, verifier }: Pick<SignInFixtures, 'visit' | 'verifier'>) {
  const own = {
    chainId: 1,
    /** The server was asked to end the session, and has not answered. */
    leaving: false,
  };
  const returned = await comeBack({ visit, verifier }, { mustSignIn: true, path: '/', traced: true });
  const { visitor, wallet, signOuts, turn } = returned;
  const { page, dialogs } = visitor;
  const machine = createFollower(page, 'notice');
  const island = page.locator('#wallet-island');
  const card = island.getByRole('complementary');
  const alert = page.locator('#wallet-island > [role=alert]');
  const network = island.getByRole('dialog', { name: dialogWords.chain.title });
  const dismissIn = (one: typeof card) => one.getByRole('button', { name: say('close') }).click();
  await returned.restoresNothing();

  /** Runs the page's clock in small steps until the condition holds. */
  const soon = (holds: () => Promise<boolean>) => seen.poll(() => turn().then(holds), { intervals: [50] }).toBe(true);
  const isCovered = () => dialogs.count().then((count) => count > 0);
  const opens = async (dialog: 'connect' | 'chain') => {
    await visitor.requests(dialog);
    await soon(isCovered);
  };
  const closed = () => soon(async () => !(await isCovered()) && /\/$/.test(page.url()));

  const goesTo = async (id: number) => {
    own.chainId = id;
    await wallet.setChain(id);
  };

  const ends = async () => {
    if (own.leaving) await signOuts.pass();
    own.leaving = false;
  };
  const disconnects = async () => {
    await wallet.disconnect();
    await soon(() => visitor.isConnected().then((it) => !it));
    await signOuts.held();
    own.leaving = true;
  };
  const connects = async () => {
    await ends();
    await opens('connect');
    await returned.connects({ type: '', connection: { ...pageConnection, chainId: own.chainId } }, null, 'desk');
    await returned.says(pageConnection);
    await soon(() => visitor.isConnected());
    await closed();
  };

  return {
    visitor,
    disconnects,
    connects,
    own,
    signOuts,
    dismissIn,
    card,
    goesTo,
    opens,
    wallet,
    network,
    closed,
    alert,
    ends,
    returned,
    turn,
    machine,
  };
}

const eventsIn = ({
  visitor,
  disconnects,
  connects,
  own,
  signOuts,
  dismissIn,
  card,
  goesTo,
  opens,
  wallet,
  network,
  closed,
  alert,
  ends,
  returned,
}: Life): Stage['events'] => ({
  'notice.posted': async ({ notice }) => {
    const isHere = await visitor.isConnected();
    // A connected visitor disconnects first. The next notice replaces that of the disconnection.
    if (isHere) await disconnects();
    if (notice.code === 'signedIn') await connects();
  },
  'signOut.failed': async () => {
    if (!own.leaving) await connects().then(disconnects);
    own.leaving = false;
    await signOuts.cut();
  },
  'network.unchanged': async () => {
    if (!(await visitor.isConnected())) {
      await connects();
      await dismissIn(card);
    }
    if (own.chainId === 1) await goesTo(otherPageNetwork.chainId);
    await opens('chain');
    wallet.answers.wallet_switchEthereumChain = 'reject';
    await network.getByRole('button', { name: 'Ethereum' }).click();
    await closed();
  },
  'network.changed': () => goesTo(1),
  'dialog.requested': async () => {
    await opens('connect');
    await visitor.escapes();
    await closed();
  },
  dismiss: () => dismissIn(card),
  dismissFailure: () => dismissIn(alert),
  'xstate.after.noticeDuration.notice.confirmation.shown': () => ends().then(() => returned.lasts(5_000)),
  'xstate.after.failureDuration.notice.failure.unchanged': () => returned.lasts(8_000),
});

const statesIn = ({ turn, machine, alert, card, visitor }: Life): Stage['states'] => ({
  '*': async ({ value, context: { notice } }) => {
    await turn();
    await seen.poll(machine.state).toEqual(value);
    const { failure } = value;
    await seen(alert).toContainText(failure === 'none' ? /^$/ : dialogWords.trouble[failure]);
    if (!notice || failure !== 'none') await seen(card).toHaveCount(0);
    else {
      await seen(card).toContainText(TEXTS[notice.code]!);
      await seen(card.getByRole('link', { name: dialogWords.account.title })).toHaveCount(
        notice.code === 'signedIn' ? 1 : 0,
      );
    }
    await visitor.looksRight(failure === 'none' ? (notice?.code ?? 'none') : failure);
  },
});

describe('the notice machine on the page', () => {
  const { paths, complete } = proof;

  for (const { title, follow } of paths)
    test(title, { timeout: 400_000 }, async ({ visit, verifier }) => {
      const life = await begin({ visit, verifier });
      await follow({ events: eventsIn(life), states: statesIn(life) });
    });

  test('takes every transition', complete);
});
