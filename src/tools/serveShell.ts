import { basename } from 'node:path';
import { type BuildSources, buildOnce, pathOfBuild } from '../workbench/serve/buildOnce';
import { bundleScripts } from '../workbench/serve/bundle';
import { readElkFiles } from '../workbench/serve/elkFiles';
import { createFileHandler, type RequestHandler } from '../workbench/serve/files';

const NAME = 'shell';
export const WORKBENCH_SOURCES: BuildSources = {
  paths: ['src/tools/serveShell.ts', 'src/tools/shell.ts', 'src/tools/shellPage.ts'],
};

/** The paths of the workbench's files begin with this. */
const FOLDER = '/@workbench/';

/** Starts the framed page without waiting for the script of the workbench, which may have to be built first. */
const START = `const page = new URL(location);
page.searchParams.set('workbench', 'page');
document.querySelector('#page-frame').src = page.href;`;

/**
 * Returns the machine that the workbench draws until the page has started, as JSON, or `null` if its source is broken.
 * The framed page shows the error.
 */
const readFirstMachine = () =>
  import('./firstMachine').then(
    ({ firstMachineJson }) => firstMachineJson,
    () => 'null',
  );

/** Returns the beginning of the page. It is sent first, so that browsers request the script at once. */
const headOf = (build: string) =>
  `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Workbench</title>
<link rel="icon" href="data:,">
<script type="module" src="${FOLDER}${build}/shellPage.js"></script>
</head>
`;

/**
 * Returns the rest of the page, with `machine` as JSON. The framed page reloads the workbench when a source changes.
 */
const bodyOf = (machine: string) =>
  `<body>
<script type="application/json" id="first-machine">${machine.replaceAll('<', '\\u003c')}</script>
<iframe id="page-frame" title="The page" allow="clipboard-read; clipboard-write"></iframe>
<script>${START}</script>
</body>
</html>
`;

/** Whether `url` asks for the workbench, and not for the page in its frame. */
function isWorkbench({ pathname, searchParams }: URL) {
  return pathname === '/' && searchParams.has('workbench') && searchParams.get('workbench') !== 'page';
}

const bundleShell = (out: string) => bundleScripts(['src/tools/shellPage.ts'], out, { external: /^elkjs\// });

/** Answers requests of the development server for the workbench. Other requests go to `next`. */
export async function answerWorkbenchRequest(
  ...[request, response, next]: [...Parameters<RequestHandler>, () => void]
) {
  const url = new URL(request.url ?? '/', 'http://localhost');
  if (isWorkbench(url)) {
    response.setHeader('Content-Type', 'text/html; charset=utf-8');
    // The browser now requests the script, which is built while the machine is read.
    response.write(headOf(basename(pathOfBuild(NAME, WORKBENCH_SOURCES))));
    return void response.end(bodyOf(await readFirstMachine()));
  }
  if (!url.pathname.startsWith(FOLDER)) return next();
  const out = await buildOnce(NAME, WORKBENCH_SOURCES, bundleShell);
  const [build = '', ...path] = url.pathname.slice(FOLDER.length).split('/');
  // The sources of the script have changed since the page was written, so the page will reload.
  if (build !== basename(out)) return void response.writeHead(404).end();
  request.url = `/${path.join('/')}`;
  // The path contains a hash of the sources, so browsers may keep the files.
  createFileHandler(out, { 'Cache-Control': 'max-age=31536000, immutable' }, readElkFiles())(request, response);
}
