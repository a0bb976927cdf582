import type { attemptMachine } from '#machines/attempt';
import type { World } from '../engine/paths';
import { failed } from '../engine/words';
import { expiry, rejection } from './connections';
import { installed, mobileOnly, uriOf } from './wallets';

/** Two seconds are as good as five minutes: one to count, and the last. One renewal is as good as three. */
const attempts = { byCode: { wallet: mobileOnly, codeLifetime: 2, renewalLimit: 1 }, inBrowser: { wallet: installed } };

export const attemptWorld: World<typeof attemptMachine> = {
  names: { code: uriOf(1), rejection, expiry, ...attempts },
  inputs: Object.values(attempts),
  samples: [
    { type: 'code.arrived', uri: uriOf(1) },
    failed('requestConnection', rejection),
    failed('requestConnection', expiry),
  ],
  // Which of many codes it is makes no difference.
  identify: ({ code: _, ...context }) => context,
};
