import { isHash } from './transaction';

/** Whether `value` is a number as nodes write it: `0x` and hex digits (execution-apis, `uint`). */
const isQuantity = (value: unknown): value is string => typeof value === 'string' && /^0x[\da-f]{1,64}$/i.test(value);

const isData = (value: unknown) => typeof value === 'string' && /^0x([\da-f]{2})*$/i.test(value);

const isNullOr = (fields: Record<string, (value: unknown) => boolean>) => (answer: unknown) =>
  answer === null ||
  (typeof answer === 'object' && Object.entries(fields).every(([name, fits]) => fits(Reflect.get(answer, name))));

/** The valid results of RPC methods. Libraries would convert other results: `true` would become a balance of 1. */
const SHAPES: Record<string, (answer: unknown) => boolean> = {
  eth_blockNumber: isQuantity,
  eth_call: isData,
  eth_getBalance: isQuantity,
  eth_getTransactionCount: isQuantity,
  // A missing nonce is valid, because the page then stores none.
  eth_getTransactionByHash: isNullOr({ nonce: (nonce) => nonce === undefined || isQuantity(nonce) }),
  eth_getTransactionReceipt: isNullOr({ transactionHash: isHash, blockNumber: isQuantity, status: isQuantity }),
};

export const isValidNodeAnswer = (method: string, answer: unknown) => SHAPES[method]?.(answer) ?? true;
