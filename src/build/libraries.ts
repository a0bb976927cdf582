import type { DepOptimizationOptions } from 'vite';
import { standInsPlugin } from './standIns.ts';

/** The libraries that the page and its dialogs import. A test compares this list with the sources. */
export const pageLibraries = [
  '@emotion/react',
  '@emotion/styled',
  '@statelyai/inspect',
  '@tanstack/query-core',
  '@xstate/react',
  'react',
  'react-dom',
  'react-dom/client',
  'siwe',
  'uqr',
  'viem',
  'viem/actions',
  'viem/ens',
  'wagmi',
  'wagmi/actions',
  'wagmi/chains',
  'wagmi/connectors',
  'xstate',
];

/** The imports that the compiler adds to modules with JSX. */
const RUNTIMES = ['@emotion/react/jsx-dev-runtime', 'react/jsx-dev-runtime', 'react/jsx-runtime'];

/**
 * How the development server bundles libraries. It looks for no others, because a search through all sources would
 * delay the first page. It would also find the large library of the workbench, which is built apart.
 */
export const libraryOptions: DepOptimizationOptions = {
  entries: [],
  include: [...pageLibraries, ...RUNTIMES],
  // All libraries are listed above, so the first page need not wait until its imports have been searched.
  holdUntilCrawlEnd: false,
  // The development server bundles libraries separately, so it needs the replacements there as well.
  rolldownOptions: { plugins: [standInsPlugin()] },
};
