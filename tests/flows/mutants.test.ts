import { describe, test } from 'vitest';
import type { AnyStateMachine } from 'xstate';
import { attemptMachine } from '#machines/attempt';
import { connectionMachine } from '#machines/connection';
import { pairingMachine } from '#machines/pairing';
import { restoreMachine } from '#machines/restore';
import { guarded, isNoticed, silent } from './mutants';

/* Each joint of the page is broken once, and a random run notices. */

const [attempt, connection, pairing]: AnyStateMachine[] = [attemptMachine, connectionMachine, pairingMachine];

describe('a broken joint is noticed', () => {
  test.each<[string, string, AnyStateMachine]>([
    ['an attempt claims no wallet', 'An attempt waits, and its wallet is not asked.', silent(attempt!, 'claim')],
    ['a failed attempt withdraws nothing', 'A wallet is asked for a failed attempt.', silent(attempt!, 'withdraw')],
    [
      'no attempt hears of a refusal',
      'An attempt waits, and its wallet is not asked.',
      silent(connection!, 'tellRefused'),
    ],
    ['no one hears of a connection', 'The page shows another account', silent(connection!, 'tellConnected')],
    [
      'no code is requested',
      'An attempt waits for a code that was not requested.',
      silent(connection!, 'requestPairing'),
    ],
    ['a left code is not withdrawn', 'A code is shown that no attempt wants.', silent(connection!, 'leavePairing')],
    ['a code is not told', 'An attempt does not show its code.', silent(pairing!, 'tellCode')],
    [
      'an approval by phone is not told',
      'A pairing is over, and the connection waits.',
      silent(pairing!, 'tellApproved'),
    ],
    [
      'a lost relay is not told',
      'An attempt does not show that the relay is out of reach.',
      silent(pairing!, 'tellLost'),
    ],
    ['strays stay open', 'A wallet is open that was not chosen.', silent(connection!, 'closeStrays')],
    ['no attempt may leave', 'A wallet is asked that no attempt wants.', guarded(connection!, 'isClaimant', false)],
    [
      'a locked wallet is not told',
      'The page waits for a stored wallet that has answered.',
      silent(restoreMachine, 'tellLocked'),
    ],
  ])('%s', (_, sentence, machine) => isNoticed(machine, sentence), 60_000);
});
