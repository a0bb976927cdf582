import { fileURLToPath } from 'node:url';
import { runInspector } from '../inspector/serve';

// The command `xstate-workbench` of the archive. The inspector's page lies in the folder `page` beside this file.
await runInspector(process.argv.slice(2), async () => fileURLToPath(new URL('./page', import.meta.url)));
