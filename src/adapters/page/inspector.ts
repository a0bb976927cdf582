import { createBrowserInspector } from '@statelyai/inspect';
import { type InspectionEvent, toObserver } from 'xstate';
import { createTrace, listAllowedWords } from '#domain/trace';

type Sent = {
  type: string;
  name?: string;
  /** The machine as JSON. For an actor that is no machine, JSON with its id only. */
  definition?: string;
  event?: { type: string };
  snapshot?: { value?: unknown; context?: unknown };
};

/** Hides what ids of actors contain: the account's address, and hashes. */
const maskHex = (text: string) => text.replace(/0x[\da-f]+/gi, '0x…');

const BLOCKED = 'The browser blocked the window. Allow pop-ups for this page, then try again.';

function maskSent(sent: Sent): Sent {
  const { event = { type: '' }, snapshot, name, definition, ...rest } = sent;
  const machine = { id: '', events: [event.type].filter((type) => !/0x|\$/.test(type)) };
  const happened = { actor: '', machine, event, state: '', context: snapshot?.context ?? {}, times: 1 };
  const [step] = createTrace([happened], 0, listAllowedWords(), '').steps;
  const { value, status } = { value: undefined, status: 'active', ...snapshot };
  return {
    ...rest,
    ...(name !== undefined && { name: maskHex(name) }),
    ...(definition !== undefined && { definition: maskHex(definition) }),
    ...(sent.event && { event: step?.event as { type: string } }),
    ...(snapshot && { snapshot: { value, status, context: step?.context } as NonNullable<Sent['snapshot']> }),
  };
}

/** Development only. The inspector draws the running machines, without the values that traces hide. */
export function addInspectorButton(also: (news: InspectionEvent) => void) {
  let blocked = false;
  const opener = {
    open: (...how: Parameters<typeof open>) => {
      const opened = open(...how);
      blocked = !opened;
      return opened;
    },
    addEventListener: window.addEventListener.bind(window),
  };
  const inspector = createBrowserInspector({
    autoStart: false,
    window: opener as unknown as Window,
    serialize: (sent) => JSON.parse(JSON.stringify(maskSent(sent as Sent))),
  });
  const corner = document.body.appendChild(document.createElement('aside'));
  corner.id = 'inspector-corner';
  corner.style.cssText = 'position: fixed; z-index: 3; inset-block-end: 8px; inset-inline-start: 8px';
  const button = corner.appendChild(document.createElement('button'));
  button.textContent = "Open Stately's inspector";
  const said = corner.appendChild(document.createElement('p'));
  said.role = 'status';
  // Browsers open windows only on a click.
  button.addEventListener('click', () => {
    inspector.start();
    said.textContent = blocked ? BLOCKED : '';
  });
  const { next } = toObserver(inspector.inspect);
  return (news: InspectionEvent) => {
    also(news);
    next?.(news);
  };
}
