/** Mutants that no test can tell from the machine, or that need not be told, and why. */
export const survivors: Record<string, string> = {
  'restore.locked · visitor.returned → restore.asking: leads to restore.found':
    'Only a wallet of this browser is asked on return, and such a wallet is asked as soon as it is found.',
  'address.released · takeoverDelay lasts twice as long': 'The delay is one turn: twice 0 ms is 0 ms.',
};
