import { expect, test } from 'vitest';
import { checkPageScenario, openSimulatedPage, type PageScenario } from './visit';

const member = { returns: 'fox', signedIn: true } as const;
const guest = { mustSignIn: false, returns: 'fox' } as const;

const outcomes: [what: string, dialog: string, answers: string, signedIn?: boolean][] = [
  ['the account is signed in', 'account', 'grants checkSession', true],
  ['nobody is signed in', 'signIn', 'grants checkSession'],
  ['the server does not know', 'signIn', 'refuses checkSession'],
  ['the server does not answer', 'signIn', 'passes 15000'],
  ['another account is signed in', 'signIn', 'startsSession other, grants checkSession, grants signOut'],
  ['the wallet goes', 'connect', 'revokes, grants signOut'],
];

test.each(
  outcomes.flatMap(([what, dialog, answers, signedIn = false]): PageScenario[] => [
    [`the dialog ${dialog} opens if ${what}`, `opens account, ${answers}`, { dialog }, { returns: 'fox', signedIn }],
    [
      `no dialog opens after the visitor has closed it, if ${what}`,
      `opens account, presses close, ${answers}`,
      { dialog: null },
      { returns: 'fox', signedIn },
    ],
  ]),
)('the result of a session check decides which dialog opens: %s', checkPageScenario(member));

test.each<PageScenario>([
  ['waits while the session is checked', 'opens account', { dialog: 'session' }],
  ['is replaced by a later request', 'opens account, opens chain, grants checkSession', { dialog: 'chain' }],
  ...['foreign', 'rubbish', 'endless', 'elsewhere'].flatMap((how): PageScenario[] => {
    const answered = `opens account, answersAmiss ${how}`;
    return [
      [
        `waits while an invalid session is ended: ${how}`,
        answered,
        { dialog: 'session', asked: 'signOut' },
        { returns: 'fox' },
      ],
      [
        `opens the sign-in once it has ended: ${how}`,
        `${answered}, grants signOut`,
        { dialog: 'signIn', isSignedIn: false },
        { returns: 'fox' },
      ],
    ];
  }),
  ...[
    ['switchesAccount', 'signIn'],
    ['revokes', 'connect'],
  ].flatMap(([leaves, dialog]): PageScenario[] => {
    const requested = `grants checkSession, ${leaves}, opens account`;
    return [
      [`waits while the session is ended: ${leaves}`, requested, { dialog: 'session' }],
      ...['grants signOut', 'refuses signOut', 'passes 15000'].map(
        (answers): PageScenario => [
          `opens the dialog once the session has ended: ${leaves}, ${answers}`,
          `${requested}, ${answers}`,
          { dialog },
        ],
      ),
    ];
  }),
  [
    'opens no dialog after the visitor has closed it',
    'grants checkSession, switchesAccount, opens account, presses close, grants signOut',
    { dialog: null, account: 'other' },
  ],
  ...[
    ['account', 'account'],
    ['chain', 'chain'],
    ['connect', null],
    ['sign-in', null],
  ].flatMap(([asked, dialog]): PageScenario[] => [
    [
      `opens its dialog after connecting and signing in: ${asked}`,
      `opens ${asked}, picks fox, grants openConnector, grants checkSession, signs`,
      { isSignedIn: true, dialog },
      {},
    ],
  ]),
  ...[1, 11155111].flatMap((chainId) =>
    ['connect', 'sign-in', 'account', 'chain'].map(
      (asked): PageScenario => [
        `opens its dialog for a connected visitor: ${asked} on ${chainId}`,
        `movesTo ${chainId}, opens ${asked}`,
        { dialog: asked === 'chain' ? 'chain' : 'account', chainId },
        guest,
      ],
    ),
  ),
  ['opens the phone layout on a phone', 'opens account', { dialog: 'mobileConnect' }, { phone: true }],
  ...['chain', 'sign-in'].flatMap((asked): PageScenario[] => {
    const requested = `opens connect, picks fox, opens ${asked}`;
    return [
      [`keeps the open dialog: ${asked}`, requested, { asked: 'openConnector', machines: { connect: 'connect' } }, {}],
      [
        `opens its dialog after the open one: ${asked}`,
        `${requested}, grants openConnector, grants checkSession, signs`,
        { dialog: asked === 'chain' ? 'chain' : null },
        {},
      ],
    ];
  }),
  [
    'is dropped when the visitor closes the open dialog',
    'opens connect, opens chain, presses close, connects fox',
    { dialog: null },
    { mustSignIn: false },
  ],
  ['replaces the account dialog', 'opens account, opens chain', { dialog: 'chain' }, guest],
  ['replaces the network dialog', 'opens account, opens chain, opens account', { dialog: 'account' }, guest],
  [
    'is gone once its dialog is closed',
    'opens account, opens chain, opens account, presses close',
    { dialog: null },
    guest,
  ],
])('a request for a dialog opens one dialog, waits or is dropped: it %s', checkPageScenario(member));

test.each<PageScenario>([
  ['confirms a sign-in', 'signsIn', { notice: 'signedIn' }, {}],
  ['shows nothing on the next visit', 'signsIn, reloads, grants checkSession', { isSignedIn: true, notice: null }, {}],
  ['confirms a connection if no sign-in is required', 'connects fox', { notice: 'connected' }, { mustSignIn: false }],
  [
    'shows nothing on the next visit if no sign-in is required',
    'connects fox, reloads',
    { wallet: 'fox', notice: null },
    { mustSignIn: false },
  ],
  ...[
    ['opens account, presses leave, grants signOut', 'disconnected'],
    ['revokes, grants signOut', 'disconnected'],
    ['switchesAccount, grants signOut', 'signedOut'],
    ['endsSession', 'signedOut'],
  ].flatMap(([ends, notice]): PageScenario[] => [
    [`reports the end of the session: ${ends}`, `grants checkSession, ${ends}`, { notice, isSignedIn: false }],
    [`hides the notice of the end after 5 s: ${ends}`, `grants checkSession, ${ends}, passes 5000`, { notice: null }],
  ]),
])('the notice on the page reports sign-ins and sign-outs: it %s', checkPageScenario(member));

test('the page watches transactions only while the visitor is connected', async () => {
  const { first } = await openSimulatedPage(member);
  const watched = () => first.tab.running().find(({ id }) => id === 'transactions')?.ref;
  expect(watched()).toBeUndefined();
  await first.does('grants checkSession');
  const before = watched();
  expect(before).toBeDefined();
  await first.does('opens account, presses close, movesTo 11155111');
  expect(watched() === before).toBe(true);
  await first.does('switchesAccount');
  expect(watched()).toBeUndefined();
});
