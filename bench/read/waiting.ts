import { readFileSync } from 'node:fs';

/** Milliseconds a process ran, and stood in line for a processor, so far. Zero where the system does not tell. */
interface Sched {
  readonly ran: number;
  readonly waited: number;
}

function schedOf(pid: number): Sched {
  try {
    const [ran = 0, waited = 0] = readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ').map(Number);
    return { ran: ran / 1e6, waited: waited / 1e6 };
  } catch {
    return { ran: 0, waited: 0 };
  }
}

export interface Took {
  /** Milliseconds by the clock. */
  readonly clocked: number;
  /** The same without standing in line for a processor: what it would have taken were nobody else on the machine. */
  readonly alone: number;
}

/**
 * Times a task that goes from one of these processes to the next, never two at once. Those that did not run during it
 * were not asked, and what they waited for was something else.
 */
export async function timed<T>(pids: readonly number[], task: () => Promise<T>): Promise<{ answer: T; took: Took }> {
  const before = pids.map(schedOf);
  const began = performance.now();
  const answer = await task();
  const clocked = performance.now() - began;
  let waited = 0;
  for (const [n, pid] of pids.entries()) {
    const after = schedOf(pid);
    if (after.ran > before[n]!.ran) waited += after.waited - before[n]!.waited;
  }
  return { answer, took: { clocked, alone: Math.max(0, clocked - waited) } };
}
