import { createBrowserInspector } from '@statelyai/inspect';
import { type InspectionEvent, toObserver } from 'xstate';

/** Opens Stately's inspector in a tab of its own; it draws the running machines. `also` hears the same. Development only. */
export function inspectInBrowser(also: (news: InspectionEvent) => void) {
  const { next } = toObserver(createBrowserInspector().inspect);
  return (news: InspectionEvent) => {
    also(news);
    next?.(news);
  };
}
