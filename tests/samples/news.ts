import type { newsMachine } from '#machines/news';
import type { MachineWorld } from '../engine/properties';
import { connectionElsewhere, sampleConnection } from './connections';

/** Session states whose changes are announced. */
const standings = [
  { status: 'disconnected', connection: null },
  { status: 'checkingSession', connection: sampleConnection },
  { status: 'connected', connection: sampleConnection },
  { status: 'connected', connection: connectionElsewhere },
];

export const newsWorld: MachineWorld<typeof newsMachine> = {
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
