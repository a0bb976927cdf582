import { Socket } from 'node:net';
import { afterEach, expect } from 'vitest';

/*
 * Tests without a browser speak to this machine alone. A library that is left behind and tries for ever to reach a host
 * would take the time of every test that its worker runs later.
 */

const LOOPBACK = /^(localhost|127(\.\d+){3}|::1)$/;
const { connect } = Socket.prototype;
const foreign: string[] = [];

Socket.prototype.connect = function (this: Socket, ...given: unknown[]) {
  // Node itself hands over what it was given as a list.
  const [target] = given.flat() as [{ host?: string | null; path?: string }];
  const { host, path } = target;
  if (path || LOOPBACK.test(host || 'localhost')) return Reflect.apply(connect, this, given);
  foreign.push(host!);
  process.nextTick(() => this.destroy(new Error(`${host} is not this machine.`)));
  return this;
};
afterEach(() => expect(foreign.splice(0)).toEqual([]));
