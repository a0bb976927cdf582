import { createInspector } from '@statelyai/inspect';
import { onTestFinished } from 'vitest';
import { type ActorOptions, type AnyStateMachine, createActor } from 'xstate';
import { connectWorkbench } from '../../src/workbench/client/client';
import { createRemoteBench, type RemoteBench } from '../../src/workbench/recorder/remote';

/** Creates a workbench in this process, and a double of `WebSocket` that connects clients to it. */
export function createFakeSocketServer() {
  const bench = createRemoteBench();
  const sent: string[] = [];
  const sockets: FakeSocket[] = [];
  class FakeSocket {
    onopen = () => {};
    onclose: (() => void) | null = () => {};
    onmessage: (event: { data: string }) => void = () => {};
    app = `app ${sockets.push(this)}`;
    send(text: string) {
      sent.push(text);
      bench.hear(JSON.parse(text), this.app);
    }
    close() {
      this.onclose?.();
    }
  }
  bench.orderBy((app, order) => {
    sockets.find((one) => one.app === app)?.onmessage({ data: JSON.stringify(order) });
  });
  const open = () => {
    const socket = sockets.at(-1)!;
    bench.join(socket.app, '');
    socket.onopen();
  };
  /** Loses the connection, as if the server had ended. */
  const lose = () => {
    const socket = sockets.at(-1)!;
    bench.leave(socket.app);
    socket.close();
  };
  return { bench, sent, sockets, open, lose, WebSocket: FakeSocket as unknown as typeof WebSocket };
}

/** Returns a Stately inspector that sends its messages as JSON. `hear` gets the parsed ones. */
export const createStatelyInspector = (
  hear: (message: object) => void,
  options?: Parameters<typeof createInspector>[1],
) => createInspector({ send: (message) => hear(JSON.parse(JSON.stringify(message))) }, options);

/** Tells `bench` that an actor of a small machine runs in `app`, and has taken one step, by the event `go`. */
export function announceSmallMachine(bench: RemoteBench, app: string, sessionId = 'x:0') {
  const definition = '{"id":"a","initial":"b","states":{"b":{"on":{"go":"b"}}}}';
  bench.hear({ type: '@xstate.actor', sessionId, definition }, app);
  const snapshot = { value: 'b', status: 'active' };
  bench.hear({ type: '@xstate.snapshot', sessionId, event: { type: 'go' }, snapshot }, app);
}

interface RunOptions extends Partial<ActorOptions<AnyStateMachine>> {
  isStarted?: boolean;
}

/** Runs `machine` with the workbench's client, until the test ends. */
export function runWithClient(machine: AnyStateMachine, { isStarted = true, ...options }: RunOptions = {}) {
  const wire = createFakeSocketServer();
  const client = connectWorkbench({ name: 'shop', WebSocket: wire.WebSocket });
  wire.open();
  const actor = createActor(machine, { ...client, ...options });
  if (isStarted) actor.start();
  onTestFinished(() => {
    actor.stop();
    client.close();
  });
  const app = wire.sockets.at(-1)!.app;
  const session = `${app}/${actor.sessionId}`;
  const stepsOf = (one = session) => wire.bench.recorder.read().entries.filter((entry) => entry.session === one);
  return { ...wire, client, actor, app, session, stepsOf };
}
