import type { RoomKit } from '../room-kit.ts';

const atOnceMax = 10;

/**
 * Calls to the engine about people, a few at a time: the first ones in any case, the others until then. Answers those it took; the
 * rest is left for the reconciler.
 */
export async function fewAtOnce<P>(
  { clock, log }: Pick<RoomKit, 'clock' | 'log'>,
  people: readonly P[],
  until: number,
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
    if (clock.now() >= until) break;
  }
  return taken;
}
