import { describe, test } from 'vitest';
import type { AnyStateMachine } from 'xstate';
import { approvalMachine } from '#machines/approval';
import { attemptMachine } from '#machines/attempt';
import { connectionMachine } from '#machines/connection';
import { pairingMachine } from '#machines/pairing';
import { restoreMachine } from '#machines/restore';
import { expectRandomRunsToFail, withGuard, withoutActions } from './mutants';

/* Breaks each connection between the page's machines once, and checks that a random run notices. */

const [approval, attempt, connection, pairing, restore]: AnyStateMachine[] = [
  approvalMachine,
  attemptMachine,
  connectionMachine,
  pairingMachine,
  restoreMachine,
];

describe('a random run fails when messages between machines are broken', () => {
  test.each<[string, string, AnyStateMachine]>([
    ['An attempt waits, and its wallet is not asked.', ...withoutActions(attempt!, 'claim')],
    ['A wallet is asked for a failed attempt.', ...withoutActions(attempt!, 'withdraw')],
    ['An attempt waits, and its wallet is not asked.', ...withoutActions(connection!, 'tellRefused')],
    ['The page shows another account', ...withoutActions(connection!, 'tellConnected')],
    ['An attempt waits for a code that was not requested.', ...withoutActions(approval!, 'requestPairing')],
    ['A code is shown that no attempt wants.', ...withGuard(pairing!, 'owner', false)],
    ['An attempt does not show its code.', ...withoutActions(pairing!, 'tellCode')],
    ['A pairing is over, and the connection waits.', ...withoutActions(pairing!, 'tellApproved')],
    ['An attempt does not show that the relay is out of reach.', ...withoutActions(pairing!, 'tellLost')],
    ['A wallet is open that was not chosen.', ...withoutActions(connection!, 'closeStrays')],
    ['A wallet is asked that no attempt wants.', ...withGuard(connection!, 'isClaimant', false)],
    ['The page waits for a stored wallet that has answered.', ...withoutActions(restore!, 'tellLocked')],
  ])(
    'a random run reports "%s" when messages are broken by %s',
    (sentence, _, machine) => expectRandomRunsToFail(machine, sentence),
    60_000,
  );
});
