import type { AnyActorLogic, AnyEventObject, AnyStateMachine, SnapshotFrom } from 'xstate';
import { identityMachine } from '#machines/identity';
import { manageMachine } from '#machines/manage';
import { newsMachine } from '#machines/news';
import { noticeMachine } from '#machines/notice';
import { sessionMachine } from '#machines/session';
import { forwardEventsOfChild } from '#machines/system';
import { perform } from '../engine/perform';
import { childrenOf, sessionStateOf } from '../samples/session';

type Session = SnapshotFrom<typeof sessionMachine>;
type Identity = SnapshotFrom<typeof identityMachine>;
type Notice = SnapshotFrom<typeof noticeMachine>;
type Manage = SnapshotFrom<typeof manageMachine>;

/** A failure that the page shows outside all dialogs. */
type Trouble = Exclude<Notice['value']['failure'], 'none'>;

/** The combined state of the session machine and of its identity, notice and manage machines. */
export interface VisitorSnapshot extends Pick<Session, 'matches' | 'hasTag'> {
  value: Exclude<Session['value'], { connected: unknown }> | { connected: 'none' | Manage['value'] };
  context: Session['context'] & Pick<Identity['context'], 'session' | 'unsure'> & { trouble: Trouble | null };
  children: Session['children'] & Identity['children'] & Manage['children'];
}

function visitorOf(session: Session, identity: Identity, notice?: Notice): VisitorSnapshot {
  const failure = notice?.value?.failure ?? 'none';
  const { session: signedIn, unsure } = identity.context;
  return {
    value: sessionStateOf(session) as VisitorSnapshot['value'],
    matches: session.matches.bind(session),
    hasTag: (tag) => session.hasTag(tag) || identity.hasTag(tag),
    context: { ...session.context, session: signedIn, unsure, trouble: failure === 'none' ? null : failure },
    children: { ...identity.children, ...childrenOf(session) },
  };
}

/** Returns a machine whose actors are scripted. */
export type Script = <M extends AnyStateMachine>(machine: M) => M;

interface Options {
  input: { request: { phone: boolean } | null; mustSignIn: boolean; chains: Session['context']['chains'] };
  /** The actors of the session and of its dialogs that really run. */
  actors: (scripted: Script) => Record<string, AnyActorLogic>;
}

/** Runs the session machine with the real identity machine, which receives the events of wallets and other tabs. */
export function performVisitor({ input, actors }: Options) {
  const { actor, send, ...life } = perform(sessionMachine, {
    input,
    actors: (scripted) => ({
      identity: scripted(identityMachine),
      identityLine: forwardEventsOfChild('identity'),
      manage: scripted(manageMachine).provide({ actors: actors(scripted) } as never),
      news: newsMachine,
      notice: noticeMachine,
      ...actors(scripted),
    }),
  });
  const identity = actor.getSnapshot().children.identity!;
  const notice = actor.getSnapshot().children.notice!;
  let last: VisitorSnapshot | undefined;
  let seen: unknown[] = [];
  return {
    ...life,
    actor,
    snapshot: () => {
      const now = [actor.getSnapshot(), identity.getSnapshot(), notice.getSnapshot()] as const;
      const all = [...now, now[0].children.manage?.getSnapshot()];
      if (!last || all.some((one, i) => one !== seen[i])) last = visitorOf(...now);
      seen = all;
      return last;
    },
    send: async (event: AnyEventObject) => {
      if (/^(wallet|session|restore)\./.test(event.type)) identity.send(event as never);
      else if (/^dismiss/.test(event.type)) notice.send(event as never);
      else await send(event);
    },
  };
}
