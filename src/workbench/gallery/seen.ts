/** The names of the machines that can be seen: each has an entry in `views.tsx`. */
export const seen = [
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

export type Seen = (typeof seen)[number];
