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

/** The imports that the JSX compiler adds to modules. */
const RUNTIMES = ['@emotion/react/jsx-dev-runtime', 'react/jsx-dev-runtime', 'react/jsx-runtime'];

/**
 * Searches no sources (`entries`), because that would delay the first page. It would also find the large library of the
 * workbench, which is built separately.
 */
export const libraryOptions: DepOptimizationOptions = {
  entries: [],
  include: [...pageLibraries, ...RUNTIMES],
  // Does not wait until the imports of the page have been searched, because `include` lists all libraries.
  holdUntilCrawlEnd: false,
  // Replaces parts of libraries here as well, because the development server bundles libraries separately.
  rolldownOptions: { plugins: [standInsPlugin()] },
};
