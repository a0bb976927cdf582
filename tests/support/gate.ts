/** Returns a promise, and a function that resolves it, so that a test can decide when something continues. */
export function createGate(): [open: () => void, opened: Promise<void>] {
  let open = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return [open, opened];
}
