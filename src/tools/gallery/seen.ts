/** The names of the machines that can be seen: each has an entry in `views.tsx`. */
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

export type ViewedMachine = (typeof viewedMachines)[number];
