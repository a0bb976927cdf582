import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import { type RawData, type WebSocket, WebSocketServer } from 'ws';
import { listenOnFreePort } from './listen.ts';

interface Message {
  topic: string;
  message: string;
  tag: number;
  publishedAt: number;
  /** The sender of a message. A client does not receive its own messages. */
  from: string;
}

interface Client {
  socket: WebSocket;
  /** A name that stays the same when a client reconnects. */
  name: string;
  subscriptions: Map<string, string>;
}

interface Params {
  topic: string;
  topics: string[];
  message: string;
  tag?: number;
  pairingTopic: string;
  sessionTopic: string;
  sessionProposal: string;
  sessionProposalResponse: string;
  sessionSettlementRequest: string;
}

interface Call {
  id?: unknown;
  method?: string;
  params?: Params;
}

const NOT_FOUND = -32601;
const PROPOSED = 1100;
const PROPOSAL_ANSWERED = 1101;
const SETTLED = 1102;
/** The pause between two pings, in ms. Clients in Node disconnect from a relay that is silent for 35 s. */
const BEAT = 15_000;

const hash = (text: string) => createHash('sha256').update(text).digest('hex');

/** Returns the id in a message as it is written, because a numeric id may exceed JavaScript's safe integers. */
const idIn = (text: string) => /"id"\s*:\s*("[^"]*"|\d+)/.exec(text)?.[1] ?? 'null';

/** Identifies a client by the key of its authentication token. */
function nameIn(url = '') {
  const [, claims = ''] = new URL(url, 'ws://relay').searchParams.get('auth')?.split('.') ?? [];
  return (JSON.parse(Buffer.from(claims, 'base64url').toString() || '{}') as { iss?: string }).iss ?? url;
}

/** Creates the store of messages for clients that connect later. A frozen store keeps its messages. */
function createMailbox(clients: ReadonlySet<Client>) {
  const mailbox: Message[] = [];
  const held: Message[] = [];
  let frozen = false;
  let count = 0;

  const send = ({ socket, subscriptions }: Client, { from: _, ...data }: Message) => {
    const id = Date.now() * 1000 + (count++ % 1000);
    const params = { id: subscriptions.get(data.topic), data };
    socket.send(JSON.stringify({ id, jsonrpc: '2.0', method: 'irn_subscription', params }));
  };
  const deliver = (message: Message) => {
    const listening = [...clients].filter(({ subscriptions }) => subscriptions.has(message.topic));
    for (const client of listening) if (client.name !== message.from) send(client, message);
  };
  const publish = ({ name }: Client, topic: string, text: string, tag = 0) => {
    const message = { topic, message: text, tag, publishedAt: Date.now(), from: name };
    mailbox.push(message);
    if (frozen) held.push(message);
    else deliver(message);
  };
  const kept = ({ name }: Client, topics: string[]) =>
    mailbox.filter((one) => topics.includes(one.topic) && one.from !== name && !held.includes(one));
  const subscribe = (client: Client, topic: string) => {
    const id = hash(topic + client.name);
    client.subscriptions.set(topic, id);
    return id;
  };
  const subscribeAndCatchUp = (client: Client, topic: string) => {
    // Replies before delivering stored messages, because clients ignore messages of a topic until they are subscribed.
    setImmediate(() => {
      for (const message of kept(client, [topic])) send(client, message);
    });
    return subscribe(client, topic);
  };
  return {
    kept,
    publish,
    subscribe,
    subscribeAndCatchUp,
    /** Answers requests but delivers no messages from now on. */
    freeze: () => {
      frozen = true;
    },
    /** Delivers the stored messages, and later ones at once. */
    thaw: () => {
      frozen = false;
      for (const message of held.splice(0)) deliver(message);
    },
  };
}

type Mailbox = ReturnType<typeof createMailbox>;

const methodsOf = ({
  subscribe,
  subscribeAndCatchUp,
  publish,
  kept,
}: Mailbox): Record<string, (client: Client, params: Params) => unknown> => ({
  irn_subscribe: (client, { topic }) => subscribeAndCatchUp(client, topic),
  irn_batchSubscribe: (client, { topics }) => topics.map((topic) => subscribeAndCatchUp(client, topic)),
  irn_unsubscribe: ({ subscriptions }, { topic }) => subscriptions.delete(topic),
  irn_publish: (client, { topic, message, tag }) => {
    publish(client, topic, message, tag);
    return true;
  },
  irn_fetchMessages: (client, { topic }) => ({ messages: kept(client, [topic]), hasMore: false }),
  irn_batchFetchMessages: (client, { topics }) => ({ messages: kept(client, topics), hasMore: false }),
  wc_proposeSession: (client, { pairingTopic, sessionProposal }) => {
    subscribe(client, pairingTopic);
    publish(client, pairingTopic, sessionProposal, PROPOSED);
    return true;
  },
  wc_approveSession: (client, { pairingTopic, sessionTopic, sessionProposalResponse, sessionSettlementRequest }) => {
    subscribe(client, sessionTopic);
    publish(client, pairingTopic, sessionProposalResponse, PROPOSAL_ANSWERED);
    publish(client, sessionTopic, sessionSettlementRequest, SETTLED);
    return true;
  },
});

/** Starts a local WalletConnect relay (version 2): JSON-RPC over WebSockets, with messages stored for late clients. */
export async function startRelay() {
  /** How the relay refuses the site: by a WebSocket close code (3000), by an HTTP status, or not at all (null). */
  let denial: 3000 | 401 | 403 | null = null;
  const readable = { 'Access-Control-Allow-Origin': '*' };
  const server = createServer(({ socket }, response) => {
    // Answers 204 when reachable, because Chromium logs every error status.
    if (reachable) response.writeHead(denial === 401 || denial === 403 ? denial : 204, readable).end();
    else socket.destroy();
  });
  const sockets = new WebSocketServer({ noServer: true });
  const clients = new Set<Client>();
  let reachable = true;
  const mailbox = createMailbox(clients);
  const methods = methodsOf(mailbox);

  const hear = (client: Client, raw: RawData) => {
    const text = String(raw);
    const { method, params } = JSON.parse(text) as Call;
    // A message without a method only confirms receipt.
    if (!method || !params) return;
    const answer = methods[method];
    const body = answer
      ? `"result":${JSON.stringify(answer(client, params))}`
      : `"error":${JSON.stringify({ code: NOT_FOUND, message: `There is no ${method}.` })}`;
    client.socket.send(`{"id":${idIn(text)},"jsonrpc":"2.0",${body}}`);
  };
  sockets.on('connection', (socket: WebSocket, { url }: { url?: string }) => {
    const client = { socket, name: nameIn(url), subscriptions: new Map() };
    if (denial === 3000) return socket.close(denial, 'Unauthorized: origin not allowed');
    clients.add(client);
    socket.on('message', (raw) => hear(client, raw));
    socket.on('close', () => clients.delete(client));
  });
  server.on('upgrade', (request, socket, head) => {
    if (denial && denial !== 3000) socket.end(`HTTP/1.1 ${denial} Refused\r\n\r\n`);
    else if (reachable)
      sockets.handleUpgrade(request, socket, head, (opened) => sockets.emit('connection', opened, request));
    else socket.destroy();
  });
  const beat = setInterval(() => {
    for (const { socket } of clients) socket.ping();
  }, BEAT);
  const { port } = await listenOnFreePort(server);

  const drop = () => {
    for (const { socket } of clients) socket.terminate();
  };
  return {
    url: `ws://127.0.0.1:${port}`,
    get sockets() {
      return clients.size;
    },
    freeze: mailbox.freeze,
    thaw: mailbox.thaw,
    /** Cuts all connections, and refuses new ones until `allow`. */
    refuse: () => {
      reachable = false;
      drop();
    },
    /** Refuses this site until `allow`. */
    deny: (how: 3000 | 401 | 403) => {
      denial = how;
      drop();
    },
    allow: () => {
      reachable = true;
      denial = null;
    },
    close: async () => {
      clearInterval(beat);
      drop();
      await new Promise((closed) => server.close(closed));
    },
  };
}
