import { use } from 'react';

/**
 * Longer than React takes to look again before it shows a failure: forgotten at once, it would be asked for without
 * end.
 */
export const failureKeptMs = 2_000;

interface LoadedOnDemand<T> {
  load: () => Promise<T>;
  /** In a component: waits in its `Suspense` until it is here. */
  useCode: () => T;
}

/**
 * Fetched when it is first wanted, once; what could not be fetched is requested again when it is next wanted (a
 * browser may remember its own failure until a reload).
 */
export function loadOnDemand<T>(fetchCode: () => Promise<T>): LoadedOnDemand<T> {
  let work: Promise<T> | undefined;
  let here: { code: T } | undefined;
  const load = (): Promise<T> => {
    if (work) return work;
    work = fetchCode();
    work.then(
      (code) => (here = { code }),
      () => setTimeout(() => (work = undefined), failureKeptMs),
    );
    return work;
  };
  const useCode = (): T => (here ? here.code : use(load()));
  return { load, useCode };
}
