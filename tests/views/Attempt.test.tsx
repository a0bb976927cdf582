import type { AnyEventObject, InputFrom, SnapshotFrom } from 'xstate';
import { attemptMachine } from '#machines/attempt';
import { connectMachine } from '#machines/connect';
import { presentAttempt } from '../../src/views/wallet/attempt.present';
import { ConnectView } from '../../src/views/wallet/Connect';
import type { CoverageRecord } from '../engine/coverage';
import { perform } from '../engine/perform';
import { fireTimer } from '../engine/xstate';
import { attemptSamples } from '../samples/connect';
import { installedWallet, mobileOnlyWallet } from '../samples/wallets';
import { announcementOf, wordsAt } from '../support/words';
import { type ControlsByEvent, createControlsByName } from './controls';
import { createScreenReader, expectAnnouncement } from './said';
import { createScriptedAttempt } from './scripted';
import { showDialog } from './support';
import { testView } from './testView';

async function start({ wallet, ...limits }: InputFrom<typeof attemptMachine>, coverage: CoverageRecord) {
  const { codeLifetime, renewalLimit } = limits;
  const { attempt, ...script } = createScriptedAttempt(
    codeLifetime && renewalLimit ? { limits: { codeLifetime, renewalLimit } } : {},
  );
  coverage.watch(attempt);
  const { actor, stop } = perform(connectMachine, { inspect: coverage.inspect, actors: { attempt } });
  actor.send({ type: 'wallets.found', wallets: [wallet] });
  await showDialog(actor, 'connect', <ConnectView actor={actor} />);
  actor.send({ type: 'pick', id: wallet.id });
  const tried = actor.getSnapshot().children.attempt!;
  return { ...script, stop, tried, snapshot: () => tried.getSnapshot() };
}

const controls: ControlsByEvent = {
  renew: createControlsByName(wordsAt('renew')),
  retry: createControlsByName(wordsAt('wallet.retry')),
};
const named = (...wallets: { name: string }[]) =>
  wallets.flatMap((one) => [one.name, wordsAt('getName', one), wordsAt('phone.open', one)]);
/** The controls of the surrounding dialog, which send no event to the attempt machine. */
const others = createControlsByName(
  ...named(installedWallet, mobileOnlyWallet),
  wordsAt('back'),
  wordsAt('close'),
  wordsAt('copy'),
);

testView(attemptMachine, attemptSamples, async ({ input, coverage }) => {
  const { tried, snapshot, tell, turn, approve, refuse, stop } = await start(input, coverage);
  const told = createScreenReader(() => document.querySelector('dialog'));
  const send = ({ type }: AnyEventObject) => fireTimer(tried, type);
  const events = {
    'code.arrived': tell,
    'line.lost': tell,
    'line.restored': tell,
    'link.followed': () => tried.send({ type: 'link.followed' }),
    'page.hidden': turn,
    'page.visible': turn,
    'claim.approved': approve,
    'claim.refused': ({ reason }: AnyEventObject) => refuse(reason),
  };
  const seen = (model: SnapshotFrom<typeof attemptMachine>) =>
    expectAnnouncement(announcementOf(presentAttempt(model, null)), told);
  return { stop, snapshot, controls, others, send, events, seen };
});
