import { type Chain, ETHEREUM } from '#domain/chain';
import type { Connection } from '#domain/connection';
import type { SignInSession } from '#domain/signIn';
import type { Account } from '#domain/transaction';
import { installedWallet } from './wallets';

/** The error of a wallet whose owner rejects a request (EIP-1193). */
export const rejectionError = Object.assign(new Error('User rejected the request.'), { code: 4001 });

/** A connection to the installed wallet on Ethereum. */
export const sampleConnection: Connection = {
  address: '0x52908400098527886E0F7030069857D2E4169EE7',
  chainId: 1,
  wallet: {
    id: installedWallet.id,
    name: installedWallet.name,
    icon: installedWallet.icon,
    connector: installedWallet.connector,
  },
};

/** `sampleConnection` with another account. */
export const otherAccount: Connection = { ...sampleConnection, address: '0x8617E340B3D01FA5F11F306F4090FD50E238070D' };

/** `sampleConnection` on Polygon, which the samples do not support. */
export const unsupportedNetworkConnection: Connection = { ...sampleConnection, chainId: 137 };

/** Returns a session of the sign-in server for a connection. `life` is the rest of its lifetime, in ms. */
export const createSession = ({ address, chainId }: Connection, life = 1_000): SignInSession => ({
  address,
  chainId,
  life,
});

/** The input of the identity machine on a site that requires sign-in and supports only Ethereum. */
export const sampleIdentityInput = { mustSignIn: true, chains: [ETHEREUM] };

/** Connections and sessions by the names that test titles use. */
export const namedConnections = {
  account: sampleConnection,
  otherAccount,
  unsupportedNetwork: unsupportedNetworkConnection,
  session: createSession(sampleConnection),
  otherSession: createSession(otherAccount),
};

/** A second supported network. */
export const SEPOLIA: Chain = { ...ETHEREUM, id: 11155111, name: 'Sepolia', explorer: 'https://sepolia.etherscan.io' };

/** The account that sends the sample transactions. */
export const sampleSender: Account = { address: sampleConnection.address, chainId: 1 };
