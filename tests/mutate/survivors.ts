/** The names of mutants that no test notices, each with the reason why they do no harm. */
export const survivingMutants: Record<string, string> = {
  'restore.locked · visitor.returned → restore.asking: leads to restore.found':
    'Only a wallet of this browser is asked on return, and such a wallet is asked as soon as it is found.',
  'address.released · takeoverDelay lasts twice as long': 'The delay is one turn: twice 0 ms is 0 ms.',
  'attempt.lapsed · page.visible [2 else] → (stays): dropped':
    'The machine itself handles the event in the same way, whatever its state.',
  'identity.reconnecting · restore.ended → identity.disconnected: leads to identity.signedOut':
    'Without a wallet, signedOut leads to disconnected at once.',
  'identity.reconnecting · walletReplyTimeout runs out → identity.disconnected: leads to identity.signedOut':
    'Without a wallet, signedOut leads to disconnected at once.',
  'identity.left · always [2 else] → identity.disconnected: leads to identity.signedOut':
    'Without a wallet, signedOut leads to disconnected at once.',
  'connect.learnCompact · back → connect.none: leads to connect.returning':
    'This step is the first on the trail, so returning leads to the list at once.',
  'connect.connect · back → connect.none: leads to connect.returning':
    'This step is the first on the trail, so returning leads to the list at once.',
  'session.unauthenticated.signingIn · visitor.moved → session.unauthenticated.signingIn: leads to session.unauthenticated.none':
    'The request is still open, so none leads to signingIn at once.',
  'mobileConnect.loading · wallets.found [2 else] → mobileConnect.attempting: leads to mobileConnect.remembering':
    'No wallet is chosen, so remembering leads to attempting at once.',
  'mobileConnect.attempting · forget → mobileConnect.attempting: leads to mobileConnect.remembering':
    'No wallet is chosen, so remembering leads to attempting at once.',
  'mobileConnect.attempting.none · pick [3 else] → mobileConnect.attempting: leads to mobileConnect.remembering':
    'The wallet has neither link nor download, so remembering leads to attempting at once.',
  'mobileConnect.attempting.connect · back → mobileConnect.attempting: leads to mobileConnect.remembering':
    'No wallet is chosen, so remembering leads to attempting at once.',
  'mobileConnect.attempting.waiting · back → mobileConnect.attempting: leads to mobileConnect.remembering':
    'No wallet is chosen, so remembering leads to attempting at once.',
};
