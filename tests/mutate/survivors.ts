/** Mutants that no test can tell from the machine, or that need not be told, and why. */
export const survivors: Record<string, string> = {};
