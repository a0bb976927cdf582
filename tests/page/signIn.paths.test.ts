import { describe, expect } from 'vitest';
import type { SnapshotFrom } from 'xstate';
import { isSignature } from '#domain/signIn';
import { signInMachine } from '#machines/signIn';
import { presentSignIn } from '../../src/views/wallet/signIn.present.ts';
import { pathsOf, selectFewestPaths, type World } from '../engine/paths';
import { prove } from '../engine/tier';
import { expiredMessage, signInWorld, wrongClock } from '../samples/signIn';
import { textOf, wordsAt } from '../support/words.ts';
import { ACCOUNT } from '../wallet/wallet.ts';
import { type SignInFixtures, withSignIn } from './signInSite.ts';
import { noteSaid } from './visitor/inPage.ts';
import { lineTo } from './visitor/network.ts';
import { NAME } from './visitor/say.ts';
import { seen } from './visitor/seen.ts';

const test = withSignIn('signInPaths', { withServer: true });

const world: World<typeof signInMachine> = {
  ...signInWorld,
  possible: ({ type, output, error }) =>
    // A wallet that switches sends its event before its answer, which starts another sign-in.
    type !== 'xstate.done.actor.switchChain' &&
    // The page's own verifier answers yes or no, and nothing else.
    output !== 'yes' &&
    // An extension asks in its own window, at any time.
    output?.promptable !== false &&
    // Excludes a sleep before the press, because it needs two steps. A test of its own covers it.
    error !== expiredMessage,
};

const FAILED = /^Failed to load resource: (net::ERR_|the server responded with a status of 422)/;

type Model = SnapshotFrom<typeof signInMachine>;
/** The wallet of the machine's samples has another name than that of the page. */
function withPageWallet(model: Model): Model {
  const { connection } = model.context;
  const wallet = { ...connection.wallet, name: NAME };
  return { ...model, context: { ...model.context, connection: { ...connection, wallet } } } as Model;
}

const proof = prove('page', signInMachine, selectFewestPaths(pathsOf(signInMachine, world, 'transitions')), {
  impossible: [
    'signIn.elsewhere.switching · xstate.done.actor.switchChain → signIn.elsewhere.ready',
    // The page's own verifier answers yes or no, and nothing else.
    'signIn.verifying · xstate.done.actor.verify [3 else] → signIn.idle.takingBack',
    // Needs a sleep before the press. See "while the computer sleeps".
    'signIn.signing · xstate.error.actor.requestSignature [1 expired] → signIn.renewing',
    'signIn.renewing',
    'signIn.renewing · xstate.done.actor.prepareMessage → signIn.renewed',
    'signIn.renewed · always [1 promptable] → signIn.signing',
    'signIn.renewed · always [2 else] → signIn.idle.ready',
    'signIn.renewing · xstate.error.actor.prepareMessage → signIn.idle.unprepared',
    'signIn.renewing · xstate.after.serverTimeout.signIn.renewing → signIn.idle.unprepared',
  ],
});

type Stage = Required<Parameters<(typeof proof.paths)[number]['follow']>[0]>;
type Life = Awaited<ReturnType<typeof begin>>;

async function begin(
  { visit, verifier }: Pick<SignInFixtures, 'visit' | 'verifier'>,
  { input }: (typeof proof.paths)[number],
) {
  const own: {
    scrawl: string | null;
    pending: boolean;
    release: () => void;
    before: ReturnType<typeof presentSignIn> | undefined;
  } = {
    /** The wallet's answer instead of a signature. */
    scrawl: null,
    /** Whether the server may have started a session, so that a visitor who cancels is signed out. */
    pending: false,
    release: () => {},
    before: undefined,
  };

  const account = {
    ...ACCOUNT,
    signMessage: async (...given: Parameters<typeof ACCOUNT.signMessage>) =>
      (own.scrawl ?? (await ACCOUNT.signMessage(...given))) as `0x${string}`,
  };
  const visitor = await visit({
    wallets: [{ account, chainId: input.connection.chainId }],
    again: 'paths',
    clock: true,
    scripts: [noteSaid],
  });
  const { page, wallet, signIn } = visitor;
  await page.clock.setSystemTime(Date.now());
  visitor.forgiven.push(FAILED);
  wallet.answers.personal_sign = 'hold';
  wallet.answers.wallet_switchEthereumChain = 'hold';
  const nonces = await lineTo(page, `${verifier.url}/nonce`);
  const signOuts = await lineTo(page, `${verifier.url}/sign-out`);

  const hold = () => {
    verifier.answer('/verify', null);
    own.release = verifier.hold('/verify', 'question');
  };
  const { join } = visitor.alpha;
  const button = (name: string) => signIn.dialog.getByRole('button', { name, exact: true });
  await visitor.waitsForScripts();
  await visitor.seesWallets();
  await visitor.escapes();
  await visitor.isHome();
  await join.focus();
  await visitor.requests('connect');
  await visitor.picks();
  await seen(signIn.dialog.getByText(wordsAt('sign_in.free'))).toBeVisible();
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 5_000);
  const lasts = (ms: number) => () => page.clock.fastForward(ms);

  const looks = async (model: Model) => {
    const shown = presentSignIn(withPageWallet(model));
    const { alert, text, heard, note, stage, main } = shown;
    const act = button(textOf(main.label));
    await seen(act).toBeVisible();
    if (main.event) await seen(act).not.toHaveAttribute('aria-disabled');
    else await seen(act).toHaveAttribute('aria-disabled', 'true');
    await seen(signIn.status).toContainText(textOf(text));
    await seen(signIn.alert).toHaveText(textOf(alert));
    await seen(signIn.dialog.getByText(wordsAt('sign_in.free'))).toBeVisible({ visible: note !== null });
    const news = [
      ...(alert && alert.key !== own.before?.alert?.key ? [`alert: ${textOf(alert)}`] : []),
      ...(text.key === own.before?.text.key ? [] : [`status: ${textOf(text)}`]),
      ...(heard ? [`status: ${textOf(heard)}`] : []),
    ];
    if (!own.before) await visitor.heard();
    const isFirst = !own.before;
    own.before = shown;
    const { failure } = model.context;
    await visitor.hearsOnly(isFirst ? [] : news, () => visitor.looksRight(failure ? `${stage}, ${failure}` : stage));
  };
  const over = (name: string, news: string) => async () => {
    await seen(signIn.dialog).toBeHidden();
    await visitor.hearsOnly([`status: ${news}`]);
    await seen(visitor.news).toHaveText(news);
    await seen(join).toBeFocused();
    // The page restores the address one event-loop turn later.
    await page.clock.runFor(100);
    await visitor.isHome();
    await visitor.looksRight(name);
  };

  return { signIn, nonces, lasts, own, hold, wallet, page, visitor, verifier, signOuts, looks, over };
}

const eventsIn = ({
  signIn,
  nonces,
  lasts,
  own,
  hold,
  wallet,
  page,
  visitor,
  verifier,
  signOuts,
}: Life): Stage['events'] => ({
  sign: () => signIn.send.click(),
  retry: () => signIn.retry.click(),
  switch: () => signIn.switch.click(),
  cancel: () => signIn.cancel.click(),
  'xstate.done.actor.prepareMessage': nonces.pass,
  'xstate.error.actor.prepareMessage': nonces.cut,
  'xstate.after.serverTimeout.signIn.idle.preparing': lasts(15_000),
  'xstate.after.messageRenewalDelay.signIn.idle.ready': lasts(240_000),
  'xstate.done.actor.requestSignature': async ({ output }) => {
    own.scrawl = isSignature(output) ? null : output;
    hold();
    await wallet.approve();
  },
  'xstate.error.actor.requestSignature': ({ error }) => wallet.reject(error.code),
  'xstate.after.slowHintDelay.signIn.signing.fresh': lasts(15_000),
  'xstate.after.walletReplyTimeout.signIn.signing': async () => {
    await page.clock.fastForward(300_000);
    // The page ignores answers that come too late.
    await wallet.approve();
    await visitor.receivesAnswers();
  },
  'xstate.done.actor.verify': ({ output }) => {
    // A visitor without a nonce has no session.
    if (!output) verifier.endSessions();
    own.pending = false;
    own.release();
  },
  'xstate.error.actor.verify': ({ error }) => {
    if (error === wrongClock) verifier.answer('/verify', { says: { faults: ['issuedAt'] }, status: 422 });
    else verifier.answer('/session', 'rubbish');
    own.pending = error !== wrongClock;
    own.release();
  },
  // The jump also passes the limits of the page's requests. The machine's was set first, so it ends first.
  'xstate.after.verifyTimeout.signIn.verifying': async () => {
    await page.clock.fastForward(30_000);
    own.release();
  },
  'xstate.done.actor.takeBack': async () => {
    await signOuts.pass();
    own.pending = false;
  },
  'xstate.error.actor.takeBack': signOuts.cut,
  'xstate.after.serverTimeout.signIn.idle.takingBack': async () => {
    await page.clock.fastForward(15_000);
    signOuts.forget();
  },
  'xstate.error.actor.switchChain': ({ error }) => wallet.reject(error.code),
  'xstate.after.switchTimeout.signIn.elsewhere.switching': async () => {
    await page.clock.fastForward(60_000);
    await wallet.reject();
    await visitor.receivesAnswers();
  },
});

const statesIn = ({ signOuts, looks, own, over }: Life): Stage['states'] => ({
  'idle.takingBack': async (now) => {
    await signOuts.held();
    await looks(now);
  },
  'idle.preparing': looks,
  'idle.ready': looks,
  'idle.unprepared': looks,
  renewing: looks,
  'signing.fresh': looks,
  'signing.slow': looks,
  verifying: async (now) => {
    own.pending = true;
    await looks(now);
  },
  'elsewhere.ready': looks,
  'elsewhere.switching': looks,
  done: over('done', wordsAt('news.signedIn')),
  cancelled: async () => {
    if (own.pending) await signOuts.pass();
    await over('cancelled', wordsAt('news.disconnected'))();
  },
});

describe('the signIn machine on the page', () => {
  const { paths, complete } = proof;

  for (const path of paths)
    test(path.title, { timeout: 240_000 }, async ({ visit, verifier }) => {
      const life = await begin({ visit, verifier }, path);
      await path.follow({ events: eventsIn(life), states: statesIn(life) });
      const { visitor } = life;
      expect(visitor.foreign).toEqual([]);
    });

  test('takes every transition that the visitor or an outside event can cause', complete);
});
