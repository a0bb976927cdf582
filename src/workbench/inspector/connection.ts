import type { AppCommand } from '../recorder/orders';
import type { RemoteBench } from '../recorder/remote';
import { CLEAR_MESSAGE, type CommandEnvelope, type ServerEnvelope } from './envelope';
import { mayBeInspected } from './origins';

/** The delay before the page connects again, in ms. */
const AGAIN = 1_000;

/** The connection of the inspector's page to its server. */
export interface InspectorConnection {
  /** Returns a message for the user if the server has stopped or refused something, or else ''. */
  read(): string;
  subscribe(hear: () => void): () => void;
  /** Sends a command to an app that is connected to the server. */
  order(app: string, order: AppCommand): void;
  /** Tells the server to forget the steps so far. */
  clear(): void;
}

/** Connects `bench` to the server at `origin`, and connects again whenever the connection is lost. */
export function connectToInspector(bench: RemoteBench, origin: string): InspectorConnection {
  const hearers = new Set<() => void>();
  let notice = '';
  /** The server's id, which changes when the server restarts. */
  let server = '';
  /** The number of the last message, and of the last one before the connection was lost. */
  let [last, since] = [0, 0];
  const say = (text: string) => {
    notice = text;
    for (const hear of hearers) hear();
  };
  let deliver: (text: string) => void = () => {};
  const isOfServer = (app: string) => app !== 'window';
  const greet = ({ hello, apps, dropped }: Extract<ServerEnvelope, { hello: string }>) => {
    if (server !== hello) last = 0;
    server = hello;
    since = last;
    for (const { app, source, runs } of apps) {
      bench.join(`${server}:${app}`, source);
      if (!runs) bench.leave(`${server}:${app}`);
    }
    say(dropped && !since ? `${dropped} steps from before this page was opened are no longer kept.` : '');
  };
  const hear = (envelope: ServerEnvelope) => {
    if ('hello' in envelope) return greet(envelope);
    if ('refused' in envelope) return say(envelope.refused);
    // A page that has reconnected to the same server keeps the steps that it shows.
    if ('cleared' in envelope) return since ? undefined : bench.clear();
    const app = `${server}:${envelope.app}`;
    if ('left' in envelope) return bench.leave(app);
    if ('source' in envelope) return bench.join(app, envelope.source);
    if (envelope.nth <= since) return;
    last = Math.max(last, envelope.nth);
    bench.hear(JSON.parse(envelope.text), app, envelope.text.length);
  };
  const open = () => {
    const socket = new WebSocket(`${origin.replace(/^http/, 'ws')}/pages`);
    deliver = (text) => {
      if (socket.readyState === WebSocket.OPEN) socket.send(text);
    };
    socket.addEventListener('message', ({ data }) => hear(JSON.parse(data) as ServerEnvelope));
    socket.addEventListener('close', () => {
      bench.leaveAll(isOfServer);
      say("The inspector's server is gone. This page connects again as soon as it runs.");
      setTimeout(open, AGAIN);
    });
  };
  open();
  return {
    order: (app, order) =>
      deliver(JSON.stringify({ app: app.slice(server.length + 1), order } satisfies CommandEnvelope)),
    clear: () => deliver(JSON.stringify(CLEAR_MESSAGE)),
    read: () => notice,
    subscribe(hear) {
      hearers.add(hear);
      return () => hearers.delete(hear);
    },
  };
}

/**
 * Receives the messages of the app that opened or framed this page, if its origin is local or in `allowed`. Returns a
 * function that sends commands to it.
 */
export function listenToOpener(bench: RemoteBench, allowed: readonly string[]): (order: AppCommand) => void {
  const app = window.parent === window ? (window.opener as Window | null) : window.parent;
  addEventListener('message', ({ data, origin, source }) => {
    if (source !== app || !mayBeInspected(origin, allowed)) return;
    if (bench.apps().get('window')?.source !== origin) bench.join('window', origin);
    bench.hear(data, 'window');
  });
  // `@statelyai/inspect` in the app sends nothing before it receives this message.
  app?.postMessage({ type: '@statelyai.connected' }, '*');
  return (order) => {
    const { source } = bench.apps().get('window') ?? {};
    if (source) app?.postMessage(order, source);
  };
}
