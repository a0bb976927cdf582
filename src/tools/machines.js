import { needReady } from '../build/ready.js';

// `npm run workbench:machines`: writes every machine in the formats of other tools.
await needReady();
const { createServer } = await import('vite');
const server = await createServer({
  server: { middlewareMode: true, ws: false },
  appType: 'custom',
  logLevel: 'error',
});
const { writeMachines } = await server.ssrLoadModule('/src/tools/machines.ts');
const files = await writeMachines('.machines');
console.info(
  `${files.length} files were written into .machines: JSON, SCXML, Mermaid, SVG and a file for editors of each machine.`,
);
await server.close();
