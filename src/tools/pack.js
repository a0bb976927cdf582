import { runModule } from '../build/runModule.js';

// `npm run workbench:pack`: packs the workbench into one archive, for other apps.
await runModule('/src/workbench/pack/pack.ts', async ({ packWorkbench }) => {
  const archive = await packWorkbench('.workbench');
  console.info(`The workbench is packed. In the folder of another app, install and start it:

    npm install --save-dev ${archive}
    npx xstate-workbench

Its README says how that app connects: ${archive.replace(/[^/\\]+$/, 'package/README.md')}`);
});
