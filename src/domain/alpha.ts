import { clamp } from './amount';

/** The limited alpha, in whole USDC: what there is, what is gone, and what one request may ask for. */
export interface Allocation {
  total: number;
  allocated: number;
  min: number;
  max: number;
  /** The amount that the modal starts with. */
  initial: number;
}

/**
 * The receiver of requests: a Telegram handle, and the texts to start with. `{amount}` stands for the chosen amount.
 */
export interface Messaging {
  handle: string;
  request: string;
  greeting: string;
}

/** A typed negative amount takes nothing and gives nothing. */
const left = ({ total, allocated }: Allocation, amount: number) => total - allocated - Math.max(0, amount);

/** Returns the rest of the allocation after a request for `amount`. Never negative. */
export const remaining = (allocation: Allocation, amount: number) => Math.max(0, left(allocation, amount));

/** Whether a request for `amount` asks for more than is left. */
export const exceeds = (allocation: Allocation, amount: number) => left(allocation, amount) < 0;

/** Returns the slider's position, and the parts of the allocation that are taken and requested, as shares of 1. */
export function sharesOf({ total, allocated, min, max }: Allocation, amount: number) {
  const share = max === min ? 1 : (clamp(amount, min, max) - min) / (max - min);
  return { share, allocated: allocated / total, yours: clamp(amount, 0, total - allocated) / total };
}

/** Returns the limit of one request that `amount` exceeds, if any. */
export const limitOf = ({ min, max }: Allocation, amount: number): 'min' | 'max' | null =>
  amount < min ? 'min' : amount > max ? 'max' : null;

/** Returns the messaging link that asks for `amount` USDC. Without an amount, its text is the greeting. */
export function requestLink({ handle, request, greeting }: Messaging, amount?: string) {
  const text = amount === undefined ? greeting : request.replace('{amount}', amount);
  return `https://t.me/${handle}?text=${encodeURIComponent(text)}`;
}
