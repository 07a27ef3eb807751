import type { RoomKit } from '../room-kit.ts';

const atOnceMax = 10;

/**
 * Calls the engine for each of these people, ten at a time, deadline the deadline; the first ten in any case. Answers
 * those for whom it worked. The rest is left to the reconciler.
 */
export async function callInBatches<P>(
  { clock, log }: Pick<RoomKit, 'clock' | 'log'>,
  people: readonly P[],
  deadline: number,
  call: (one: P) => Promise<unknown>,
): Promise<P[]> {
  const taken: P[] = [];
  for (let start = 0; start < people.length; start += atOnceMax) {
    const part = people.slice(start, start + atOnceMax);
    await Promise.all(
      part.map((one) =>
        call(one).then(
          () => taken.push(one),
          (error: unknown) => log.debug({ error: String(error) }, 'the engine did not do it yet'),
        ),
      ),
    );
    if (clock.now() >= deadline) break;
  }
  return taken;
}
