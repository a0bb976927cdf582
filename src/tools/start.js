import { runModule } from '../build/runModule.js';

/** The script of each tool, and its usual port. */
const TOOLS = {
  gallery: { script: '/src/tools/gallery/show.ts', port: 4174, isBundled: true },
  demo: { script: '/src/tools/demo/show.ts', port: 4175 },
  inspector: { script: '/src/workbench/inspector/show.ts', port: 4176 },
};

// `npm run workbench:gallery`, `demo` and `inspector`: starts the tool of that name, which runs until Ctrl-C.
const { script, ...options } = TOOLS[process.argv[2]];
await runModule(script, ({ show }) => show(), options);
