import { runModule } from '../build/runModule.js';

/** The function that runs each command. The command's file exports it. */
const COMMANDS = { doctor: 'runDoctorCommand', checkAuth: 'runCheckAuthCommand' };

// `npm run doctor` and `check-auth`: runs that command with the operator's values, loaded as for a build.
const [tool, ...words] = process.argv.slice(2);
await runModule(
  `/src/doctor/${tool}.ts`,
  async (commands) => {
    process.exitCode = await commands[COMMANDS[tool]](words);
  },
  { mode: 'production' },
);
