import { setTimeout as pause } from 'node:timers/promises';

/** Answers and refusals alike take at least this long, so that their time does not tell which addresses are known. */
export async function withMinimumDuration<T>(ms: number, work: () => Promise<T>): Promise<T> {
  const answer = work();
  await Promise.allSettled([answer, pause(ms)]);
  return answer;
}
