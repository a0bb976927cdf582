import fc from 'fast-check';
import { expect, test } from 'vitest';
import { failureReasonOf } from '#domain/attempt';
import { forAll } from '../support/forAll.ts';

const named = (name: string, more = {}) => Object.assign(new Error('No.'), { name, ...more });
const caused = (cause: unknown, more = {}) => Object.assign(new Error('Outer.', { cause }), more);

test.each([
  // Errors with codes of EIP-1193 and EIP-1474, bare and as libraries wrap them.
  ['rejected', { code: 4001 }],
  ['rejected', { code: '4001' }],
  ['rejected', { code: 5000, message: 'User rejected methods.' }],
  ['rejected', named('UserRejectedRequestError')],
  ['rejected', caused({ code: 4001 }, { code: -32603 })],
  ['elsewhere', { code: -32002 }],
  ['elsewhere', { code: '-32002' }],
  ['elsewhere', named('ResourceUnavailableRpcError')],
  ['notFound', named('ProviderNotFoundError')],
  ['notFound', named('ConnectorNotFoundError')],
  ['notFound', named('WalletNotFoundError')],
  // The outermost error whose code the page knows decides.
  ['elsewhere', caused({ code: 4001 }, { code: -32002 })],

  ['failed', { code: 4100 }],
  ['failed', { code: -32603 }],
  ['failed', { code: 40011 }],
  ['failed', { code: 'x4001' }],
  ['failed', { code: ' 4001' }],
  ['failed', { message: '4001' }],
  ['rejected', new Error('User rejected the request.')],
  ['rejected', { code: -32603, message: 'Something: user denied account access.' }],
])('an attempt fails with the reason %s for the error %o', (reason, error) =>
  expect(failureReasonOf(error)).toBe(reason),
);

test('an attempt fails with the reason "failed" for values that are no errors', () => {
  for (const value of ['no', '', 4001, null, undefined, () => 4001, [], Object.create(null)])
    expect(failureReasonOf(value)).toBe('failed');
});

const DEVICE = { name: 'TransportStatusError', statusCode: 0x6985 };

// Error texts of real wallets and libraries after a rejection. Each occurs with any code, or without one.
const DECLINES = [
  'Request rejected.',
  'User declined transaction',
  'User declined the request.',
  'Cancelled by User',
  'Canceled by user',
  'Request has been cancelled by the user',
  'Transaction was rejected',
  'Transaction declined',
  'transaction was canceled',
  'Sign transaction cancelled',
  'Signing transaction was cancelled',
  'Ledger device: Condition of use not satisfied (denied by the user?) (0x6985)',
  'MetaMask Tx Signature: Transaction signature denied by user.',
  'MetaMask Tx Signature: User refused to sign the transaction.',
  'Error: Request rejected',
  'Rejected by user',
  'Reject by the user',
  'user reject this request',
  'User has rejected the request',
  'User disapproved requested chains',
  'user did not approve',
  'User closed modal',
  'user closed popup',
  'Popup closed',
  'You canceled',
  'rejected request from DeFi Wallet',
  'The action was aborted by the user',
  'The user rejected the request through Exodus',
  'Request rejected by user: account is locked',
  'El usuario rechazó la solicitud',
  'L\u2019utilisateur a rejeté la demande',
  'O usuário rejeitou a solicitação',
  'Der Nutzer hat die Anfrage abgelehnt',
  '用户取消了操作',
  'cancel',
  'Rejected',
];
test.each(DECLINES)('reads %j as a rejection, wherever it is nested in an error', (text) => {
  for (const error of [
    text,
    new Error(text),
    { message: text },
    { code: -32603, message: text },
    { code: -32000, message: `  ${text}  ` },
    { message: 'Internal JSON-RPC error.', data: { message: text } },
    { message: 'Internal JSON-RPC error.', data: text },
    { code: 'UNKNOWN_ERROR', error: { message: text } },
    { code: -32603, data: { originalError: { message: text } } },
    { message: 'could not coalesce error', info: { error: { message: text } } },
    Object.assign(new Error('An unknown RPC error occurred.\n\nVersion: viem'), { details: text }),
    { message: 'Sign failed', reason: text },
    caused(caused(new Error(text))),
  ])
    expect(failureReasonOf(error), JSON.stringify(error)).toBe('rejected');
});

test.each<unknown>([
  'Request rejected by anti-bot rules.',
  'Transaction was rejected by the network',
  'nonce too low: transaction rejected',
  'Request cancelled: timeout',
  'Request cancelled by user agent',
  'The user aborted a request.',
  'User rejected by server',
  "The user's request was rejected: limit exceeded",
  'UserOperation rejected by user operation pool',
  'Permission denied',
  'Connection rejected',
  'The requested account and/or method has not been authorized by the user',
  { code: -32005, message: 'Request rejected' },
  { code: 429, message: 'Request rejected' },
  { code: -32005, message: 'Limit exceeded', data: { message: 'Request rejected' } },
  { code: 4100, message: 'The requested method and/or account has not been authorized by the user.' },
  { message: `${'x'.repeat(600)} user rejected` },
])('reads %j as a failed attempt, not as a rejection by the visitor', (error) => {
  expect(failureReasonOf(error)).toBe('failed');
  expect(failureReasonOf(typeof error === 'string' ? new Error(error) : caused(error))).toBe('failed');
});

test('finds a rejection that is nested up to seven levels deep in any property', () => {
  const path = fc.array(fc.constantFrom('cause', 'data', 'error', 'originalError', 'info'), { maxLength: 7 });
  const no = fc.constantFrom<unknown>({ code: 4001 }, 'Request rejected', { code: 'ACTION_REJECTED' }, DEVICE);
  forAll(path, no, (fields, end) => {
    const error = fields.reduceRight<unknown>((inner, field) => ({ message: 'Outer.', [field]: inner }), end);
    expect(failureReasonOf(error)).toBe('rejected');
  });
});

test('an endlessly nested error is read with less than 2,000 property accesses', () => {
  let reads = 0;
  const get = () => {
    reads += 1;
    return wide;
  };
  const wide: object = new Proxy({}, { get });
  expect(failureReasonOf(wide)).toBe('failed');
  expect(reads).toBeLessThan(2_000);
});

test('a rejection is found only up to seven causes deep in an error', () => {
  const nested = (depth: number): unknown => (depth ? caused(nested(depth - 1)) : { code: 4001 });
  expect(failureReasonOf(nested(7))).toBe('rejected');
  expect(failureReasonOf(nested(8))).toBe('failed');
  expect(failureReasonOf(nested(1_000))).toBe('failed');
});

const hostile = () => {
  throw new Error('Gotcha.');
};
const gone = Proxy.revocable({}, {});
gone.revoke();
const round: { code: number; cause?: unknown } = { code: 4900 };
round.cause = { code: 4100, cause: round };

test.each([
  ['a cycle', round],
  ['a getter that throws', Object.defineProperty({}, 'code', { get: hostile })],
  ['a cause that throws', Object.defineProperty({ code: 1 }, 'cause', { get: hostile })],
  ['a code that cannot be text', { code: { toString: hostile } }],
  ['a name without a prototype', { name: Object.create(null) }],
  ['a proxy', new Proxy({}, { get: hostile, has: hostile, getPrototypeOf: hostile, ownKeys: hostile })],
  ['a proxy that is no more', gone.proxy],
])('reads a hostile error without throwing: %s', (_, error) => expect(failureReasonOf(error)).toBe('failed'));

test('the error code 4001n is read as a rejection, and a symbol is not', () => {
  expect(failureReasonOf({ code: Symbol('4001') })).toBe('failed');
  expect(failureReasonOf({ code: 4001n })).toBe('rejected');
});

test('no error makes the reader throw, and each gets a reason', () => {
  const known = ['rejected', 'elsewhere', 'notFound', 'timedOut', 'unreachable', 'insecure', 'expired', 'failed'];
  const errors = fc.letrec((tie) => ({
    error: fc.oneof(
      { depthSize: 'small' },
      fc.anything({ withBigInt: true, withNullPrototype: true, withObjectString: true }),
      fc.record(
        {
          code: fc.oneof(fc.constantFrom(4001, '4001', -32002, 5000, 4900), fc.anything()),
          name: fc.oneof(fc.string(), fc.constantFrom('UserRejectedRequestError', 'WalletNotFoundError')),
          cause: tie('error'),
        },
        { requiredKeys: [] },
      ),
    ),
  })).error;
  forAll(errors, (error) => {
    expect(known).toContain(failureReasonOf(error));
  });
});
