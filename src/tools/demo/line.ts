import type { DemoCommand, DemoState, ServerMessage, WalletRequest } from './state';

export interface DemoServerConnection {
  /** Returns null until the server has sent its first message. */
  read(): DemoState | null;
  isLost(): boolean;
  /** Calls `hear` after each change of the state or the connection. Returns a function that unsubscribes. */
  subscribe(hear: () => void): () => void;
  command(command: DemoCommand): Promise<unknown>;
  request(request: WalletRequest | null): Promise<unknown>;
  /** Tells the server that the visitor has left the framed page. The server then ends the requests of that page. */
  leave(): Promise<unknown>;
}

export function connectToDemoServer(tell: (news: { event: string; payload: unknown }) => void): DemoServerConnection {
  const socket = new WebSocket(`${location.origin.replace(/^http/, 'ws')}/demo/line`);
  const waiting = new Map<number, { resolve: (value: unknown) => void; reject: (error: Error) => void }>();
  const hearers = new Set<() => void>();
  let state: DemoState | null = null;
  let lost = false;
  let count = 0;
  const opened = new Promise((open) => socket.addEventListener('open', open));
  const changed = () => {
    for (const hear of hearers) hear();
  };
  socket.addEventListener('close', () => {
    lost = true;
    changed();
  });
  socket.addEventListener('message', ({ data }) => {
    const said = JSON.parse(data) as ServerMessage;
    if ('news' in said) return tell(said.news);
    if ('state' in said) {
      state = said.state;
      return changed();
    }
    const { resolve, reject } = waiting.get(said.nth)!;
    waiting.delete(said.nth);
    if (said.failure === undefined) resolve(said.value);
    else reject(new Error(said.failure));
  });
  const send = async (message: object) => {
    await opened;
    count += 1;
    socket.send(JSON.stringify({ nth: count, ...message }));
    return new Promise<unknown>((resolve, reject) => waiting.set(count, { resolve, reject }));
  };
  return {
    read: () => state,
    isLost: () => lost,
    subscribe(hear) {
      hearers.add(hear);
      return () => hearers.delete(hear);
    },
    command: (command) => send({ command }),
    request: (request) => send({ request }),
    leave: () => send({ left: true }),
  };
}
