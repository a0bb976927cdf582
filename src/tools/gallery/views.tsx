import { useSelector } from '@xstate/react';
import type { ComponentType, ReactNode } from 'react';
import type { ActorRefFrom, AnyActorRef, AnyEventObject } from 'xstate';
import { ETHEREUM } from '#domain/chain';
import type { Wallet } from '#domain/wallet';
import type { manageMachine } from '#machines/manage';
import { sampleProfile } from '#tests/samples/account';
import { SEPOLIA, sampleConnection, sampleSender } from '#tests/samples/connections';
import { sampleAllocation } from '#tests/samples/page';
import { allMachines } from '#tests/support/machines';
import { App } from '#views/App';
import { Dialog, type DialogLayout } from '#views/Dialog';
import { WalletLoader } from '#views/WalletLoader';
import { AccountView } from '#views/wallet/Account';
import { ChainView } from '#views/wallet/Chain';
import { ConnectView } from '#views/wallet/Connect';
import { MobileConnectView } from '#views/wallet/MobileConnect';
import { Notices } from '#views/wallet/Notice';
import { SignInView } from '#views/wallet/SignIn';
import { DialogColours } from '#views/wallet/tokens';
import { walletViews as bundle } from '#views/wallet/Wallet';
import type { MachineRun } from '../../workbench/gallery/run';
import { startRun } from './run';
import type { MachineWithView } from './seen';

function startBeside(name: string, input: unknown, ...events: AnyEventObject[]): AnyActorRef {
  const { machine } = allMachines.find((one) => one.name === name)!;
  const run = startRun(machine, input);
  for (const event of events) run.send(event);
  return run.actor;
}

/** Returns a static copy of `ref` that also has `children`. Its type fits every view. */
function withChildren(ref: AnyActorRef, children: Record<string, AnyActorRef>, more = {}): never {
  const snapshot = { ...ref.getSnapshot(), ...more };
  snapshot.children = { ...snapshot.children, ...children };
  const still = { getSnapshot: () => snapshot, subscribe: () => ({ unsubscribe: () => {} }), send: () => {} };
  return still as never;
}

function Framed({ actor, form, children }: { actor: AnyActorRef; form: DialogLayout; children: ReactNode }) {
  const open = useSelector(actor, ({ status }) => status === 'active');
  return (
    <Dialog id="wallet" form={form} open={open} onOpen={() => {}} onClose={() => {}}>
      {children}
    </Dialog>
  );
}

const landing = { allocation: sampleAllocation, compared: 50, decimal: '.' } as const;

/** Renders the landing page with the actors `parts` in place of its child machines of the same names. */
function Landing({ parts = {} }: { parts?: Record<string, AnyActorRef> }) {
  return <App actor={withChildren(startBeside('app', landing), parts)} />;
}

function accountWith(account: AnyActorRef, transactions = startBeside('transactions', undefined)) {
  return (
    <Framed actor={account} form="narrow">
      <AccountView
        actor={account as never}
        transactions={transactions as never}
        connection={sampleConnection}
        chains={[ETHEREUM, SEPOLIA]}
      />
    </Framed>
  );
}
const someAccount = () => startBeside('account', sampleSender, { type: 'profile.read', profile: sampleProfile });

/** The dialog of a connected visitor: the account or the networks. */
function Managed({ actor }: { actor: ActorRefFrom<typeof manageMachine> }) {
  const chain = useSelector(actor, ({ children }) => children.chain);
  const account = useSelector(actor, ({ children }) => children.account);
  if (!chain) return accountWith(account ?? someAccount());
  return (
    <Framed actor={chain} form="narrow">
      <ChainView actor={chain} />
    </Framed>
  );
}

/** A running machine. `typed` is the same as `actor`, with a type that fits every view. */
interface Shown {
  actor: AnyActorRef;
  typed: never;
}

const framed =
  (form: DialogLayout, View: ComponentType<{ actor: never }>) =>
  ({ actor, typed }: Shown) => (
    <Framed actor={actor} form={form}>
      <View actor={typed} />
    </Framed>
  );

const renderers: Record<MachineWithView, (shown: Shown) => ReactNode> = {
  app: ({ typed }) => <App actor={typed} />,
  alpha: ({ actor: alpha }) => <Landing parts={{ alpha }} />,
  comparison: ({ actor: comparison }) => <Landing parts={{ comparison }} />,
  walletLoader: ({ actor, typed }) => (
    <WalletLoader actor={typed} bundle={() => (actor.getSnapshot().matches('open') ? bundle : undefined)} />
  ),
  session: ({ actor: session }) => {
    const open = { value: 'open', context: { request: null } };
    return (
      <WalletLoader
        actor={withChildren(startBeside('walletLoader', undefined), { session }, open)}
        bundle={() => bundle}
      />
    );
  },
  notice: ({ typed }) => <Notices actor={typed} open={false} />,
  connect: framed('connect', ConnectView),
  mobileConnect: framed('sheet', MobileConnectView),
  attempt: ({ actor: attempt }) => {
    const { wallet } = attempt.getSnapshot().context as { wallet: Wallet };
    const found = { type: 'wallets.found', wallets: [wallet] };
    const around = startBeside('connect', undefined, found, { type: 'pick', id: wallet.id });
    return (
      <Framed actor={attempt} form="connect">
        <ConnectView actor={withChildren(around, { attempt })} />
      </Framed>
    );
  },
  signIn: framed('narrow', SignInView),
  chain: framed('narrow', ChainView),
  account: ({ actor }) => accountWith(actor),
  manage: ({ typed }) => <Managed actor={typed} />,
  transactions: ({ actor }) => accountWith(someAccount(), actor),
  clipboard: ({ actor: clipboard }) => accountWith(withChildren(someAccount(), { clipboard })),
};

/** Machines whose own view is the landing page, so that it is not shown again behind them. */
const LANDING: readonly string[] = ['app', 'alpha', 'comparison'];

/** Returns the view of the machine `name`, with the landing page behind it unless it is `alone`. */
export const renderView = (name: MachineWithView, run: MachineRun, alone = false) => (
  <>
    <DialogColours />
    {!alone && !LANDING.includes(name) && <Landing />}
    {renderers[name]({ actor: run.actor, typed: run.actor as never })}
  </>
);
