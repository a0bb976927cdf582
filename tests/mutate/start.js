import { runnerImport } from 'vite';

const { module } = await runnerImport('./tests/mutate/run.ts', { configFile: false });
await module.runMutationTests(process.argv.slice(2));
