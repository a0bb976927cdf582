import type { StateValue } from 'xstate';

/** Returns the value of the state at `path`, such as `idle.ready`. */
export const stateValueOf = (path: string): StateValue =>
  path.split('.').reduceRight<StateValue | undefined>((inner, name) => (inner ? { [name]: inner } : name), undefined)!;
