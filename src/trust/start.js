import { runModule } from '../build/runModule.js';

// `npm run verify` and `npm run hosts`: runs the command of that name, and ends with its exit code.
const [name, ...args] = process.argv.slice(2);
await runModule(`/src/trust/${name}.ts`, async (commands) => {
  process.exitCode = await commands[name](args);
});
