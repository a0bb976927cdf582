import type { SignInTestCase } from '../kit';
import { expectRefusal, expectRule, expectSuccess, isSuccess } from '../violation';

const group = 'nonce';
const MINUTE = 60_000;

export const nonceCases: SignInTestCase[] = [
  {
    group,
    title: 'refuses a nonce that has signed in before',
    run: async ({ visitor, write, sign, wantNobody }) => {
      const someone = visitor();
      const message = write(await someone.nonce());
      const signature = await sign(message);
      const before = someone.cookies();
      expectSuccess(await someone.verify(message, signature), 'verify');
      expectRefusal(await someone.verify(message, signature), 'useUp');
      const earlier = visitor({ cookies: before });
      expectRefusal(await earlier.verify(message, signature), 'useUp');
      await wantNobody(earlier, 'useUp');
    },
  },
  {
    group,
    title: 'uses up the nonce of a sign-in that it refused',
    run: async ({ visitor, write, sign, stranger, wantRefused }) => {
      const someone = visitor();
      const message = write(await someone.nonce());
      await wantRefused(someone, [message, await sign(message, stranger)], 'verify');
      await wantRefused(someone, [message, await sign(message)], 'useUp');
    },
  },
  {
    group,
    title: 'uses up the nonce of a message that it refused',
    run: async ({ visitor, write, sign, wantRefused }) => {
      const someone = visitor();
      const value = await someone.nonce();
      const foreign = write(value, { domain: 'foreign.example' });
      await wantRefused(someone, [foreign, await sign(foreign)], 'fields');
      const message = write(value);
      await wantRefused(someone, [message, await sign(message)], 'useUp');
    },
  },
  {
    group,
    title: 'accepts one of two sign-ins with one nonce at the same time',
    run: async ({ visitor, write, sign }) => {
      const someone = visitor();
      const message = write(await someone.nonce());
      const signature = await sign(message);
      const answers = await Promise.all([1, 2, 3].map(() => someone.verify(message, signature)));
      const accepted = answers.filter(isSuccess);
      const sentence = `It accepted ${accepted.length} of 3 sign-ins with one nonce.`;
      expectRule(accepted.length === 1, 'useUp', sentence, accepted[1] ?? answers[0]);
    },
  },
  {
    group,
    title: 'refuses a nonce of another browser',
    run: async ({ visitor, write, sign, wantRefused }) => {
      const someone = visitor();
      await someone.nonce();
      const message = write(await visitor().nonce());
      await wantRefused(someone, [message, await sign(message)], 'nonce');
    },
  },
  {
    group,
    title: 'refuses a nonce from a browser without a cookie',
    run: async ({ visitor, write, sign, wantRefused }) => {
      const message = write(await visitor().nonce());
      await wantRefused(visitor(), [message, await sign(message)], 'nonce');
    },
  },
  {
    group,
    title: 'refuses a nonce that it never gave',
    run: async ({ visitor, write, sign, wantRefused }) => {
      const someone = visitor();
      await someone.nonce();
      const message = write('abcdefgh12345678');
      await wantRefused(someone, [message, await sign(message)], 'nonce');
    },
  },
  {
    group,
    title: 'refuses a nonce after a sign-out',
    run: async ({ visitor, write, sign, wantRefused }) => {
      const someone = visitor();
      const message = write(await someone.nonce());
      const cookies = someone.cookies();
      expectSuccess(await someone.signOut(), 'signOut');
      await wantRefused(visitor({ cookies }), [message, await sign(message)], 'signOut');
    },
  },
  {
    group,
    title: 'refuses a nonce after ten minutes',
    needs: 'slow',
    run: async ({ visitor, write, sign, sleep, wantRefused }) => {
      const someone = visitor();
      const value = await someone.nonce();
      await sleep(10 * MINUTE + 1_000);
      const message = write(value);
      await wantRefused(someone, [message, await sign(message)], 'nonce');
    },
  },
];
