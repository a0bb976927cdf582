import { numberToHex, stringToHex } from 'viem';
import { fromPromise } from 'xstate';
import type { Request } from '../wallet/owner';
import type { ScriptedWallet } from '../wallet/wallet';

interface Signing {
  connection: { address: string };
  prepared: { message: string };
}

/** Returns the machines' ports that a wallet answers, answered by `wallet`. Each makes one request (EIP-1193). */
export function portsOf(wallet: ScriptedWallet) {
  const port = <Input>(requestOf: (input: Input) => Request) =>
    fromPromise<unknown, Input>(async ({ input }) => {
      const answer = (await wallet.handle(requestOf(input)))!;
      if ('error' in answer) throw Object.assign(new Error(String(answer.error.message)), answer.error);
      return answer.value;
    });
  const connect = port(() => ({ method: 'eth_requestAccounts', params: [] }));
  return {
    requestConnection: connect,
    openConnector: connect,
    requestSignature: port(({ connection, prepared }: Signing) => ({
      method: 'personal_sign',
      params: [stringToHex(prepared.message), connection.address],
    })),
    switchChain: port(({ id }: { id: number }) => ({
      method: 'wallet_switchEthereumChain',
      params: [{ chainId: numberToHex(id) }],
    })),
  };
}
