import type { Server as HttpServer } from 'node:http';
import { type AddressInfo, createServer, type Server } from 'node:net';

/** Starts `server` on a free port of 127.0.0.1. The returned `close` also ends open connections. */
export async function listenOnFreePort(server: Server) {
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as AddressInfo;
  const close = () => {
    server.close();
    (server as Partial<HttpServer>).closeAllConnections?.();
  };
  return { port, url: `http://127.0.0.1:${port}`, close };
}

/** Returns a port of this machine that is free now. */
export async function findFreePort() {
  const { port, close } = await listenOnFreePort(createServer());
  close();
  return port;
}
