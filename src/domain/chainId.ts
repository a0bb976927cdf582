/** Whether `value` is a valid chain id (EIP-155). */
export const isChainId = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) > 0;
