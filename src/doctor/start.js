import { runModule } from '../build/runModule.js';

// `npm run doctor` and `check-auth`: starts the tool of that name with the operator's values, as a build reads them.
const [tool, ...words] = process.argv.slice(2);
await runModule(
  `/src/doctor/${tool}.ts`,
  async ({ run }) => {
    process.exitCode = await run(words);
  },
  { mode: 'production' },
);
