import type { AddressInfo, Server } from 'node:net';

/** Starts `server` on a free port of this machine. */
export async function listenOnFreePort(server: Server) {
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as AddressInfo;
  return { port, close: () => server.close() };
}
