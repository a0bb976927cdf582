import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { reasonOf } from '#domain/attempt';

const named = (name: string, more = {}) => Object.assign(new Error('No.'), { name, ...more });
const caused = (cause: unknown, more = {}) => Object.assign(new Error('Outer.', { cause }), more);

describe('the reason of an attempt that came to nothing', () => {
  test.each([
    // EIP-1193, EIP-1474, and what libraries make of them.
    ['rejected', { code: 4001 }],
    ['rejected', { code: '4001' }],
    ['rejected', { code: 5000, message: 'User rejected methods.' }],
    ['rejected', named('UserRejectedRequestError')],
    ['rejected', caused({ code: 4001 })],
    ['rejected', caused(caused(caused({ code: 4001 })))],
    ['rejected', caused({ code: 4001 }, { code: -32603 })],
    ['elsewhere', { code: -32002 }],
    ['elsewhere', { code: '-32002' }],
    ['elsewhere', named('ResourceUnavailableRpcError')],
    ['notFound', named('ProviderNotFoundError')],
    ['notFound', named('ConnectorNotFoundError')],
    ['notFound', named('WalletNotFoundError')],
    ['unreachable', named('RelayUnreachableError')],
    ['expired', named('PairingExpiredError')],
    // The first of them that is known.
    ['elsewhere', caused({ code: 4001 }, { code: -32002 })],

    ['failed', { code: 4100 }],
    ['failed', { code: 4200 }],
    ['failed', { code: 4900 }],
    ['failed', { code: -32603 }],
    ['failed', { code: 40011 }],
    ['failed', { code: 'x4001' }],
    ['failed', { code: ' 4001' }],
    ['failed', { message: '4001' }],
    ['rejected', new Error('User rejected the request.')],
    ['rejected', { code: -32603, message: 'Something: user denied account access.' }],
    ['failed', 'no'],
    ['failed', ''],
    ['failed', 4001],
    ['failed', null],
    ['failed', undefined],
    ['failed', () => 4001],
    ['failed', []],
    ['failed', Object.create(null)],
  ])('is %s for %o', (reason, error) => expect(reasonOf(error)).toBe(reason));

  test('is looked for in so many causes, and no more', () => {
    const nested = (depth: number): unknown => (depth ? caused(nested(depth - 1)) : { code: 4001 });
    expect(reasonOf(nested(7))).toBe('rejected');
    expect(reasonOf(nested(8))).toBe('failed');
    expect(reasonOf(nested(1_000))).toBe('failed');
  });
});

describe('what wallets throw may be hostile', () => {
  const hostile = () => {
    throw new Error('Gotcha.');
  };
  const round: { code: number; cause?: unknown } = { code: 4900 };
  round.cause = { code: 4100, cause: round };

  test.each([
    ['a cycle', round],
    ['a getter that throws', Object.defineProperty({}, 'code', { get: hostile })],
    ['a cause that throws', Object.defineProperty({ code: 1 }, 'cause', { get: hostile })],
    ['a code that cannot be text', { code: { toString: hostile } }],
    ['a name without a prototype', { name: Object.create(null) }],
    ['a proxy', new Proxy({}, { get: hostile, has: hostile, getPrototypeOf: hostile, ownKeys: hostile })],
    ['a proxy that is no more', revoked()],
  ])('%s', (_, error) => expect(reasonOf(error)).toBe('failed'));

  test('a symbol or a bigint is read like any other code', () => {
    expect(reasonOf({ code: Symbol('4001') })).toBe('failed');
    expect(reasonOf({ code: 4001n })).toBe('rejected');
  });

  test('none of it throws, and all of it has a reason', () => {
    const known = ['rejected', 'elsewhere', 'notFound', 'timedOut', 'unreachable', 'expired', 'failed'];
    const errors = fc.letrec((tie) => ({
      error: fc.oneof(
        { depthSize: 'small' },
        fc.anything({ withBigInt: true, withNullPrototype: true, withObjectString: true }),
        fc.record(
          {
            code: fc.oneof(fc.constantFrom(4001, '4001', -32002, 5000, 4900), fc.anything()),
            name: fc.oneof(fc.string(), fc.constantFrom('UserRejectedRequestError', 'PairingExpiredError')),
            cause: tie('error'),
          },
          { requiredKeys: [] },
        ),
      ),
    })).error;
    fc.assert(
      fc.property(errors, (error) => {
        expect(known).toContain(reasonOf(error));
      }),
    );
  });
});

function revoked() {
  const { proxy, revoke } = Proxy.revocable({}, {});
  revoke();
  return proxy;
}
