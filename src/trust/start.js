import { runModule } from '../build/runModule.js';

/** The function that runs each command. The command's file exports it. */
const COMMANDS = { hosts: 'runHostsCommand', verify: 'runVerifyCommand' };

// `npm run verify` and `npm run hosts`: runs that command, and exits with its code.
const [name, ...args] = process.argv.slice(2);
await runModule(`/src/trust/${name}.ts`, async (commands) => {
  process.exitCode = await commands[COMMANDS[name]](args);
});
