import { useEffect, useMemo, useRef, useSyncExternalStore } from 'react';

/**
 * Returns the value that `selector` reads from the store. It renders again only if `isEqual` finds a difference. Replaces
 * `use-sync-external-store/with-selector`, which supports all versions of React and is twice as large.
 */
export function useSyncExternalStoreWithSelector<Snapshot, Value>(
  subscribe: (changed: () => void) => () => void,
  getSnapshot: () => Snapshot,
  getServerSnapshot: (() => Snapshot) | null | undefined,
  selector: (snapshot: Snapshot) => Value,
  isEqual: (a: Value, b: Value) => boolean = Object.is,
): Value {
  const shown = useRef<{ value: Value }>(null);
  const select = useMemo(() => {
    let last: { snapshot: Snapshot; value: Value } | undefined;
    return (snapshot: Snapshot) => {
      if (last && Object.is(last.snapshot, snapshot)) return last.value;
      const value = selector(snapshot);
      const before = last ?? shown.current;
      last = { snapshot, value: before && isEqual(before.value, value) ? before.value : value };
      return last.value;
    };
  }, [selector, isEqual]);
  const value = useSyncExternalStore(
    subscribe,
    () => select(getSnapshot()),
    getServerSnapshot ? () => select(getServerSnapshot()) : undefined,
  );
  useEffect(() => {
    shown.current = { value };
  });
  return value;
}
