import type { AnyEventObject } from 'xstate';

/** A command of the workbench to an app that runs its client. */
export type AppCommand =
  /** Report the possible events of an actor, now and after each of its steps. */
  | { type: '@workbench.watch'; sessionId: string }
  | { type: '@workbench.send'; sessionId: string; event: AnyEventObject }
  /** Let a timer run out now. */
  | { type: '@workbench.expire'; sessionId: string; timer: string }
  /** Resume an actor from its step `nth`. */
  | { type: '@workbench.restart'; sessionId: string; nth: number }
  /** Stop all timers, or continue them. */
  | { type: '@workbench.clock'; isStopped: boolean };

/** Parses a command. Returns null for anything else. */
export function parseAppCommand(message: unknown): AppCommand | null {
  const { type, sessionId, event, timer, nth, isStopped } = Object(message) as Record<string, unknown>;
  if (type === '@workbench.clock') return typeof isStopped === 'boolean' ? { type, isStopped } : null;
  if (typeof sessionId !== 'string') return null;
  if (type === '@workbench.watch') return { type, sessionId };
  if (type === '@workbench.expire' && typeof timer === 'string') return { type, sessionId, timer };
  if (type === '@workbench.restart' && typeof nth === 'number') return { type, sessionId, nth };
  if (type === '@workbench.send' && typeof Object(event).type === 'string')
    return { type, sessionId, event: event as AnyEventObject };
  return null;
}
