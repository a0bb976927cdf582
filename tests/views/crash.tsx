import { Component, type ReactNode } from 'react';

let first: Error | undefined;
const listeners = new Set<(error: Error) => void>();

/** Catches errors of the view inside the boundary. React itself would report them only after all tests. */
export class CrashBoundary extends Component<{ children: ReactNode }> {
  override state = { crashed: false };
  static getDerivedStateFromError = () => ({ crashed: true });
  override componentDidCatch(error: Error) {
    first ??= error;
    for (const listen of listeners) listen(error);
  }
  override render() {
    return this.state.crashed ? null : this.props.children;
  }
}

/** Returns the first error of a view since the last call. */
export function takeCrash() {
  const error = first;
  first = undefined;
  return error;
}

/** Resolves like `look`, or rejects as soon as the view crashes. */
export function waitUnlessCrashed<T>(look: () => PromiseLike<T>): Promise<T> {
  let listen = (_: Error) => {};
  const crashed = new Promise<never>((_, fail) => {
    listen = fail;
    listeners.add(fail);
    if (first) fail(first);
  });
  return Promise.race([look(), crashed]).finally(() => listeners.delete(listen));
}
