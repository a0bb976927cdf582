import {
  type ActorRefFrom,
  type ActorSystem,
  type AnyActorRef,
  type AnyEventObject,
  type CallbackActorLogic,
  fromCallback,
} from 'xstate';
import type { DialogName } from '#domain/dialog';
import type { addressMachine } from './address';
import type { connectionMachine } from './connection';
import type { pairingMachine } from './pairing';
import type { sessionMachine } from './session';

/** The machines that others find by their system id. */
export interface System {
  address: ActorRefFrom<typeof addressMachine>;
  connection: ActorRefFrom<typeof connectionMachine>;
  pairing: ActorRefFrom<typeof pairingMachine>;
  session: ActorRefFrom<typeof sessionMachine>;
}

/** The actor system of the page. Only `find` looks into it. */
export type PageSystem = ActorSystem<never> | AnyActorRef['system'];

/** Returns the running machine with the system id. @throws if none runs. */
export function find<Id extends keyof System>(system: PageSystem, id: Id): System[Id] {
  const actor = (system as AnyActorRef['system']).get(id);
  if (!actor) throw new Error(`No machine runs as ${id}.`);
  return actor as System[Id];
}

/** The input of a line. */
interface LineInput {
  /** Values that an event of the other machine must have to be passed on, such as the attempt that it is about. */
  own?: Record<string, unknown>;
  /** The event that the other machine gets when the line ends. A stopped machine runs no exit actions. */
  last?: AnyEventObject;
}

/**
 * Returns the logic of a line to the machine with the system id. It sends that machine what its owner sends, and its
 * owner what that machine emits.
 */
export const line = (id: keyof System): CallbackActorLogic<AnyEventObject, LineInput | undefined> =>
  fromCallback<AnyEventObject, LineInput | undefined>(
    ({ input: { own = {}, last } = {}, receive, sendBack, system }) => {
      const other: AnyActorRef = find(system, id);
      const isOwn = (event: AnyEventObject) => Object.entries(own).every(([name, value]) => event[name] === value);
      const { unsubscribe } = other.on('*', (event: AnyEventObject) => isOwn(event) && sendBack(event));
      receive((event) => other.send(event));
      return () => {
        unsubscribe();
        if (last) other.send(last);
      };
    },
  );

/** Sends its owner what the owner's child `child` emits. Invoke it before that child. */
export const hearChild = fromCallback<AnyEventObject, { owner: AnyActorRef; child: string }>(
  ({ input: { owner, child }, sendBack }) => {
    const { [child]: actor } = owner.getSnapshot().children as Record<string, AnyActorRef | undefined>;
    if (!actor) throw new Error(`${owner.id} runs no ${child}.`);
    return actor.on('*', sendBack).unsubscribe;
  },
);

/**
 * Holds the address for the open dialog that invokes it, until that closes. Sends `leave` when the visitor goes back.
 * `null` stands for the alpha modal.
 */
export const holdAddress = fromCallback<AnyEventObject, { dialog: DialogName | null; leave?: 'close' | 'cancel' }>(
  ({ input: { dialog, leave = 'close' }, self, sendBack, system }) => {
    const id = self.sessionId;
    const address = find(system, 'address');
    const { unsubscribe } = address.on('visitor.left', (left) => left.id === id && sendBack({ type: leave }));
    address.send({ type: 'hold', holder: { id, dialog } });
    return () => {
      unsubscribe();
      address.send({ type: 'release', id });
    };
  },
);

/** The options of `follow`. */
interface FollowOptions {
  /** Reports once all machines have rested, so that what an event closes has closed before. */
  atRest?: boolean;
  /** The child of the machine that is followed instead. */
  child?: string;
}

/**
 * Returns the logic that follows the machine with the system id. It sends its owner `<id>.changed` with what `select`
 * finds in that machine's snapshot: at the start, and whenever the value, which is plain JSON, differs.
 */
export const follow = <Snapshot, Value>(
  id: keyof System,
  select: (snapshot: Snapshot) => Value,
  { atRest = false, child }: FollowOptions = {},
): CallbackActorLogic<AnyEventObject, undefined> =>
  fromCallback<AnyEventObject, undefined>(({ sendBack, system }) => {
    const owner: AnyActorRef = find(system, id);
    const actor: AnyActorRef | undefined = child ? owner.getSnapshot().children[child] : owner;
    if (!actor) throw new Error(`${id} runs no ${child}.`);
    let last = '';
    const tell = () => {
      const snapshot = actor.getSnapshot();
      if (snapshot.status !== 'active') return;
      const value = select(snapshot);
      const now = JSON.stringify(value);
      if (now === last) return;
      last = now;
      sendBack({ type: `${child ?? id}.changed`, value });
    };
    tell();
    return actor.subscribe(() => (atRest ? queueMicrotask(tell) : tell())).unsubscribe;
  });
