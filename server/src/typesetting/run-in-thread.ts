import type { Tinypool } from 'tinypool';

/**
 * Runs a task in a thread, for at most this long; throws an `AbortError` after that. The clock stops with the task:
 * tinypool (2.2.0) goes on listening to the signal of a task that it refused because too many wait, and throws outside
 * of any call when that signal aborts, which would end the process.
 */
export async function runInThread(pool: Tinypool, task: object, timeoutMs: number): Promise<Uint8Array> {
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(), timeoutMs);
  try {
    return (await pool.run(task, { signal: late.signal })) as Uint8Array;
  } finally {
    clearTimeout(timer);
  }
}
