import type { Server } from 'node:http';
import { type WebSocket, WebSocketServer } from 'ws';
import { readDemoMessage } from './message';
import type { DemoCommand, DemoState, PageMessage, ServerMessage, WalletRequest } from './state';

/** The parts of the simulated services that the demo's pages use. */
export interface SimulatedServices {
  state(): DemoState;
  act(command: DemoCommand): Promise<unknown>;
  wallet: { handle(request: WalletRequest | null): unknown; withdraw(request: WalletRequest): void };
}

/** The largest message of a page, in bytes. */
const LARGEST = 10_000_000;

/** Connects the pages of the demo at `origin` to its simulated services, over the web sockets of `server`. */
export function connectDemoPages(server: Server, origin: string, doubles: SimulatedServices) {
  const lines = new Set<WebSocket>();
  const say = (said: ServerMessage, to: Iterable<WebSocket> = lines) => {
    for (const line of to) line.send(JSON.stringify(said));
  };
  /** The pending requests of each open page. They end when the page closes. */
  const asked = new Map<WebSocket, Set<WalletRequest>>();
  const withdrawAll = (line: WebSocket) => {
    for (const request of asked.get(line) ?? []) doubles.wallet.withdraw(request);
    asked.delete(line);
  };
  const handle = async (line: WebSocket, request: WalletRequest | null) => {
    const requests = asked.get(line) ?? new Set();
    asked.set(line, requests);
    if (request) requests.add(request);
    try {
      return await doubles.wallet.handle(request);
    } finally {
      if (request) requests.delete(request);
    }
  };
  const answerTo = (line: WebSocket, message: PageMessage) => {
    if ('command' in message) return doubles.act(message.command);
    return 'request' in message ? handle(line, message.request) : withdrawAll(line);
  };
  const hear = async (line: WebSocket, message: PageMessage | null) => {
    // Ignores messages that the demo's pages never send.
    if (!message) return;
    const { nth } = message;
    try {
      const value = await answerTo(line, message);
      say({ nth, value }, [line]);
    } catch (error) {
      say({ nth, failure: String(error) }, [line]);
    }
    say({ state: doubles.state() });
  };
  const sockets = new WebSocketServer({ noServer: true, maxPayload: LARGEST });
  server.on('upgrade', (request, socket, head) => {
    socket.on('error', () => socket.destroy());
    // Pages of other sites may not use the wallet.
    if (request.headers.origin !== origin) return socket.destroy();
    sockets.handleUpgrade(request, socket, head, (line) => {
      lines.add(line);
      line.on('error', () => line.terminate());
      line.on('close', () => {
        lines.delete(line);
        withdrawAll(line);
      });
      line.on('message', (raw) => hear(line, readDemoMessage(String(raw))));
      say({ state: doubles.state() }, [line]);
    });
  });
  return {
    change: () => void (lines.size && say({ state: doubles.state() })),
    news: (news: { event: string; payload: unknown }) => say({ news }),
    end() {
      for (const line of lines) line.terminate();
    },
  };
}
