/** In place of XState's adapter for browser extensions: developers inspect this page by its own panel. */
export const devToolsAdapter = () => {};
