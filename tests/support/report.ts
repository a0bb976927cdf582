import { CoverageReport } from '../engine/report.ts';

/** The reason why a machine has no tests on a tier, by machine and tier. */
const excused: Record<string, string> = {
  'address on the view tier': 'It has no view.',
  'account on the page tier': 'account.test.ts reads and copies it, and transactions.test.ts clears its list.',
  'alpha on the page tier': 'alpha.test.ts requests an amount, and is refused a tab.',
  'app on the page tier': 'landing.test.ts loads it, and the tests of its machines run on it.',
  'attempt on the page tier': 'steps.test.ts goes through it, and walletConnect.test.ts runs it on a real relay.',
  'chain on the page tier': 'chain.steps.test.ts goes through it by keyboard.',
  'clipboard on the page tier': 'account.test.ts and safe.test.ts copy and are refused, with the real clipboard.',
  'comparison on the page tier': 'layout.test.ts and translated.test.ts type amounts into it.',
  'connect on the page tier': 'steps.test.ts goes through it by keyboard.',
  'mobileConnect on the page tier': 'steps.test.ts goes through it by keyboard, and phone.test.ts by touch.',
  'signIn on the page tier': 'signIn.steps.test.ts goes through it by keyboard.',
  'notice on the page tier': 'control.test.ts shows its confirmations, and the steps of chain and signIn its failures.',
  'transaction on the view tier': 'It has no view: the list of transactions shows its status.',
  'transaction on the page tier': 'transactions.test.ts has one confirmed by a chain.',
  'transactions on the page tier': 'transactions.test.ts adds one, and clears the list.',
  'outcomes on the page tier': 'transactions.test.ts hears one.',
  'connection on the view tier': 'It has no view.',
  'connection on the page tier': 'control.test.ts connects, reloads and disconnects, and signIn.test.ts in two tabs.',
  'identity on the view tier': 'It has no view: the session shows what it finds out.',
  'manage on the view tier': 'It has no view: the paths of session, account and chain show its dialogs.',
  'news on the view tier': 'The session speaks them: its paths check each announcement.',
  'outcomes on the view tier': 'The account dialog speaks them: the paths of transactions check each announcement.',
  'wallet on the view tier': 'It has no view: the paths of its machines show theirs.',
  'wallet on the page tier': 'The tests of its machines run on it.',
  'walletLoader on the page tier': 'walletLoader.test.ts loads the bundle in time and in vain, and lets it crash.',
  'session on the page tier': 'It opens dialogs, which are tested there. The rig runs it with all of them.',
  'identity on the page tier': 'The page shows nothing of it but the session, which the rig runs with it.',
  'manage on the page tier': 'The steps of account and chain run on it.',
  'news on the page tier': 'The scenarios of each dialog check what is announced.',
  'restore on the view tier': 'It has no view.',
  'restore on the page tier': 'control.test.ts and walletConnect.test.ts reload a page that is connected.',
  'approval on the view tier': 'It has no view: the attempt shows what is asked.',
  'approval on the page tier': 'The tests of pairing run on it.',
  'recheck on the view tier': 'It has no view.',
  'recheck on the page tier': 'chain.steps.test.ts changes the network, for which the wallet is checked.',
  'relay on the view tier': 'It has no view: the attempt shows what it tells.',
  'relay on the page tier': 'walletConnect.test.ts cuts the connection to a real relay.',
  'refresh on the view tier': 'It has no view: sign-in and networks show that they wait.',
  'refresh on the page tier': 'Sign-in and networks run on it.',
  'pairing on the view tier': 'It has no view: the attempt shows its codes.',
  'pairing on the page tier': 'walletConnect.test.ts pairs phones by a real relay.',
};

export default class extends CoverageReport {
  constructor() {
    super({ document: 'tests/README.md', folder: '.ci/report', projects: ['unit', 'views', 'page'], excused });
  }
}
