import { describe, test } from 'vitest';
import type { AnyStateMachine } from 'xstate';
import { approvalMachine } from '#machines/approval';
import { attemptMachine } from '#machines/attempt';
import { connectionMachine } from '#machines/connection';
import { pairingMachine } from '#machines/pairing';
import { restoreMachine } from '#machines/restore';
import { expectRandomRunsToFail, withGuard, withoutActions } from './mutants';

/* Breaks each connection between the page's machines once, and checks that a random run notices. */

const [approval, attempt, connection, pairing]: AnyStateMachine[] = [
  approvalMachine,
  attemptMachine,
  connectionMachine,
  pairingMachine,
];

describe('a random run fails when messages between machines are broken', () => {
  test.each<[string, string, AnyStateMachine]>([
    [
      'an attempt claims no wallet',
      'An attempt waits, and its wallet is not asked.',
      withoutActions(attempt!, 'claim'),
    ],
    [
      'a failed attempt withdraws nothing',
      'A wallet is asked for a failed attempt.',
      withoutActions(attempt!, 'withdraw'),
    ],
    [
      'no attempt hears of a refusal',
      'An attempt waits, and its wallet is not asked.',
      withoutActions(connection!, 'tellRefused'),
    ],
    ['no one hears of a connection', 'The page shows another account', withoutActions(connection!, 'tellConnected')],
    [
      'no code is requested',
      'An attempt waits for a code that was not requested.',
      withoutActions(approval!, 'requestPairing'),
    ],
    ['a left code is not withdrawn', 'A code is shown that no attempt wants.', withGuard(pairing!, 'owner', false)],
    ['a code is not told', 'An attempt does not show its code.', withoutActions(pairing!, 'tellCode')],
    [
      'an approval by phone is not told',
      'A pairing is over, and the connection waits.',
      withoutActions(pairing!, 'tellApproved'),
    ],
    [
      'a lost relay is not told',
      'An attempt does not show that the relay is out of reach.',
      withoutActions(pairing!, 'tellLost'),
    ],
    ['strays stay open', 'A wallet is open that was not chosen.', withoutActions(connection!, 'closeStrays')],
    ['no attempt may leave', 'A wallet is asked that no attempt wants.', withGuard(connection!, 'isClaimant', false)],
    [
      'a locked wallet is not told',
      'The page waits for a stored wallet that has answered.',
      withoutActions(restoreMachine, 'tellLocked'),
    ],
  ])('a random run fails: %s', (_, sentence, machine) => expectRandomRunsToFail(machine, sentence), 60_000);
});
