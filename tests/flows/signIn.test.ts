import { expect, test } from 'vitest';
import { checkPageScenario, openSimulatedPage, type PageScenario } from './visit';

const member = { returns: 'fox', signedIn: true } as const;
const guest = { mustSignIn: false };

const asked = 'connects fox, grants checkSession, grants prepareMessage, presses sign';
const askedAnother = `${asked}, switchesAccount, grants prepareMessage, presses sign, grantsFirst requestSignature`;
const elsewhere = `${asked}, movesTo 137, grants requestSignature`;
const isElsewhere = { asked: '', machines: { signIn: { elsewhere: 'ready' } } };
const closed = { dialog: null, wallet: null };

test.each<PageScenario>([
  [
    'the signature of the previous account is ignored',
    askedAnother,
    { asked: 'requestSignature', machines: { signIn: { signing: 'fresh' } } },
  ],
  [
    'the new account signs in',
    `${askedAnother}, grants requestSignature, grants verify`,
    { isSignedIn: true, account: 'other' },
  ],
  ['the signature is ignored on an unsupported network', elsewhere, isElsewhere],
  ['a rejected switch can be retried', `${elsewhere}, presses switch, refuses switchChain`, isElsewhere],
  [
    'the visitor signs in after a switch',
    `${elsewhere}, presses switch, grants switchChain, signs`,
    { isSignedIn: true, chainId: 1 },
  ],
  ['locking the wallet closes the dialog', `${asked}, locks`, { ...closed, news: 'disconnected' }],
  ...['locks', 'presses cancel', 'goesBack'].flatMap((leaves): PageScenario[] => [
    [
      `the visitor is disconnected, and a late signature is ignored: ${leaves}`,
      `${asked}, ${leaves}, grants requestSignature`,
      { ...closed, asked: '', session: null },
    ],
  ]),
])('the page ignores outdated signatures, and lets the visitor sign again: %s', checkPageScenario());

const left = 'signsIn, opens account, presses leave';
const unanswered = `${left}, opens connect`;
const changed = 'signsIn, opens account, switchesAccount';

test.each<PageScenario>([
  ['is not requested before a wallet is connected', 'opens connect, picks fox', { asked: 'openConnector' }],
  [
    'is not requested after it has disconnected',
    `${left}, grants signOut, reloads, opens account`,
    { dialog: 'connect', asked: '' },
  ],
  ['is requested for a returning visitor', '', { isSignedIn: false, asked: 'checkSession' }, member],
  [
    'signs them in without a dialog or an announcement',
    'grants checkSession',
    { isSignedIn: true, dialog: null, news: null },
    member,
  ],
  [
    'closes the account dialog when it ends',
    'signsIn, opens account, endsSession',
    { dialog: null, isSignedIn: false, news: 'signedOut' },
  ],
  ...[left, 'signsIn, locks'].flatMap((leaves): PageScenario[] => [
    [`is ended: ${leaves}`, leaves, { wallet: null, isSignedIn: false, asked: 'signOut' }],
    [`has ended: ${leaves}`, `${leaves}, grants signOut`, { session: null, failure: 'none', news: 'disconnected' }],
  ]),
  ['is ended before another dialog opens', unanswered, { dialog: 'session' }],
  ...['refuses signOut', 'passes 15000'].flatMap((fails): PageScenario[] => [
    [
      `shows a notice if it cannot be ended: ${fails}`,
      `${unanswered}, ${fails}, goesBack`,
      { failure: 'signOut', wallet: null },
    ],
    [
      `shows the notice until it is dismissed: ${fails}`,
      `${unanswered}, ${fails}, goesBack, presses dismissFailure`,
      { failure: 'none' },
    ],
  ]),
  ['follows a change of account', changed, { dialog: null, asked: 'signOut' }],
  ['is ended before the new account signs in', `${changed}, opens account`, { dialog: 'session', asked: 'signOut' }],
  [
    'has ended before the new account signs in',
    `${changed}, opens account, grants signOut`,
    { dialog: 'signIn', news: 'signedOut' },
  ],
  [
    'is replaced by that of the new account',
    `${changed}, opens account, grants signOut, signs`,
    { dialog: 'account', session: 'other' },
  ],
  ...['sign-in', 'connect', 'account'].flatMap((dialog): PageScenario[] => [
    [
      `is not needed if the site requires none: ${dialog}`,
      `connects fox, opens ${dialog}`,
      { dialog: 'account', asked: '' },
      guest,
    ],
  ]),
  [
    'is not needed for another account if the site requires none',
    'connects fox, switchesAccount',
    { account: 'other', wallet: 'fox', asked: '' },
    guest,
  ],
])('the session on the server is checked, shown and ended: it %s', checkPageScenario());

test('disconnecting in one tab disconnects the other without a failure', async () => {
  const { first, second } = await openSimulatedPage({ ...member, tabs: 2 });
  for (const one of [first, second]) await one.does('grants checkSession, opens account');
  await first.does('presses leave');
  for (const one of [first, second]) if (one.now().asked.includes('signOut')) await one.does('grants signOut');
  for (const one of [first, second])
    expect(one.now()).toMatchObject({ ...closed, failure: 'none', news: 'disconnected', session: null });
});

/** Steps after which the server has started a session, but has not answered the page's request to verify. */
const verifying =
  'opens account, picks fox, grants openConnector, grants checkSession, grants prepareMessage, presses sign, ' +
  'grants requestSignature, startsSession first';
const signingOut = { machines: { identity: 'signingOut' } };

test.each<PageScenario>([
  ['is ended first', `${verifying}, refuses verify`, { asked: 'takeBack', session: 'first' }],
  [
    'is ended before the next message is prepared',
    `${verifying}, refuses verify, grants takeBack`,
    { session: null, asked: 'prepareMessage', dialog: 'signIn' },
  ],
  ['is replaced by the next sign-in', `${verifying}, refuses verify, grants takeBack, signs`, { isSignedIn: true }],
  ...['presses cancel', 'refuses verify, presses cancel'].flatMap((cancels): PageScenario[] => [
    [`is ended: ${cancels}`, `${verifying}, ${cancels}`, { dialog: null, ...signingOut }],
    [`is ended before a new connection: ${cancels}`, `${verifying}, ${cancels}, opens connect`, signingOut],
    [
      `has ended before a new connection: ${cancels}`,
      `${verifying}, ${cancels}, opens connect, grants signOut`,
      { session: null, dialog: 'connect' },
    ],
  ]),
  [
    'is ended when the visitor disconnects',
    `${verifying}, revokes, grants signOut`,
    { session: null, wallet: null, machines: { identity: 'disconnected' } },
  ],
  ...['switchesAccount', 'movesTo 137'].flatMap((changes): PageScenario[] => [
    [`is ended: ${changes}`, `${verifying}, ${changes}`, { ...signingOut, asked: 'verify signOut' }],
    [
      `has ended before another sign-in: ${changes}`,
      `${verifying}, ${changes}, grants signOut`,
      { session: null, dialog: 'signIn' },
    ],
  ]),
])('a session whose start the page never learned of is ended: it %s', checkPageScenario());
