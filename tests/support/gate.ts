/** Returns a promise and the function that resolves it. A test lets delayed code await the promise. */
export function createGate(): [open: () => void, opened: Promise<void>] {
  let open = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return [open, opened];
}

/** Waits until the answers of settled promises have been handled: until the next turn of the event loop. */
export const waitForEventLoopTurn = () => new Promise<void>((resolve) => setTimeout(resolve));
