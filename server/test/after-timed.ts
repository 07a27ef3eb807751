import { getPriority, setPriority } from 'node:os';

/** Below copies in VP8, which the listener encodes with a low priority (10) in the timed suites, too. */
const afterTimed = 15;

/** Suites that measure time run in separate processes at the same time: the processor is theirs first. */
export function goAfterTimed(pid: number): void {
  setPriority(pid, Math.max(getPriority(pid), afterTimed));
}
