/** The first delay before the client connects again, in ms. Each further delay is twice as long, up to `LONGEST`. */
const FIRST = 500;
const LONGEST = 8_000;
/** How many messages are kept until the first connection to the workbench. */
const KEPT = 500;

/** A connection to a workbench, over a web socket or to a window. */
interface Connection {
  /** Sends a message, which is JSON. */
  send(text: string): void;
  /** Opens the workbench's window, if `url` begins with `http`. Browsers allow that only in a click handler. */
  open(): void;
  close(): void;
}

interface ConnectionOptions {
  url: string;
  /** The class of web sockets, which Node before version 22 lacks. */
  Socket: typeof WebSocket | undefined;
  /** Returns the messages that a newly connected workbench needs. */
  greet(): string[];
  hear(message: unknown): void;
  /** Called when the connection to the workbench is lost, and after each failed attempt to reconnect. */
  lose(): void;
}

type Deliver = (text: string) => void;

/** Whether `url` leads to this computer. */
const isHere = ({ hostname }: URL) => /^(localhost|127(\.\d+){3}|\[::1\]|.+\.localhost)$/.test(hostname);

const parse = (text: unknown): unknown => {
  try {
    return JSON.parse(String(text));
  } catch {
    return null;
  }
};

/** Connects by a WebSocket, and reconnects after a loss. Returns a function that disconnects. */
function openSocket(
  { url, hear }: ConnectionOptions,
  Socket: typeof WebSocket,
  connect: (deliver: Deliver) => void,
  lose: () => void,
) {
  let socket: WebSocket;
  let delay = FIRST;
  let timer: ReturnType<typeof setTimeout>;
  const open = () => {
    socket = new Socket(url);
    socket.onopen = () => {
      delay = FIRST;
      connect((text) => socket.send(text));
    };
    socket.onmessage = ({ data }) => hear(parse(data));
    // Without a listener, the package `ws` for Node throws. `onclose` is called next.
    socket.onerror = () => {};
    socket.onclose = () => {
      lose();
      timer = setTimeout(open, delay);
      delay = Math.min(LONGEST, delay * 2);
    };
  };
  open();
  return () => {
    clearTimeout(timer);
    socket.onclose = null;
    socket.close();
  };
}

/** Connects to the workbench at `url`. Sends nothing to another computer. */
export function openConnection(options: ConnectionOptions): Connection {
  const { url, Socket, greet, hear, lose } = options;
  const address = new URL(url);
  const { origin } = address;
  let deliver: Deliver | null = null;
  /**
   * The messages before the first connection. Null after it, or if there were too many: then `greet` describes the
   * present state.
   */
  let kept: string[] | null = [];
  let opened: Window | null = null;
  let open = () => {};
  let end = open;
  const connect = (by: Deliver) => {
    deliver = by;
    for (const text of kept ?? greet()) by(text);
    kept = null;
  };
  const disconnect = () => {
    deliver = null;
    lose();
  };
  const hearWindow = ({ source, origin: from, data }: MessageEvent) => {
    if (!opened || source !== opened || from !== origin) return;
    if (data?.type === '@statelyai.connected') connect((text) => opened!.postMessage(JSON.parse(text), origin));
    else hear(data);
  };
  if (!isHere(address)) console.warn(`connectWorkbench sends to this machine alone, not to ${origin}`);
  else if (!address.protocol.startsWith('ws'))
    open = () => {
      opened = window.open(url, 'workbench');
      addEventListener('message', hearWindow);
      end = () => removeEventListener('message', hearWindow);
    };
  else if (Socket) end = openSocket(options, Socket, connect, disconnect);
  else console.warn('connectWorkbench needs its option WebSocket');

  return {
    send(text) {
      if (deliver) deliver(text);
      else if (kept && kept.push(text) > KEPT) kept = null;
    },
    open,
    close() {
      end();
      disconnect();
    },
  };
}
