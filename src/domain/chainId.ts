/** Whether `value` can be the id of a network (EIP-155). */
export const isChainId = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) > 0;
