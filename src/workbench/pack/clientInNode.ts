import { WebSocket as PackagedSocket } from 'ws';
import { type ClientOptions, connectWorkbench } from '../client/client';

/** Connects an app that runs in Node. Before version 22, Node has no web sockets of its own. */
function connectInNode(options: ClientOptions = {}) {
  const Socket = globalThis.WebSocket ?? (PackagedSocket as unknown as typeof WebSocket);
  return connectWorkbench({ WebSocket: Socket, ...options });
}

// The client has the same name in browsers and in Node.
export { connectInNode as connectWorkbench };
