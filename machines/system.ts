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
export interface SystemActors {
  address: ActorRefFrom<typeof addressMachine>;
  connection: ActorRefFrom<typeof connectionMachine>;
  pairing: ActorRefFrom<typeof pairingMachine>;
  session: ActorRefFrom<typeof sessionMachine>;
}

/** The actor system of the page. Only `findActor` reads it. */
export type PageSystem = ActorSystem<never> | AnyActorRef['system'];

/** Returns the running machine with the system id. @throws if none runs. */
export function findActor<Id extends keyof SystemActors>(system: PageSystem, id: Id): SystemActors[Id] {
  const actor = (system as AnyActorRef['system']).get(id);
  if (!actor) throw new Error(`No machine runs as ${id}.`);
  return actor as SystemActors[Id];
}

/**
 * `line` forwards events both ways, `hear` listens to a child, `follow` watches a value, and `hold` claims the page's
 * address for a dialog.
 */
type MessageLinkKind = 'line' | 'hear' | 'follow' | 'hold';

/** The logic of a child actor through which a machine exchanges events with another machine. */
export type MessageLink<Input> = CallbackActorLogic<AnyEventObject, Input>;

/** Returns the kind and the target machine of a message link, or null for any other logic. */
export const messageLinkOf = (logic: unknown): { kind: MessageLinkKind; to: string } | null =>
  typeof Object(logic).to === 'string' ? (logic as never) : null;

const createMessageLink = <Input>(
  kind: MessageLinkKind,
  to: string,
  run: Parameters<typeof fromCallback<AnyEventObject, Input>>[0],
): MessageLink<Input> => Object.assign(fromCallback<AnyEventObject, Input>(run), { kind, to });

/** Sends `event` to `actor`, unless `actor` has stopped already. */
const tellRunning = (actor: AnyActorRef, event: AnyEventObject) => {
  if (actor.getSnapshot().status === 'active') actor.send(event);
};

interface ActorLinkInput {
  /** Fields that an event of the other machine must have to be forwarded, such as the id of the attempt. */
  own?: Record<string, unknown>;
  /** The event that the other machine gets when the owner of the link stops, because that runs no exit actions. */
  last?: AnyEventObject;
}

/** Links the owner to the machine with the system id: the events of each are sent to the other. */
export const linkToActor = (id: keyof SystemActors): MessageLink<ActorLinkInput | undefined> =>
  createMessageLink('line', id, ({ input: { own = {}, last } = {}, receive, sendBack, system }) => {
    const other: AnyActorRef = findActor(system, id);
    const isOwn = (event: AnyEventObject) => Object.entries(own).every(([name, value]) => event[name] === value);
    const { unsubscribe } = other.on('*', (event: AnyEventObject) => isOwn(event) && sendBack(event));
    receive((event) => other.send(event));
    return () => {
      unsubscribe();
      if (last) tellRunning(other, last);
    };
  });

/**
 * Returns the logic that sends the owner each event that its child `child` emits. Invoke it before that child, so that
 * it listens from the start.
 */
export const forwardEventsOfChild = (child: string): MessageLink<{ owner: AnyActorRef }> =>
  createMessageLink('hear', child, ({ input: { owner }, sendBack }) => {
    const actor: AnyActorRef | undefined = owner.getSnapshot().children[child];
    if (!actor) throw new Error(`${owner.id} runs no ${child}.`);
    return actor.on('*', sendBack).unsubscribe;
  });

/**
 * Claims the page's address for a dialog, until the owner ends. `null` is the alpha modal. Sends the owner the event
 * `leave` when the visitor goes back.
 */
export const holdAddressForDialog: MessageLink<{ dialog: DialogName | null; leave?: 'close' | 'cancel' }> =
  createMessageLink('hold', 'address', ({ input: { dialog, leave = 'close' }, self, sendBack, system }) => {
    const id = self.sessionId;
    const address = findActor(system, 'address');
    const { unsubscribe } = address.on('visitor.left', (left) => left.id === id && sendBack({ type: leave }));
    address.send({ type: 'hold', holder: { id, dialog } });
    return () => {
      unsubscribe();
      tellRunning(address, { type: 'release', id });
    };
  });

interface FollowOptions<Value> {
  /** Returns the events for a change from `before` to `now`. `before` is undefined at the start. */
  tell: (now: Value, before: Value | undefined) => AnyEventObject[];
  /** Whether to send the events only after all machines have handled the current ones, so that dialogs close before. */
  atRest?: boolean;
  /** The id of a child of the machine. If given, that child is followed instead of the machine. */
  child?: string;
}

/** Sends the owner the events that `tell` returns: at the start, and whenever the JSON value of `select` changes. */
export const followActor = <Snapshot, Value>(
  id: keyof SystemActors,
  select: (snapshot: Snapshot) => Value,
  { tell, atRest = false, child }: FollowOptions<Value>,
): MessageLink<undefined> =>
  createMessageLink('follow', child ?? id, ({ sendBack, system }) => {
    const owner: AnyActorRef = findActor(system, id);
    const actor: AnyActorRef | undefined = child ? owner.getSnapshot().children[child] : owner;
    if (!actor) throw new Error(`${id} runs no ${child}.`);
    let before: Value | undefined;
    const look = () => {
      const snapshot = actor.getSnapshot();
      if (snapshot.status !== 'active') return;
      const now = select(snapshot);
      if (JSON.stringify(now) === JSON.stringify(before)) return;
      const events = tell(now, before);
      before = now;
      for (const event of events) sendBack(event);
    };
    look();
    return actor.subscribe(() => (atRest ? queueMicrotask(look) : look())).unsubscribe;
  });
