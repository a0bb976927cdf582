import type { SignInTestCase } from '../kit';
import { expectRule, expectSuccess } from '../violation';

const group = 'happy';

export const happyCases: SignInTestCase[] = [
  {
    group,
    title: 'gives a new nonce each time',
    run: async ({ visitor }) => {
      const [one, two] = [await visitor().nonce(), await visitor().nonce()];
      expectRule(one !== two, 'nonce', `It gave "${one}" twice.`);
    },
  },
  {
    group,
    title: 'knows nobody before signing in',
    run: async ({ visitor, wantNobody }) => wantNobody(visitor(), 'session'),
  },
  {
    group,
    title: 'signs in the account that has signed, on its network',
    run: async ({ visitor, signIn, wantOwner }) => {
      const someone = visitor();
      await signIn(someone);
      await wantOwner(someone);
      await wantOwner(someone);
    },
  },
  {
    group,
    title: 'tells another browser nothing of a session',
    run: async ({ visitor, signIn, wantNobody }) => {
      await signIn(visitor());
      await wantNobody(visitor(), 'session');
    },
  },
  {
    group,
    title: 'signs out',
    run: async ({ visitor, signIn, wantNobody }) => {
      const someone = visitor();
      await signIn(someone);
      const cookies = someone.cookies();
      expectSuccess(await someone.signOut(), 'signOut');
      await wantNobody(someone, 'signOut');
      await wantNobody(visitor({ cookies }), 'signOut');
    },
  },
  {
    group,
    title: 'signs out twice, and without a session',
    run: async ({ visitor, signIn }) => {
      expectSuccess(await visitor().signOut(), 'signOut');
      const someone = visitor();
      await signIn(someone);
      expectSuccess(await someone.signOut(), 'signOut');
      expectSuccess(await someone.signOut(), 'signOut');
    },
  },
  {
    group,
    title: 'signs in again after signing out',
    run: async ({ visitor, signIn, wantOwner }) => {
      const someone = visitor();
      await signIn(someone);
      await someone.signOut();
      await signIn(someone);
      await wantOwner(someone);
    },
  },
];
