import { type AppCommand, parseAppCommand } from '../recorder/orders';

/** A message of the inspector's server to its pages. */
export type ServerEnvelope =
  /** The first message after connecting: the id of the server, its apps, and the number of dropped steps. */
  | { hello: string; apps: { app: string; source: string; runs: boolean }[]; dropped: number }
  /** A message of an app, as JSON. The number `nth` increases with each message. */
  | { app: string; nth: number; text: string }
  /** An app has connected. `source` is the origin of its page, or '' for a program without a page. */
  | { app: string; source: string }
  /** An app has gone. */
  | { app: string; left: true }
  /** The steps so far were cleared. Messages before this one only describe actors that still run. */
  | { cleared: true }
  /** A message or an app was refused. */
  | { refused: string };

/** A message of a page to the inspector's server: a command for an app that runs the workbench's client. */
export interface CommandEnvelope {
  app: string;
  order: AppCommand;
}

/** A message of a page to the server: forget the steps so far. */
export const CLEAR_MESSAGE = { clear: true } as const;

/** Whether a message of a page asks to forget the steps so far. */
export const isClearMessage = (message: unknown) => (Object(message) as Record<string, unknown>).clear === true;

/** Parses a page's message with a command, and checks its fields. Returns null for any other message. */
export function parseCommandEnvelope(message: unknown): CommandEnvelope | null {
  const { app, order } = Object(message) as Record<string, unknown>;
  const read = parseAppCommand(order);
  return typeof app === 'string' && read ? { app, order: read } : null;
}
