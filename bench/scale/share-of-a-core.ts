import { processorSeconds } from '../processor-time.ts';

const lookEveryMs = 10;
/** What a process may save up while it waits for others, so that it does not run at full speed afterwards. */
const savedSecondsMax = 0.05;

/**
 * Limits each process to this share of a core, as on a machine that is that much slower: it is paused while it has used
 * more than its share. Returns a function that lifts the limit.
 */
export function limitTo(share: number, pids: readonly number[]): () => void {
  const processes = pids.map((pid) => ({ pid, used: processorSeconds(pid), saved: 0, stopped: false }));
  let lookedAt = performance.now();
  const timer = setInterval(() => {
    const now = performance.now();
    const earned = ((now - lookedAt) / 1000) * share;
    lookedAt = now;
    for (const one of processes) {
      const used = processorSeconds(one.pid);
      one.saved = Math.min(one.saved + earned - (used - one.used), savedSecondsMax);
      one.used = used;
      const stop = one.saved < 0;
      if (stop !== one.stopped) process.kill(one.pid, stop ? 'SIGSTOP' : 'SIGCONT');
      one.stopped = stop;
    }
  }, lookEveryMs);
  return () => {
    clearInterval(timer);
    for (const { pid, stopped } of processes) if (stopped) process.kill(pid, 'SIGCONT');
  };
}
