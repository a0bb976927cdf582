import {
  DEMO_NETWORKS,
  type DemoCommand,
  type NextAnswer,
  type PageMessage,
  type ServerState,
  type WalletRequest,
} from './state';

type Fields = Record<string, unknown>;

const NEXT: readonly unknown[] = ['ask', 'approve', 'reject', 'late'] satisfies NextAnswer[];
const SERVER: readonly unknown[] = ['works', 'is down', 'refuses signatures', 'never answers'] satisfies ServerState[];

const isObject = (it: unknown): it is Fields => typeof it === 'object' && it !== null && !Array.isArray(it);
const isDevice = (it: unknown) => it === 'wallet' || it === 'phone';

/** The types of commands, each with a check of its other fields. */
const COMMANDS: [type: DemoCommand['type'], holds: (command: Fields) => boolean][] = [
  ['answer', ({ device, by }) => isDevice(device) && (by === 'approve' || by === 'reject')],
  ['next', ({ device, next }) => isDevice(device) && NEXT.includes(next)],
  ['account', ({ account }) => Number.isSafeInteger(account)],
  ['network', ({ chainId }) => DEMO_NETWORKS.some(({ id }) => id === chainId)],
  ['relay', ({ is }) => SERVER.includes(is)],
  ['signIn', ({ is }) => SERVER.includes(is)],
  ['scan', ({ uri }) => typeof uri === 'string'],
  ['send', () => true],
  ['mine', () => true],
  ['reset', () => true],
];

const isCommand = (it: unknown): it is DemoCommand =>
  isObject(it) && COMMANDS.some(([type, holds]) => type === it.type && holds(it));

const isQuestion = (it: unknown): it is WalletRequest => isObject(it) && typeof it.method === 'string';

/**
 * Parses a message of the demo's page, and checks its fields. Returns null for anything else, because any program may
 * send a message.
 */
export function readDemoMessage(text: string): PageMessage | null {
  let told: unknown;
  try {
    told = JSON.parse(text);
  } catch {
    return null;
  }
  if (!isObject(told) || typeof told.nth !== 'number') return null;
  const { nth, command, request, left } = told;
  if (isCommand(command)) return { nth, command };
  if (request === null || isQuestion(request)) return { nth, request };
  return left === true ? { nth, left } : null;
}
