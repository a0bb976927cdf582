import type { AnyEventObject } from 'xstate';

/** A command from the workbench to an app that runs the workbench's client. */
export type AppCommand =
  /** The app shall report the events that an actor accepts, now and after each step. */
  | { type: '@workbench.watch'; sessionId: string }
  | { type: '@workbench.send'; sessionId: string; event: AnyEventObject }
  /** The app shall let a timer run out now. */
  | { type: '@workbench.expire'; sessionId: string; timer: string }
  /** The app shall resume an actor from its step `nth`. */
  | { type: '@workbench.restart'; sessionId: string; nth: number }
  /** The app shall stop or continue all timers. */
  | { type: '@workbench.clock'; isStopped: boolean };

/** Validates a message as a command. Returns null if it is invalid. */
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
