import { runModule } from '../build/runModule.js';

// `npm run verify` and `npm run hosts`: runs that command, and exits with its code.
const [name, ...args] = process.argv.slice(2);
await runModule(`/src/trust/${name}.ts`, async (commands) => {
  process.exitCode = await commands[name](args);
});
