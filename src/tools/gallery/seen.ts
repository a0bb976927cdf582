/** The names of the machines with a view in `views.tsx`. */
export const machinesWithView = [
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

export type MachineWithView = (typeof machinesWithView)[number];
