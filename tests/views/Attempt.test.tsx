import { describe } from 'vitest';
import type { InputFrom, SnapshotFrom } from 'xstate';
import type { Reason } from '#domain/attempt';
import type { Wallet } from '#domain/wallet';
import { attemptMachine } from '#machines/attempt';
import { connectMachine } from '#machines/connect';
import { ConnectView } from '../../src/views/wallet/Connect';
import type { Coverage } from '../engine/coverage';
import { pathsOf } from '../engine/paths';
import { perform } from '../engine/perform';
import { prove, testPaths } from '../engine/tier';
import { fireTimer } from '../engine/xstate';
import { attemptWorld } from '../samples/attempt';
import { called, push, reader, scriptedAttempt } from './attempt';
import { type Controls, expectControls } from './controls';
import { expectSaid, type Sayings } from './said';
import { Framed, showView } from './support';

async function begun({ wallet, ...limits }: InputFrom<typeof attemptMachine>, coverage: Coverage) {
  const { codeLifetime, renewalLimit } = limits;
  const { attempt, ...script } = scriptedAttempt(
    codeLifetime && renewalLimit ? { limits: { codeLifetime, renewalLimit } } : {},
  );
  coverage.watch(attempt);
  const { actor, stop } = perform(connectMachine, { inspect: coverage.inspect, actors: { attempt } });
  actor.send({ type: 'wallets.found', wallets: [wallet] });
  await showView(
    <Framed actor={actor} form="connect">
      <ConnectView actor={actor} />
    </Framed>,
  );
  actor.send({ type: 'pick', id: wallet.id });
  const tried = actor.getSnapshot().children.attempt!;
  return { ...script, stop, tried, snapshot: () => tried.getSnapshot() };
}

type Tried = SnapshotFrom<typeof attemptMachine>;

const controls: Controls = {
  renew: called(/^Show a new code$/),
  retry: called(/^Retry$/),
};
/** Controls that send events to the dialog around the attempt. */
const others = called(/^(Fox|Cove|Get Cove|Open Cove|Back|Close|Copy link)$/);

const hints: Partial<Record<Wallet['connector'], (name: string) => string>> = {
  injected: (name) => `No window? Click the ${name} icon in your browser’s toolbar.`,
  walletConnect: (name) => `Open ${name} on your phone.`,
};
const failures: Partial<Record<Reason, (name: string) => string>> = {
  rejected: (name) => `You declined the request Nothing has changed. Retry, then approve it in ${name}.`,
  timedOut: (name) => `${name} did not answer We waited two minutes. Unlock ${name}, then retry.`,
  refused: () =>
    'Phones can’t be reached from this site The connection service doesn’t accept this site. Choose a wallet in this browser instead.',
  unreachable: (name) => `${name} cannot be reached Check your internet connection, then retry.`,
};

const code = ({ context: { wallet, code, cutOff } }: Tried) =>
  `Scan with ${wallet.name} ${code > 1 ? 'New code' : `Scan with ${wallet.name}`}${cutOff ? ' Connection lost. Reconnecting…' : ''}`;
const opening = ({ context: { wallet } }: Tried) =>
  `${wallet.name} Opening ${wallet.name}… Confirm the connection in ${wallet.name}.`;

const sayings: Sayings<typeof attemptMachine> = {
  'asking.preparing': (tried) => {
    const { uri, wallet } = tried.context;
    // A code stays visible until the next one arrives.
    return uri ? code(tried) : `${wallet.name} Creating your code… Have ${wallet.name} ready on your phone.`;
  },
  'asking.scanning.ticking': code,
  'asking.opening.fresh': opening,
  'asking.opening.slow': (tried) => {
    const { name, connector } = tried.context.wallet;
    return `${opening(tried)} Still waiting. ${hints[connector]?.(name)}`;
  },
  lapsed: ({ context: { wallet } }) =>
    `${wallet.name} This code has expired Show a new one when you’re ready to scan it.`,
  failed: ({ context: { wallet, reason } }) => `${wallet.name} ${reason && failures[reason]?.(wallet.name)}`,
  approved: '',
};

describe('the attempt machine in its view', () => {
  testPaths(
    prove('view', attemptMachine, pathsOf(attemptMachine, attemptWorld)),
    async ({ input, follow, coverage }) => {
      const { tried, snapshot, tell, turn, approve, refuse, stop } = await begun(input, coverage);
      const told = reader(() => document.querySelector('dialog'));
      await follow({
        snapshot,
        send: ({ type }) => fireTimer(tried, type),
        events: {
          'code.arrived': tell,
          'line.lost': tell,
          'line.restored': tell,
          'link.followed': () => tried.send({ type: 'link.followed' }),
          'page.hidden': turn,
          'page.visible': turn,
          retry: () => push(controls.retry!()),
          renew: () => push(controls.renew!()),
          'claim.approved': approve,
          'claim.refused': ({ reason }) => refuse(reason),
        },
        states: {
          '*': async (model) => {
            await expectControls(attemptMachine, attemptWorld, model, controls, others);
            await expectSaid(attemptMachine, sayings, model, told);
          },
        },
      });
      stop();
    },
  );
});
