import { useSelector } from '@xstate/react';
import type { ReactNode } from 'react';
import type { ActorRefFrom, AnyActorRef, AnyEventObject } from 'xstate';
import { ETHEREUM } from '#domain/chain';
import type { Wallet } from '#domain/wallet';
import type { accountMachine } from '#machines/account';
import type { alphaMachine } from '#machines/alpha';
import type { appMachine } from '#machines/app';
import type { chainMachine } from '#machines/chain';
import type { clipboardMachine } from '#machines/clipboard';
import type { comparisonMachine } from '#machines/comparison';
import type { connectMachine } from '#machines/connect';
import type { doorMachine } from '#machines/door';
import type { manageMachine } from '#machines/manage';
import type { mobileConnectMachine } from '#machines/mobileConnect';
import type { noticeMachine } from '#machines/notice';
import type { signInMachine } from '#machines/signIn';
import type { transactionsMachine } from '#machines/transactions';
import { profile } from '#tests/samples/account';
import { usual } from '#tests/samples/alpha';
import { connection, SEPOLIA, sender } from '#tests/samples/connections';
import { machines } from '#tests/support/machines';
import { App } from '#views/App';
import { Dialog, type Form } from '#views/Dialog';
import { Door } from '#views/Door';
import { Account } from '#views/wallet/Account';
import { Chain } from '#views/wallet/Chain';
import { Connect } from '#views/wallet/Connect';
import { MobileConnect } from '#views/wallet/MobileConnect';
import { Notices } from '#views/wallet/Notice';
import { SignIn } from '#views/wallet/SignIn';
import { Tones } from '#views/wallet/tokens';
import { parts as half } from '#views/wallet/Wallet';
import { type Run, startRun } from './run';
import type { Seen } from './seen';

/** Starts another machine, and sends it `events`. */
function startBeside(name: string, input: unknown, ...events: AnyEventObject[]): AnyActorRef {
  const { machine } = machines.find((one) => one.name === name)!;
  const run = startRun(machine, input);
  for (const event of events) run.send(event);
  return run.actor;
}

/** Returns a stand-in for `ref` that also runs `children`. */
function withChildren<Ref extends AnyActorRef>(
  ref: AnyActorRef,
  children: Record<string, AnyActorRef>,
  more = {},
): Ref {
  const snapshot = { ...ref.getSnapshot(), ...more };
  snapshot.children = { ...snapshot.children, ...children };
  const still = { getSnapshot: () => snapshot, subscribe: () => ({ unsubscribe: () => {} }), send: () => {} };
  return still as unknown as Ref;
}

function Framed({ actor, form, children }: { actor: AnyActorRef; form: Form; children: ReactNode }) {
  const open = useSelector(actor, ({ status }) => status === 'active');
  return (
    <Dialog id="wallet" labelledBy="wallet-title" form={form} open={open} onOpen={() => {}} onClose={() => {}}>
      {children}
    </Dialog>
  );
}

const landing = { allocation: usual, compared: 50 };

/** Renders the landing page with `parts` instead of its own machines. */
function Landing({ parts = {} }: { parts?: Record<string, AnyActorRef> }) {
  return <App actor={withChildren<ActorRefFrom<typeof appMachine>>(startBeside('app', landing), parts)} />;
}

/** The account dialog. */
function accountWith(account: AnyActorRef, transactions = startBeside('transactions', undefined)) {
  return (
    <Framed actor={account} form="narrow">
      <Account
        actor={account as ActorRefFrom<typeof accountMachine>}
        transactions={transactions as ActorRefFrom<typeof transactionsMachine>}
        connection={connection}
        chains={[ETHEREUM, SEPOLIA]}
      />
    </Framed>
  );
}
const someAccount = () => startBeside('account', sender, { type: 'profile.read', profile });

/** The dialog of a connected visitor: the account or the networks. */
function Managed({ actor }: { actor: ActorRefFrom<typeof manageMachine> }) {
  const chain = useSelector(actor, ({ children }) => children.chain);
  const account = useSelector(actor, ({ children }) => children.account);
  if (!chain) return accountWith(account ?? someAccount());
  return (
    <Framed actor={chain} form="narrow">
      <Chain actor={chain} transactions={undefined} />
    </Framed>
  );
}

type Render = (run: Run) => ReactNode;

/** Renders the view of each machine that has one. */
const renderers: Record<Seen, Render> = {
  app: ({ actor }) => <App actor={actor as unknown as ActorRefFrom<typeof appMachine>} />,
  alpha: ({ actor }) => <Landing parts={{ alpha: actor as unknown as ActorRefFrom<typeof alphaMachine> }} />,
  comparison: ({ actor }) => (
    <Landing parts={{ comparison: actor as unknown as ActorRefFrom<typeof comparisonMachine> }} />
  ),
  door: ({ actor }) => (
    <Door
      actor={actor as unknown as ActorRefFrom<typeof doorMachine>}
      half={() => (actor.getSnapshot().matches('open') ? half : undefined)}
    />
  ),
  session: ({ actor }) => {
    const open = { value: 'open', context: { request: null } };
    const door = withChildren<ActorRefFrom<typeof doorMachine>>(
      startBeside('door', undefined),
      { session: actor },
      open,
    );
    return <Door actor={door} half={() => half} />;
  },
  notice: ({ actor }) => <Notices actor={actor as unknown as ActorRefFrom<typeof noticeMachine>} open={false} />,
  connect: ({ actor }) => (
    <Framed actor={actor} form="connect">
      <Connect actor={actor as unknown as ActorRefFrom<typeof connectMachine>} />
    </Framed>
  ),
  mobileConnect: ({ actor }) => (
    <Framed actor={actor} form="sheet">
      <MobileConnect actor={actor as unknown as ActorRefFrom<typeof mobileConnectMachine>} />
    </Framed>
  ),
  attempt: ({ actor }) => {
    const { wallet } = actor.getSnapshot().context as { wallet: Wallet };
    const found = { type: 'wallets.found', wallets: [wallet] };
    const around = startBeside('connect', undefined, found, { type: 'pick', id: wallet.id });
    return (
      <Framed actor={actor} form="connect">
        <Connect actor={withChildren<ActorRefFrom<typeof connectMachine>>(around, { attempt: actor })} />
      </Framed>
    );
  },
  signIn: ({ actor }) => (
    <Framed actor={actor} form="narrow">
      <SignIn actor={actor as unknown as ActorRefFrom<typeof signInMachine>} />
    </Framed>
  ),
  chain: ({ actor }) => (
    <Framed actor={actor} form="narrow">
      <Chain actor={actor as unknown as ActorRefFrom<typeof chainMachine>} transactions={undefined} />
    </Framed>
  ),
  account: ({ actor }) => accountWith(actor),
  manage: ({ actor }) => <Managed actor={actor as unknown as ActorRefFrom<typeof manageMachine>} />,
  transactions: ({ actor }) => accountWith(someAccount(), actor),
  clipboard: ({ actor }) => {
    const clipboard = actor as unknown as ActorRefFrom<typeof clipboardMachine>;
    return accountWith(withChildren<ActorRefFrom<typeof accountMachine>>(someAccount(), { clipboard }));
  },
};

/** The parts of the landing page that are watched themselves. */
const LANDING: readonly string[] = ['app', 'alpha', 'comparison'];

/** Returns the view of the machine `name`. */
export const viewOf = (name: Seen, run: Run) => (
  <>
    <Tones />
    {!LANDING.includes(name) && <Landing />}
    {renderers[name](run)}
  </>
);
