import { runModule } from '../build/runModule.js';

// `npm run workbench:machines`: writes every machine in the formats of other tools.
await runModule('/src/tools/machines.ts', async ({ writeMachines }) => {
  const files = await writeMachines('.machines');
  console.info(
    `${files.length} files were written into .machines: JSON, SCXML, Mermaid, SVG and a file for editors of each machine.`,
  );
});
