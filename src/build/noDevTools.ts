/** Replaces XState's adapter for browser extensions. Developers inspect this page by its own panel. */
export const devToolsAdapter = () => {};
