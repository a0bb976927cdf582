/** The rules for a sign-in server, in the words of `src/README.md`. A test compares these texts with that file. */
export const SIGN_IN_RULES = {
  nonce: 'text: 8 to 128 letters and digits, for one use, stored for this browser',
  verify:
    '2xx if the account has signed this message, which signs it in; 4xx if it has not, with `{faults: [field, …]}`',
  session: 'JSON: `{address, chainId}` of the signed-in account, or `null`',
  signOut: '2xx, also if nobody was signed in; nobody is signed in afterwards',
  time: 'Requests carry credentials and end after 15 seconds.',
  redirect: 'A redirect counts as a failure',
  origin: "allow the page's origin with credentials, and refuse requests of all other origins, `/sign-out` included",
  navigation: 'keep the nonce when anything but a script of the page requests `/nonce`',
  fields: 'check _every_ field of the message',
  parse: 'It refuses a message with a field missing, and compares the message with itself after parsing',
  useUp: 'use up the nonce whatever the result is',
  ending: 'end a `/verify` that is still running for the browser when `/sign-out` arrives',
  unheard: 'and one whose answer the browser may not have received',
  day: 'end a session after 24 hours, on the server and in the cookie (`Max-Age`)',
  date: 'expose its `Date` header (`Access-Control-Expose-Headers`) if it is of another origin',
  node: 'have a node, because accounts may be contracts (ERC-1271, ERC-6492)',
  empty: 'A contract judges an empty signature (`0x`) itself',
  cookie: 'set a cookie that is `HttpOnly`, has `SameSite`, and over https is `Secure`',
  id: 'give a session an id that nobody can guess, and a new one at sign-in; no other part of an answer contains it',
  cache: 'send `Cache-Control: no-store`, and `Vary: Origin` with each answer that allows an origin',
  rubbish: 'answer rubbish with 4xx and never with 5xx, refuse bodies of a megabyte, and tell no internals',
} as const;

/** The name of a rule that sign-in servers must keep. */
export type SignInRule = keyof typeof SIGN_IN_RULES;
