import type { AnyActorLogic, AnyEventObject, SnapshotFrom } from 'xstate';
import { tellingParent } from '#adapters/wallets/identity';
import { followingParent } from '#adapters/wallets/news';
import { identityMachine } from '#machines/identity';
import { newsMachine } from '#machines/news';
import { noticeMachine } from '#machines/notice';
import { sessionMachine } from '#machines/session';
import { perform } from '../engine/perform';

type Session = SnapshotFrom<typeof sessionMachine>;
type Identity = SnapshotFrom<typeof identityMachine>;
type Notice = SnapshotFrom<typeof noticeMachine>;

/** A failure that the page shows outside all dialogs. */
type Trouble = Exclude<Notice['value']['failure'], 'none'>;

/** The combined state of the session machine, its identity machine and its notice machine. */
export interface Visitor extends Pick<Session, 'value' | 'matches' | 'hasTag'> {
  context: Session['context'] & Pick<Identity['context'], 'session' | 'unsure'> & { trouble: Trouble | null };
  children: Session['children'] & Identity['children'];
}

export function visitorOf(session: Session, identity: Identity, notice?: Notice): Visitor {
  const failure = notice?.value?.failure ?? 'none';
  const { session: signedIn, unsure } = identity.context;
  return {
    value: session.value,
    matches: session.matches.bind(session),
    hasTag: (tag) => session.hasTag(tag) || identity.hasTag(tag),
    context: { ...session.context, session: signedIn, unsure, trouble: failure === 'none' ? null : failure },
    children: { ...session.children, ...identity.children },
  };
}

interface Options {
  input: { request: { phone: boolean } | null; mustSignIn: boolean; chains: Session['context']['chains'] };
  /** The actors that run for real. */
  actors?: Record<string, AnyActorLogic>;
}

/** Runs the session with a real identity, which receives the events of wallets and other tabs. */
export function performVisitor({ input, actors }: Options) {
  const { actor, send, ...life } = perform(sessionMachine, {
    input,
    actors: (scripted) => ({
      identity: tellingParent(scripted(identityMachine)),
      news: followingParent(newsMachine),
      notice: noticeMachine,
      ...actors,
    }),
  });
  const identity = actor.getSnapshot().children.identity!;
  const notice = actor.getSnapshot().children.notice!;
  let last: Visitor | undefined;
  let seen: unknown[] = [];
  return {
    ...life,
    actor,
    snapshot: () => {
      const now = [actor.getSnapshot(), identity.getSnapshot(), notice.getSnapshot()] as const;
      if (!last || now.some((one, i) => one !== seen[i])) last = visitorOf(...now);
      seen = [...now];
      return last;
    },
    send: async (event: AnyEventObject) => {
      if (/^(wallet|session)\./.test(event.type)) identity.send(event as never);
      else if (/^dismiss/.test(event.type)) notice.send(event as never);
      else await send(event);
    },
  };
}
