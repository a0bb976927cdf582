import type { AnyActorLogic, AnyActorRef, AnyEventObject, AnyStateMachine, Snapshot } from 'xstate';
import { type ActorLogic, fromCallback } from 'xstate';
import { appMachine } from '#machines/app';
import { messageLinkOf, type PageSystem } from '#machines/system';
import { walletMachine } from '#machines/wallet';
import type { SimulatedTab } from './tab';

/*
 * The real machines of the page. Their requests to wallets, server and browser go to a simulated tab. Answers arrive at
 * once.
 */

/** A request of the page to the outside, until it is answered or aborted. */
export interface PortRequest {
  id: string;
  input: Record<string, never>;
  /** Whether the page still waits for the answer. */
  readonly isOpen: boolean;
  answer(output?: unknown): void;
  fail(error?: unknown): void;
}

/** The arguments of a function that reports outside events to a machine, such as events of a wallet. */
export interface ListenerArguments {
  input: Record<string, never>;
  tell(event: AnyEventObject): void;
  receive(hear: (event: AnyEventObject) => void): void;
  system: PageSystem;
}

const tabs = new WeakMap<object, SimulatedTab>();

/** Stores that the page's actor system runs in `tab`, so that the requests of its actors reach this tab. */
export const assignTab = (actor: { system: object }, tab: SimulatedTab) => tabs.set(actor.system, tab);

type Asked = Snapshot<unknown> & { input: unknown };

const questionOf = (ref: AnyActorRef, id = ref.id): PortRequest => ({
  id,
  input: (ref.getSnapshot() as { input: Record<string, never> }).input,
  get isOpen() {
    return ref.getSnapshot().status === 'active';
  },
  answer(output) {
    if (this.isOpen) ref.send({ type: 'answer', output });
  },
  fail(error = new Error('no')) {
    if (this.isOpen) ref.send({ type: 'fail', error });
  },
});

/**
 * Returns actor logic that passes a request to the simulated tab and waits for its answer. `id` replaces the actor's
 * own id.
 */
const questionAs = (id?: string): ActorLogic<Asked, AnyEventObject, unknown> => ({
  getInitialSnapshot: (_, input) => ({ status: 'active', input, output: undefined, error: undefined }),
  transition: (snapshot, event) => {
    if (event.type === 'answer') return { ...snapshot, status: 'done', output: event.output, error: undefined };
    if (event.type === 'fail') return { ...snapshot, status: 'error', output: undefined, error: event.error };
    if (event.type === 'xstate.stop') return { ...snapshot, status: 'stopped', output: undefined, error: undefined };
    return snapshot;
  },
  start: (_, { self, system }) => tabs.get(system)!.ask(questionOf(self, id)),
  getPersistedSnapshot: (snapshot) => snapshot,
});

const listener = (name: string) =>
  fromCallback<AnyEventObject, Record<string, never>>(({ input, sendBack, receive, system }) =>
    tabs.get(system)!.listen(name, { input, tell: sendBack, receive, system }),
  );

/** Matches the names of actors that report events from outside. All other actors answer once. */
const LISTENING = /^(watch|show|pairPhone)/;

const isMachine = (logic: AnyActorLogic): logic is AnyStateMachine => 'root' in logic;

/** Machines that replace those of the page, by their ids. */
export type MachineReplacements = Record<string, AnyStateMachine>;

/** Returns `machine` with simulated requests to the outside, also in all machines that it runs. */
function castOf<M extends AnyStateMachine>(machine: M, replaced: MachineReplacements, called?: string): M {
  const own = (replaced[machine.id] as M | undefined) ?? machine;
  const actors = Object.entries(own.implementations.actors as Record<string, AnyActorLogic>).flatMap(
    ([src, logic]): [string, AnyActorLogic][] => {
      if (messageLinkOf(logic) || src === 'wallet') return [];
      if (isMachine(logic)) return [[src, castOf(logic, replaced, src)]];
      return [[src, LISTENING.test(src) ? listener(src) : questionAs(src === 'work' ? called : undefined)]];
    },
  );
  return own.provide({ actors: Object.fromEntries(actors) as never }) as M;
}

/** The two root machines of a page, of the landing page and of the wallet bundle. */
export interface PageMachines {
  app: typeof appMachine;
  wallet: typeof walletMachine;
}

/** Creates the machines of one simulated page. */
export const createPageMachines = (replaced: MachineReplacements = {}): PageMachines => ({
  app: castOf(appMachine, replaced),
  wallet: castOf(walletMachine, replaced),
});

/** The machines of the page with simulated services. They are created once, because that is slow. */
export const PAGE_MACHINES = createPageMachines();
