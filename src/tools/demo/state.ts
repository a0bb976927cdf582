export interface WalletRequest {
  method: string;
  params: unknown;
}

/** How the wallet's owner answers the next requests. `late` approves each of them after a delay. */
export type NextAnswer = 'ask' | 'approve' | 'reject' | 'late';

interface Device {
  /** The requests that wait, the oldest first. */
  questions: WalletRequest[];
  next: NextAnswer;
  /** Whether the page may see the account. */
  connected: boolean;
}

/** How a simulated server behaves. The relay has only the first two states. */
export type ServerState = 'works' | 'is down' | 'refuses signatures' | 'never answers';

/** The simulated services, the wallet and the phone, as the demo's page shows them. */
export interface DemoState {
  /** Accounts of the browser's wallet; the phone has the first one. */
  accounts: { address: string; name: string; balance: string }[];
  account: number;
  chainId: number;
  block: number;
  waiting: number;
  relay: ServerState;
  signIn: ServerState;
  wallet: Device;
  phone: Device;
}

/** The device with a simulated wallet: the browser itself, or the phone. */
export type DeviceName = 'wallet' | 'phone';

/** A command of the demo's page to the simulated services. */
export type DemoCommand =
  | { type: 'answer'; device: DeviceName; by: 'approve' | 'reject' }
  | { type: 'next'; device: DeviceName; next: NextAnswer }
  | { type: 'account'; account: number }
  | { type: 'network'; chainId: number }
  | { type: 'relay' | 'signIn'; is: ServerState }
  | { type: 'scan'; uri: string }
  | { type: 'send' }
  | { type: 'mine' }
  | { type: 'reset' };

/** A message of the page to the server: a wallet request, a command, or the report that the framed page was left. */
export type PageMessage = { nth: number } & (
  | { request: WalletRequest | null }
  | { command: DemoCommand }
  | { left: true }
);

/** A message of the server: the state, an event of the wallet, or an answer. */
export type ServerMessage =
  | { state: DemoState }
  | { news: { event: string; payload: unknown } }
  | { nth: number; value?: unknown; failure?: string };

/** The networks that the wallet supports. The page supports only the first. */
export const DEMO_NETWORKS: readonly { id: number; name: string }[] = [
  { id: 1, name: 'Ethereum' },
  { id: 137, name: 'Polygon' },
  { id: 11155111, name: 'Sepolia' },
];

export const DEMO_WALLET_INFO = {
  name: 'Demo Wallet',
  rdns: 'example.demo',
  icon: "data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 48 48' fill='none' stroke='%23D9B35B' stroke-width='2.5'><rect width='48' height='48' rx='12' fill='%230D2B20' stroke='none'/><rect x='14' y='14' width='20' height='20'/><rect x='14' y='14' width='20' height='20' transform='rotate(45 24 24)'/></svg>",
};

/**
 * The name of the global function that passes the page's requests to the wallet. Events with this name bring the
 * wallet's events to the page.
 */
export const DEMO_WALLET_KEY = 'demo-wallet';
