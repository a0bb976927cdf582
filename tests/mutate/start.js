import { runnerImport } from 'vite';

const { module } = await runnerImport('./tests/mutate/run.ts', { configFile: false });
await module.run(process.argv.slice(2));
