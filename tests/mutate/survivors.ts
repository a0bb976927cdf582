/** Mutants that no test can tell from the machine, or that need not be told, and why. */
export const survivors: Record<string, string> = {
  'address.released · takeoverDelay lasts twice as long': 'The delay is one turn: twice 0 ms is 0 ms.',
};
