import { runModule } from '../build/runModule.js';

/** The script of each tool, the function that it exports to start the tool, and the tool's usual port. */
const TOOLS = {
  gallery: { script: '/src/tools/gallery/show.ts', start: 'showGallery', port: 4174, isBundled: true },
  demo: { script: '/src/tools/demo/show.ts', start: 'showDemo', port: 4175 },
  inspector: { script: '/src/workbench/inspector/show.ts', start: 'showInspector', port: 4176 },
};

// `npm run workbench:gallery`, `demo` and `inspector`: starts the tool of that name, which runs until Ctrl-C.
const { script, start, ...options } = TOOLS[process.argv[2]];
await runModule(script, (tool) => tool[start](), options);
