import { vi } from 'vitest';

/** For what never comes: a page's code that is loaded on demand takes seconds where many suites run. */
const patient = { timeout: 30_000, interval: 5 };

/** Asks again until `check` no longer throws, and answers what it does. */
export const eventually = <T>(check: () => Promise<T> | T): Promise<T> => vi.waitFor(check, patient);
