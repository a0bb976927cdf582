import { expect } from 'vitest';
import type { AnyStateMachine, ContextFrom, SnapshotFrom, StateValue } from 'xstate';
import type { attemptMachine } from '#machines/attempt';
import { scannedWallet } from '../samples/wallets';
import { replacePhrasesByKeys } from '../support/words';

const valueOfPath = (path: string): StateValue =>
  path.split('.').reduceRight<StateValue | undefined>((inner, name) => (inner ? { [name]: inner } : name), undefined)!;

/** Returns the snapshot of a machine in the state at `path`, such as `idle.ready`. */
export const snapshotAt = <M extends AnyStateMachine>(machine: M, path: string, context: ContextFrom<M>) =>
  machine.resolveState({ value: valueOfPath(path), context }) as SnapshotFrom<M>;

/** The context of an attempt to connect that has just started. */
export const freshAttemptContext: ContextFrom<typeof attemptMachine> = {
  wallet: scannedWallet,
  uri: null,
  codeLifetime: 300,
  left: 0,
  code: 0,
  renewals: 0,
  renewalLimit: 3,
  hidden: false,
  cutOff: false,
  reason: null,
};

/** Like `expect`, for a presentation in which the keys of phrases replace their texts. */
export const expectCopyKeys = (shown: unknown) => expect(replacePhrasesByKeys(shown));
