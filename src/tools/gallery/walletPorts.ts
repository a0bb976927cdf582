import { numberToHex, stringToHex } from 'viem';
import { type AnyEventObject, fromCallback, fromPromise } from 'xstate';
import { failureReasonOf } from '#domain/attempt';
import type { OwnerRequest } from '#tests/wallet/owner';
import type { ScriptedWallet } from '#tests/wallet/wallet';

interface Signing {
  connection: { address: string };
  prepared: { message: string };
}

/** Returns the actors with which machines ask a wallet. Each sends one request (EIP-1193) to `wallet`. */
export function createWalletPorts(wallet: ScriptedWallet) {
  const port = <Input>(requestOf: (input: Input) => OwnerRequest) =>
    fromPromise<unknown, Input>(async ({ input }) => {
      const answer = (await wallet.handle(requestOf(input)))!;
      if ('error' in answer) throw Object.assign(new Error(String(answer.error.message)), answer.error);
      return answer.value;
    });
  const connecting = { method: 'eth_requestAccounts', params: [] };
  return {
    /**
     * Answers the attempt machine's claims of a connection. The connection machine, which would do so, does not run.
     */
    connectionLine: fromCallback<AnyEventObject>(({ receive, sendBack }) =>
      receive(async ({ type }) => {
        if (type !== 'claim') return;
        const answer = (await wallet.handle(connecting))!;
        const isRefused = 'error' in answer;
        sendBack(
          isRefused ? { type: 'claim.refused', reason: failureReasonOf(answer.error) } : { type: 'claim.approved' },
        );
      }),
    ),
    openConnector: port(() => connecting),
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
