import { clamp } from './amount';
import type { Language } from './language';
import { chooseTranslation, type Localized } from './localized';

/** The amounts of the alpha round, in whole USDC: the total, the allocated part, and the range of one request. */
export interface Allocation {
  total: number;
  allocated: number;
  min: number;
  max: number;
  initial: number;
}

/** The Telegram account that receives requests, and its messages. `{amount}` stands for the chosen amount. */
export interface MessagingTemplates {
  handle: string;
  request: Localized;
  greeting: Localized;
}

const restOf = ({ total, allocated }: Allocation, amount: number) => total - allocated - Math.max(0, amount);
export const computeRemainingAllocation = (allocation: Allocation, amount: number) =>
  Math.max(0, restOf(allocation, amount));
export const exceedsAllocation = (allocation: Allocation, amount: number) => restOf(allocation, amount) < 0;

/** Returns the slider's position, and the allocated and requested parts of the allocation, from 0 to 1. */
export function computeAllocationShares({ total, allocated, min, max }: Allocation, amount: number) {
  const share = max === min ? 1 : (clamp(amount, min, max) - min) / (max - min);
  return { share, allocated: allocated / total, yours: clamp(amount, 0, total - allocated) / total };
}

export const findExceededLimit = ({ min, max }: Allocation, amount: number): 'min' | 'max' | null =>
  amount < min ? 'min' : amount > max ? 'max' : null;

/** Returns the Telegram link of a request. The amount has no thousands separator, because `25.000` is ambiguous. */
export function createRequestLink(templates: MessagingTemplates, language: Language, amount?: number) {
  const { handle, request, greeting } = templates;
  const text =
    amount === undefined
      ? chooseTranslation(greeting, language)
      : chooseTranslation(request, language).replace('{amount}', String(amount));
  return `https://t.me/${handle}?text=${encodeURIComponent(text)}`;
}
