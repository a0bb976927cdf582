import { WebSocket as PackagedSocket } from 'ws';
import { type ClientOptions, connectWorkbench as connect } from '../client/client';

/** Connects an app that runs in Node. Before version 22, Node has no web sockets of its own. */
export function connectWorkbench(options: ClientOptions = {}) {
  const Socket = globalThis.WebSocket ?? (PackagedSocket as unknown as typeof WebSocket);
  return connect({ WebSocket: Socket, ...options });
}
