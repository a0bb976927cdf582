import { getAddress, type Hex, zeroAddress } from 'viem';
import { createUndeployedWallet, deployApprovingWallet, deployWallet } from '../contracts';
import type { SignInTestCase, SignInTestKit } from '../kit';
import { expectRule, expectSuccess } from '../violation';

const group = 'signature';

/** Signatures that the server must refuse for a valid message. */
const FORGED: [title: string, forge: (kit: SignInTestKit, message: string) => Promise<string>][] = [
  ['another key', ({ sign, stranger }, message) => sign(message, stranger)],
  ['another message', ({ sign }, message) => sign(`${message} `)],
  ['a plain account that is empty (0x)', async () => '0x'],
  ['no characters', async () => ''],
  ['one byte less', async ({ sign }, message) => (await sign(message)).slice(0, -2)],
  ['characters that are no hex', async ({ sign }, message) => `${(await sign(message)).slice(0, -2)}zz`],
  ['zeros', async () => `0x${'0'.repeat(130)}`],
];

/** Prepares a sign-in of the contract wallet at `address`. Returns the browser, the message and the signature. */
async function prove({ visitor, write }: SignInTestKit, address: string, signed: (message: string) => Promise<Hex>) {
  const someone = visitor();
  const message = write(await someone.nonce(), { address: getAddress(address) });
  return { someone, message, signature: await signed(message) };
}

/** Creates a test case with a contract wallet's signature that the server must accept, or refuse. */
const contractCase = (
  title: string,
  verdict: 'accepted' | 'refused',
  make: (kit: SignInTestKit) => Promise<{ address: string; signed: (message: string) => Promise<Hex> }>,
  needs?: 'chain',
): SignInTestCase => ({
  group,
  title,
  ...(needs && { needs }),
  run: async (kit) => {
    const { address, signed } = await make(kit);
    const { someone, message, signature } = await prove(kit, address, signed);
    if (verdict === 'refused') return kit.wantRefused(someone, [message, signature], 'verify');
    const rule = signature === '0x' ? 'empty' : 'node';
    expectSuccess(await someone.verify(message, signature), rule);
    const { answer, who } = await someone.session();
    const isSame = String(who?.address).toLowerCase() === address.toLowerCase();
    expectRule(isSame, rule, `The session is ${JSON.stringify(who)}, not that of the contract.`, answer);
  },
});

export const signatureCases: SignInTestCase[] = [
  ...FORGED.map(
    ([title, forge]): SignInTestCase => ({
      group,
      title: `refuses a signature of ${title}`,
      run: async (kit) => {
        const someone = kit.visitor();
        const message = kit.write(await someone.nonce());
        await kit.wantRefused(someone, [message, await forge(kit, message)], 'verify');
      },
    }),
  ),
  {
    group,
    title: 'refuses to take the zero address for the signer of nothing',
    run: async (kit) => {
      const someone = kit.visitor();
      const message = kit.write(await someone.nonce(), { address: zeroAddress });
      await kit.wantRefused(someone, [message, `0x${'0'.repeat(128)}1b`], 'verify');
    },
  },
  contractCase('accepts a contract that is not deployed yet (ERC-6492)', 'accepted', async ({ owner, sign }) => {
    const { address, wrap } = createUndeployedWallet(owner);
    return { address, signed: async (message) => wrap(await sign(message)) };
  }),
  contractCase("refuses another key's signature of such a contract", 'refused', async ({ owner, sign, stranger }) => {
    const { address, wrap } = createUndeployedWallet(owner);
    return { address, signed: async (message) => wrap(await sign(message, stranger)) };
  }),
  contractCase(
    'accepts a contract on the chain (ERC-1271)',
    'accepted',
    async ({ chainUrl, owner, sign }) => ({ address: await deployWallet(chainUrl, owner), signed: sign }),
    'chain',
  ),
  contractCase(
    "refuses another key's signature of a contract on the chain",
    'refused',
    async ({ chainUrl, owner, sign, stranger }) => ({
      address: await deployWallet(chainUrl, owner),
      signed: (message) => sign(message, stranger),
    }),
    'chain',
  ),
  contractCase('refuses a contract with one byte less', 'refused', async ({ owner, sign }) => {
    const { address, wrap } = createUndeployedWallet(owner);
    return { address, signed: async (message) => wrap(await sign(message)).slice(0, -2) as Hex };
  }),
  contractCase(
    'refuses an empty signature of a contract that wants one',
    'refused',
    async ({ chainUrl, owner }) => ({ address: await deployWallet(chainUrl, owner), signed: async () => '0x' }),
    'chain',
  ),
  contractCase(
    'accepts an empty signature if the contract does',
    'accepted',
    async ({ chainUrl }) => ({ address: await deployApprovingWallet(chainUrl), signed: async () => '0x' }),
    'chain',
  ),
];
