import { expect, test } from 'vitest';
import { checkPageScenario, openSimulatedPage, type PageScenario } from './visit';

const guest = { mustSignIn: false, returns: 'fox' } as const;
const member = { returns: 'fox', signedIn: true } as const;

// Networks 137 and 10, Polygon and Optimism, are not supported by the page.
const opened = 'movesTo 137, opens account';
const asked = `${opened}, chooses 1`;
const declined = `${asked}, refuses switchChain`;
const askedAgain = `${asked}, goesBack, opens chain, chooses 1, refusesFirst switchChain`;
const switched = { dialog: null, chainId: 1, failure: 'none', news: 'moved' };
const gone = { dialog: null, wallet: null, failure: 'none', news: 'disconnected' };

test.each<PageScenario>([
  ...['account', 'chain', 'connect', 'sign-in'].flatMap((dialog): PageScenario[] => [
    [
      `each request opens the network dialog: ${dialog}`,
      `${opened}, goesBack, opens ${dialog}`,
      { dialog: 'chain', hash: 'chain' },
    ],
  ]),
  ['several clicks send one request', `${asked}, chooses 1, chooses 1`, { dialog: 'chain', asked: 'switchChain' }],
  ['the dialog closes when the wallet switches', `${asked}, grants switchChain`, switched],
  ['the account opens after a switch', `${asked}, grants switchChain, opens account`, { dialog: 'account' }],
  ['a rejected switch shows a notice', declined, { dialog: null, chainId: 137, failure: 'unchanged' }],
  ['the next dialog hides the notice', `${declined}, opens chain`, { dialog: 'chain', failure: 'none' }],
  ['a switch can be retried', `${declined}, opens chain, chooses 1, grants switchChain`, switched],
  ['a switch has 60 s', `${asked}, passes 60000`, { dialog: null, failure: 'unchanged' }],
  [
    'a switch after more than 60 s hides the notice of the failure',
    `${asked}, passes 60000, grants switchChain`,
    switched,
  ],
  ...['goesBack', 'presses close'].flatMap((closes): PageScenario[] => [
    [
      `a rejection after the dialog was closed is ignored: ${closes}`,
      `${asked}, ${closes}, refuses switchChain, passes 61000`,
      { dialog: null, failure: 'none', newsCount: 1 },
    ],
    [`the page follows a late switch: ${closes}`, `${asked}, ${closes}, grants switchChain`, switched],
  ]),
  ['the answer to a cancelled switch is ignored', askedAgain, { failure: 'none', machines: { chain: 'switching' } }],
  ['the next switch has its own answer', `${askedAgain}, grants switchChain`, switched],
  ['Disconnect revokes the permission', `${asked}, presses leave`, { ...gone, permitted: [] }],
  ...['grants', 'refuses'].flatMap((answers): PageScenario[] => [
    [
      `a switch has no effect after the visitor has disconnected: ${answers}`,
      `${asked}, presses leave, ${answers} switchChain`,
      gone,
    ],
  ]),
  ...[opened, asked].flatMap((steps): PageScenario[] => [
    [`the dialog closes when the wallet is locked: ${steps}`, `${steps}, locks`, gone],
    [`the dialog closes when the wallet switches itself: ${steps}`, `${steps}, movesTo 1`, switched],
    [
      `the account opens after the wallet has switched itself: ${steps}`,
      `${steps}, movesTo 1, opens account`,
      { dialog: 'account' },
    ],
    [
      `the dialog closes when the wallet goes to another unsupported network: ${steps}`,
      `${steps}, movesTo 10`,
      { ...switched, chainId: 10 },
    ],
    [
      `the network dialog opens again after that other network: ${steps}`,
      `${steps}, movesTo 10, opens account`,
      { dialog: 'chain' },
    ],
  ]),
  [
    'a switch keeps the session',
    `grants checkSession, ${asked}, grants switchChain`,
    { isSignedIn: true, asked: '' },
    member,
  ],
  [
    'disconnecting ends the session',
    `grants checkSession, ${opened}, presses leave, grants signOut`,
    { wallet: null, isSignedIn: false, session: null },
    member,
  ],
])('the page asks a wallet on an unsupported network to switch: %s', checkPageScenario(guest));

test('the network dialogs of both tabs close when the wallet switches', async () => {
  const { first, second } = await openSimulatedPage({ ...guest, tabs: 2 });
  await first.does('movesTo 137, opens chain');
  await second.does('opens chain');
  await first.does('chooses 1, grants switchChain');
  for (const one of [first, second]) expect(one.now()).toMatchObject({ ...switched, asked: '' });
});
