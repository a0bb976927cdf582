/** Returns a number with its noun, such as "1 step" and "2 steps". */
export const pluralize = (count: number, noun: string) => `${count} ${noun}${count === 1 ? '' : 's'}`;
