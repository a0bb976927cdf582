import { NoAnswerError } from '../../ask';
import { createUndeployedWallet } from '../contracts';
import type { SignInTestCase, SignInTestKit } from '../kit';
import { expectSuccess } from '../violation';
import type { SimulatedBrowser } from '../visitor';

const group = 'races';

/** Prepares a sign-in: a browser, its cookies before the sign-in, and the message with its signature. */
async function begin({ visitor, write, sign }: SignInTestKit) {
  const someone = visitor();
  const message = write(await someone.nonce());
  return { someone, before: someone.cookies(), proof: [message, await sign(message)] as const };
}

/** @throws {SignInRuleViolationError} if the browser is signed in, with its current cookies or those in `before` */
async function wantNobodyNow(
  { visitor, wantNobody }: SignInTestKit,
  someone: SimulatedBrowser,
  before: ReadonlyMap<string, string>,
) {
  await wantNobody(someone, 'ending');
  await wantNobody(visitor({ cookies: before }), 'ending');
}

const turn = (ms: number) => new Promise((end) => setTimeout(end, ms));

export const raceCases: SignInTestCase[] = [
  {
    group,
    title: 'ends a sign-in whose proof is still under way',
    run: async (kit) => {
      const { someone, before, proof } = await begin(kit);
      const page = kit.visitor({ cookies: before });
      let goOn = () => {};
      const pause = new Promise<void>((resolve) => {
        goOn = resolve;
      });
      const verified = someone.verify(...proof, { pause });
      await turn(20);
      expectSuccess(await page.signOut(), 'signOut');
      goOn();
      await verified;
      await wantNobodyNow(kit, someone, before);
    },
  },
  {
    group,
    title: 'ends a sign-in that begins at the same time as the sign-out',
    run: async (kit) => {
      for (const delay of [0, 1, 3]) {
        const { someone, before, proof } = await begin(kit);
        const page = kit.visitor({ cookies: before });
        const verified = someone.verify(...proof);
        await turn(delay);
        expectSuccess(await page.signOut(), 'signOut');
        await verified;
        await wantNobodyNow(kit, someone, before);
      }
    },
  },
  {
    group,
    title: 'ends a sign-in while the server asks its node',
    run: async (kit) => {
      const { address, wrap } = createUndeployedWallet(kit.owner);
      for (const delay of [2, 10]) {
        const someone = kit.visitor();
        const message = kit.write(await someone.nonce(), { address });
        const before = someone.cookies();
        const signature = wrap(await kit.sign(message));
        const verified = someone.verify(message, signature);
        await turn(delay);
        expectSuccess(await kit.visitor({ cookies: before }).signOut(), 'signOut');
        await verified;
        await wantNobodyNow(kit, someone, before);
      }
    },
  },
  {
    group,
    title: 'ends a sign-in whose answer the browser has not received',
    run: async (kit) => {
      const { someone, before, proof } = await begin(kit);
      expectSuccess(await someone.verify(...proof), 'verify');
      // The page sends its earlier cookies, as if it had not received the server's answer.
      expectSuccess(await kit.visitor({ cookies: before }).signOut(), 'signOut');
      await kit.wantNobody(someone, 'unheard');
      await kit.wantNobody(kit.visitor({ cookies: before }), 'unheard');
    },
  },
  {
    group,
    title: 'ends a sign-in whose connection was cut',
    run: async (kit) => {
      const { someone, before, proof } = await begin(kit);
      const cut = new AbortController();
      const verified = someone.verify(...proof, { signal: cut.signal }).catch((error) => {
        if (!(error instanceof NoAnswerError)) throw error;
      });
      await turn(2);
      cut.abort();
      await verified;
      expectSuccess(await kit.visitor({ cookies: before }).signOut(), 'signOut');
      await turn(50);
      await wantNobodyNow(kit, someone, before);
    },
  },
  {
    group,
    title: 'keeps one session when a browser signs in again after a lost answer',
    run: async (kit) => {
      const { someone, before, proof } = await begin(kit);
      expectSuccess(await someone.verify(...proof), 'verify');
      const again = kit.visitor({ cookies: before });
      await kit.signIn(again, 'unheard');
      await kit.wantOwner(again);
      expectSuccess(await again.signOut(), 'signOut');
      await kit.wantNobody(again, 'signOut');
      await kit.wantNobody(someone, 'unheard');
    },
  },
];
