import { createServer } from 'vite';

// `npm run machines`: writes every machine in the formats of other tools.
const server = await createServer({
  server: { middlewareMode: true, ws: false },
  appType: 'custom',
  logLevel: 'error',
});
const { writeMachines } = await server.ssrLoadModule('/src/workbench/export/write.ts');
const files = await writeMachines('.machines');
console.info(`${files.length} files were written into .machines: JSON, SCXML, Mermaid and SVG of each machine.`);
await server.close();
