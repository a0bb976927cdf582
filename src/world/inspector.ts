import { createBrowserInspector } from '@statelyai/inspect';

/** Opens Stately's inspector in a tab of its own; it draws the running machines. Development only. */
export const inspectInBrowser = () => createBrowserInspector().inspect;
