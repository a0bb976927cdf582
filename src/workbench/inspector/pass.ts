import { randomUUID } from 'node:crypto';
import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { type WebSocket, WebSocketServer } from 'ws';
import type { AppCommand } from '../recorder/orders';
import { parseWireMessage, type WireMessage } from '../recorder/wire';
import { isClearMessage, parseCommandEnvelope, type ServerEnvelope } from './envelope';
import { createMessageHistory, type MessageHistory } from './history';
import { mayBeInspected } from './origins';

/** The size of the largest message that is shown, in bytes. */
const LARGEST = 10_000_000;
/** The size in bytes above which a message closes the connection of its app. */
const MOST = 100_000_000;
/** The number of unsent bytes above which a page is disconnected. The page then reconnects from the start. */
const BEHIND = 200_000_000;
/** The number of refused messages that are reported for each app. */
const TOLD = 5;

interface PassOptions {
  /** The origins of the inspector's own pages. */
  own: readonly string[];
  /** Further origins whose pages may be inspected, besides those of this computer. */
  allowed?: readonly string[];
  /** Receives a sentence for each refused message or app. */
  warn: (sentence: string) => void;
  history?: MessageHistory;
}

const parse = (raw: Buffer): unknown => {
  try {
    return JSON.parse(raw.toString());
  } catch {
    return null;
  }
};

/** Parses a message of an app. Returns the reason instead if it is refused. */
function read(raw: Buffer): { text: string; message: WireMessage } | string {
  if (raw.length > LARGEST) return 'it is larger than 10 MB';
  try {
    const text = raw.toString();
    const message = parseWireMessage(JSON.parse(text));
    return message ? { text, message } : 'it is no message of @statelyai/inspect or of the workbench';
  } catch {
    return 'it is no JSON';
  }
}

/** Answers an upgrade request with status 403. */
const refuse = (socket: Duplex) => socket.end('HTTP/1.1 403 Forbidden\r\nConnection: close\r\n\r\n');

/** Forwards the messages of apps to the inspector's pages, and commands of the pages to apps, over web sockets. */
export function forwardMessages(
  server: Server,
  { own, allowed = [], warn, history = createMessageHistory() }: PassOptions,
) {
  const hello = randomUUID();
  const pages = new Set<WebSocket>();
  /** The connected apps, by the names that the inspector gives them. */
  const connected = new Map<string, WebSocket>();
  const sockets = new WebSocketServer({ noServer: true, maxPayload: MOST });
  let [apps, nth] = [0, 0];

  const send = (page: WebSocket, envelope: ServerEnvelope) => {
    if (page.bufferedAmount > BEHIND) page.terminate();
    else page.send(JSON.stringify(envelope));
  };
  const tell = (envelope: ServerEnvelope) => {
    for (const page of pages) send(page, envelope);
  };
  const complain = (sentence: string) => {
    warn(sentence);
    tell({ refused: sentence });
  };
  const watch = (page: WebSocket) => {
    page.on('error', () => page.terminate());
    page.on('message', (raw: Buffer) => {
      const message = parse(raw);
      if (isClearMessage(message)) history.clear();
      const found = parseCommandEnvelope(message);
      if (found) connected.get(found.app)?.send(JSON.stringify(found.order));
    });
    page.on('close', () => {
      pages.delete(page);
      // Starts the clocks of all apps, because no page is left that could start a stopped one.
      const order: AppCommand = { type: '@workbench.clock', isStopped: false };
      if (!pages.size) for (const app of connected.values()) app.send(JSON.stringify(order));
    });
    send(page, { hello, apps: history.apps(), dropped: history.dropped() });
    const pass = (kept: ReturnType<MessageHistory['readSteps']>) => {
      for (const { app, nth, text } of kept) page.send(JSON.stringify({ app, nth, text }));
    };
    pass(history.readKept());
    if (history.isCleared()) send(page, { cleared: true });
    pass(history.readSteps());
    pages.add(page);
  };
  const hear = (socket: WebSocket, { headers }: IncomingMessage) => {
    apps += 1;
    const app = `app ${apps}`;
    const source = headers.origin ?? '';
    let refused = 0;
    const refuseMessage = (why: string) => {
      refused += 1;
      if (refused > TOLD) return;
      const rest = refused === TOLD ? ' Further ones are refused without a word.' : '';
      complain(`A message of ${app} was refused, because ${why}.${rest}`);
    };
    connected.set(app, socket);
    history.join(app, source);
    tell({ app, source });
    socket.on('message', (raw: Buffer) => {
      const found = read(raw);
      if (typeof found === 'string') return refuseMessage(found);
      nth += 1;
      history.add(app, nth, found.text, found.message);
      tell({ app, nth, text: found.text });
    });
    socket.on('error', ({ message }) => complain(`The connection of ${app} was ended: ${message}.`));
    socket.on('close', () => {
      connected.delete(app);
      history.leave(app);
      tell({ app, left: true });
    });
  };
  server.on('upgrade', (request, socket, head) => {
    socket.on('error', () => socket.destroy());
    const { origin } = request.headers;
    // Any app may send, but only the inspector's own pages may read.
    if (request.url === '/pages') {
      if (!origin || !own.includes(origin)) return refuse(socket);
      return sockets.handleUpgrade(request, socket, head, watch);
    }
    if (!mayBeInspected(origin, allowed)) {
      complain(`An app at ${origin} was refused. To inspect it, start the inspector with --allow ${origin}.`);
      return refuse(socket);
    }
    sockets.handleUpgrade(request, socket, head, hear);
  });
}
