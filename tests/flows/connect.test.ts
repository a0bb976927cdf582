import { expect, test } from 'vitest';
import { checkPageScenario, openSimulatedPage, type PageScenario } from './visit';

const guest = { mustSignIn: false };
const locked = 'connects fox, locks, opens account';
const lost = 'connects phone, loses line, passes 2000';
const asks = 'opens connect, picks fox';
const asksBoth = 'opens connect, picks fox, goesBack, opens connect, picks owl, grants openConnector';
const pairs = 'opens connect, picks phone';
const lapses = `${pairs}, passes 1200000`;

test.each<PageScenario>([
  [
    'a phone connects once it has scanned and approved, and needs the relay',
    'connects phone',
    { wallet: 'phone', dialog: null, machines: { relay: { needed: 'live' } } },
  ],
  ['the relay connection is retried after a loss', lost, { machines: { relay: { needed: { lost: 'pausing' } } } }],
  [
    'the relay connection is given up after a minute',
    `${lost}, passes 60000`,
    { machines: { relay: { needed: 'gone' } } },
  ],
  [
    'the relay connection is retried when the visitor returns',
    `${lost}, passes 60000, reachesRelay, returns`,
    { wallet: 'phone', machines: { relay: { needed: 'live' } } },
  ],
  ['the relay connection is closed for a wallet in this browser', 'connects fox', { machines: { relay: 'unneeded' } }],
  [
    'a stored wallet that is locked is asked',
    locked,
    { machines: { connect: 'connect', connection: { claimed: 'asking' } } },
  ],
  [
    'Forget cancels its attempt, and deletes the stored connection',
    `${locked}, presses forget`,
    { record: null, machines: { connect: 'none', connection: 'idle' } },
  ],
  [
    'a forgotten wallet is not asked again',
    `${locked}, presses forget, reloads, opens account`,
    { machines: { connect: 'none' } },
  ],
  ...['goesBack', 'presses close'].flatMap((closes): PageScenario[] => [
    [
      `an approval is revoked that comes after the dialog was closed: ${closes}`,
      `${asks}, ${closes}, grants openConnector`,
      { wallet: null, open: [], permitted: [] },
      {},
    ],
  ]),
  ['an attempt has two minutes', `${asks}, passes 120000`, { reason: 'timedOut', machines: { attempt: 'failed' } }],
  ['a late approval connects', `${asks}, passes 120000, grants openConnector`, { wallet: 'fox', dialog: null }],
  [
    'only the last picked wallet is connected when both wallets approve',
    `${asksBoth}, grantsFirst openConnector`,
    { wallet: 'owl', open: ['owl'], permitted: ['owl'] },
  ],
  ...['goesBack', 'presses close', 'presses back, picks owl'].flatMap((leaves): PageScenario[] => [
    [
      `the code is withdrawn when the visitor leaves it: ${leaves}`,
      `${pairs}, scans, ${leaves}, approvesOnPhone`,
      { wallet: null, withdrawn: 1, machines: { pairing: 'idle' } },
      {},
    ],
  ]),
  ['codes stop after the fourth one', lapses, { withdrawn: 4, machines: { attempt: 'lapsed', pairing: 'idle' } }, {}],
  ['another code is shown on request', `${lapses}, presses renew`, { machines: { pairing: { pairing: 'shown' } } }, {}],
  ['the dialog waits before it reports a lost relay', `${pairs}, loses line`, { cutOff: false }],
  ['the dialog reports a lost relay', `${pairs}, loses line, passes 2000`, { cutOff: true }],
  ['the dialog stops reporting a lost relay', `${pairs}, loses line, passes 2000, regains line`, { cutOff: false }],
  [
    'the phone connects once the relay is back',
    `${pairs}, loses line, passes 2000, regains line, scans, approvesOnPhone`,
    { wallet: 'phone' },
  ],
])('a visitor connects a wallet, or leaves the attempt: %s', checkPageScenario(guest));

test('a tab keeps showing its pairing code when another tab withdraws its own', async () => {
  const { first, second } = await openSimulatedPage({ tabs: 2 });
  for (const one of [first, second]) await one.does(pairs);
  await first.does('goesBack');
  expect(second.now()).toMatchObject({ withdrawn: 1, machines: { pairing: { pairing: 'shown' } } });
});
