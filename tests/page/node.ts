import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import type { Page, Request } from '@playwright/test';
import { listenOnFreePort } from '../support/listen.ts';

interface Call {
  id: number;
  method: string;
  params: unknown[];
}
type Reply = { jsonrpc: '2.0'; id: number } & Record<string, unknown>;

/** A fault that an RPC node simulates: it hangs up, or changes each reply. */
type NodeFault = 'down' | { each: (call: Call, reply: Reply) => Reply };

/** Starts a local node in front of a chain. It counts requests and simulates faults. */
export async function startNode(chainUrl: string) {
  const requests: string[][] = [];
  const waiting = new Set<() => void>();
  let whim: NodeFault | null = null;
  let gate: Promise<void> | null = null;

  const honest = async (body: string) => {
    const answer = await fetch(chainUrl, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
    return (await answer.json()) as Reply | Reply[];
  };

  const server = createServer(async (request, response) => {
    // Each request gets its own connection, because browsers silently repeat a request on a connection that was cut.
    for (const [name, value] of [
      ['access-control-allow-origin', '*'],
      ['access-control-allow-headers', 'content-type'],
      ['connection', 'close'],
    ] as const)
      response.setHeader(name, value);
    if (request.method === 'OPTIONS') return response.writeHead(204).end();
    const body = await text(request);
    const question: Call | Call[] = JSON.parse(body);
    const calls = [question].flat();
    requests.push(calls.map(({ method }) => method));
    await gate;
    const how = whim;
    if (how === 'down') return request.socket.destroy();
    const replies = [await honest(body).catch(() => [])].flat();
    const changed = how
      ? calls.map((call) => how.each(call, replies.find(({ id }) => id === call.id) ?? { jsonrpc: '2.0', id: call.id }))
      : replies;
    const answer = Array.isArray(question) ? changed : changed[0];
    return response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
  });
  const { port } = await listenOnFreePort(server);
  return {
    url: `http://127.0.0.1:${port}`,
    /** The JSON-RPC methods of each request, in order. CORS preflight requests don't count. */
    requests: requests as readonly (readonly string[])[],
    answer: (how: NodeFault) => {
      whim = how;
    },
    hold: () => {
      let open = () => {};
      gate = new Promise((resolve) => {
        open = () => {
          gate = null;
          waiting.delete(open);
          resolve();
        };
      });
      waiting.add(open);
      return open;
    },
    recover: () => {
      whim = null;
      for (const open of waiting) open();
    },
    close: async () => {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
  };
}

/** A simulated node of the chain, whose answers a test can change. */
export type LocalNode = Awaited<ReturnType<typeof startNode>>;

/** The page's requests to its node since the last reset, by method, and the unanswered ones. */
export interface NodeTraffic {
  asked: string[];
  open: Set<Request>;
}

/** Records the requests of `page` to the node at `url`. */
export function countNodeRequests(page: Page, { url }: { url: string }): NodeTraffic {
  const [asked, open]: [string[], Set<Request>] = [[], new Set()];
  page.on('request', (request) => {
    if (!request.url().startsWith(url)) return;
    open.add(request);
    asked.push(...[request.postDataJSON()].flat().map(({ method }: { method: string }) => method));
  });
  const ends = (request: Request) => open.delete(request);
  page.on('requestfinished', ends).on('requestfailed', ends);
  return { asked, open };
}
