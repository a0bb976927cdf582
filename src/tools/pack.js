import { runModule } from '../build/runModule.js';

// `npm run workbench:pack`: packs the workbench into one archive, for other apps.
await runModule('/src/workbench/pack/pack.ts', async ({ packWorkbench }) => {
  console.info(`The workbench is packed: npx ${await packWorkbench('.workbench')} starts the inspector.`);
});
