import { Socket } from 'node:net';
import { afterAll, afterEach, expect, vi } from 'vitest';

/*
 * Tests without a browser may connect only to this machine. A library that retries other hosts would slow down later
 * tests. Test files of a worker share its globals, so stubs are removed: a leftover `window` would look like a browser.
 */

const LOOPBACK = /^(localhost|127(\.\d+){3}|::1)$/;
const { connect } = Socket.prototype;
const foreign: string[] = [];

/** Returns the host in the arguments of `Socket.connect`. */
function hostOf(given: unknown[]) {
  const [target, second] = given.flat() as [unknown, unknown];
  const host = typeof target === 'object' ? (target as { host?: string | null }).host : second;
  return typeof host === 'string' ? host : 'localhost';
}

Socket.prototype.connect = function (this: Socket, ...given: unknown[]) {
  const host = hostOf(given);
  if (LOOPBACK.test(host)) return Reflect.apply(connect, this, given);
  foreign.push(host);
  process.nextTick(() => this.destroy(new Error(`${host} is not this machine.`)));
  return this;
};
afterEach(() => expect(foreign.splice(0)).toEqual([]));
afterAll(() => {
  Socket.prototype.connect = connect;
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
});
