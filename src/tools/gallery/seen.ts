/** The names of the machines with a view in `views.tsx`. */
export const viewedMachines = [
  'app',
  'alpha',
  'comparison',
  'walletLoader',
  'session',
  'notice',
  'connect',
  'mobileConnect',
  'attempt',
  'signIn',
  'manage',
  'chain',
  'account',
  'transactions',
  'clipboard',
] as const;

/** The name of a machine that has a view. */
export type ViewedMachine = (typeof viewedMachines)[number];
