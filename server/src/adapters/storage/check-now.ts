import { seconds } from '@frontrow/core/kernel/instant.ts';
import type { StorageCheck } from '../../ports/storage.ts';

/** An answer is reused for this long. */
const freshMs = seconds(5);

/** Runs a check at most every five seconds, once for everyone who asks at the same time. It never throws. */
export function checkNow(check: () => Promise<unknown>): () => Promise<StorageCheck> {
  let last: { readonly until: number; readonly asked: Promise<StorageCheck> } | undefined;
  return () => {
    if (last && last.until > performance.now()) return last.asked;
    const asked = check().then(
      (): StorageCheck => ({ state: 'ready' }),
      (error: unknown): StorageCheck => ({ state: 'down', why: String(error) }),
    );
    last = { until: Infinity, asked };
    void asked.then(() => (last = { until: performance.now() + freshMs, asked }));
    return asked;
  };
}
