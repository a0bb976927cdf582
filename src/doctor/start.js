import { runModule } from '../build/runModule.js';

// `npm run doctor` and `check-auth`: runs that command with the operator's values, loaded as for a build.
const [tool, ...words] = process.argv.slice(2);
await runModule(
  `/src/doctor/${tool}.ts`,
  async ({ run }) => {
    process.exitCode = await run(words);
  },
  { mode: 'production' },
);
