import { mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { build } from 'vite';

/** The content of `client.d.ts`, the types of the client. A test compiles an app with them. */
const TYPES = `import type { InspectionEvent } from 'xstate';

export interface ClientOptions {
  /** The workbench: ws://localhost:4176 for its web socket, or http://localhost:4176 for a window that open() opens. */
  url?: string;
  /** The name of this app in the workbench. */
  name?: string;
  /** The class of web sockets, such as that of ws for Node before version 22. */
  WebSocket?: unknown;
}

/** Returns the options of a root actor that let a workbench on this computer watch and drive it. */
export declare function connectWorkbench(options?: ClientOptions): {
  inspect(news: InspectionEvent): void;
  clock: { setTimeout(run: (...args: any[]) => void, ms: number): any; clearTimeout(id: any): void };
  /** Opens the window of the workbench, if url begins with http. Call it in a click. */
  open(): void;
  /** Ends the connection. */
  close(): void;
};
`;

/** Bundles the client, which an app imports for the workbench, and writes it and its types to the folder `out`. */
export async function buildClient(out: string): Promise<void> {
  mkdirSync(out, { recursive: true });
  writeFileSync(join(out, 'client.d.ts'), TYPES);
  await build({
    configFile: false,
    envDir: false,
    logLevel: 'error',
    publicDir: false,
    build: {
      outDir: out,
      emptyOutDir: false,
      target: 'es2022',
      lib: { entry: resolve('src/workbench/client/client.ts'), formats: ['es'], fileName: 'client' },
      // By default, Vite keeps white space in libraries.
      rolldownOptions: { external: /^[^./]/, output: { minify: true, comments: false, entryFileNames: 'client.js' } },
    },
  });
}
