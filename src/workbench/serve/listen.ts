import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/**
 * Starts `server` on the port in the environment variable PORT, or on `usual`, for this computer only. Returns its
 * origin. Exits the process with a message if the port is taken.
 */
export async function listenOnPort(server: Server, usual: number): Promise<string> {
  const port = Number(process.env.PORT?.trim() || usual);
  await new Promise<void>((listening) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const taken = `Port ${port} is taken. Set another one, for example: PORT=${port + 10}.`;
      console.warn(error.code === 'EADDRINUSE' ? taken : error.message);
      process.exit(1);
    });
    server.listen(port, '127.0.0.1', listening);
  });
  return `http://localhost:${(server.address() as AddressInfo).port}`;
}
