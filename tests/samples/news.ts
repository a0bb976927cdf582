import type { newsMachine } from '#machines/news';
import type { World } from '../engine/paths';
import type { PropertySettings } from '../engine/properties';
import { connectionElsewhere, sampleConnection } from './connections';

/** Session states whose changes are announced. */
const standings = [
  { status: 'disconnected', connection: null },
  { status: 'checkingSession', connection: sampleConnection },
  { status: 'connected', connection: sampleConnection },
  { status: 'connected', connection: connectionElsewhere },
];

/** The inputs and events with which tests explore the news machine. */
export const newsWorld: World<typeof newsMachine> & PropertySettings = {
  names: Object.fromEntries(
    standings.flatMap(({ status, connection }) =>
      [true, false].map((open) => [
        `${status}${connection === connectionElsewhere ? ' on an unsupported network' : ''}${open ? ', in a dialog' : ''}`,
        { status, connection, open },
      ]),
    ),
  ),
  inputs: [{ mustSignIn: true }],
  samples: standings.flatMap((one) =>
    [true, false].map((open) => ({ type: 'session.changed', now: { ...one, open } })),
  ),
  identify: ({ count: _, ...context }) => context,
  homes: ['told'],
};
