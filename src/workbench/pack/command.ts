import { fileURLToPath } from 'node:url';
import { runInspector } from '../inspector/serve';

// The command of the archive. The files of the page lie beside it.
await runInspector(process.argv.slice(2), async () => fileURLToPath(new URL('./page', import.meta.url)));
