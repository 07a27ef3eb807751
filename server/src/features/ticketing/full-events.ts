import type { KindCode } from '@frontrow/core/events/live-event-machine.ts';
import { seatBatchMax, seatQueueMax } from '@frontrow/core/ticketing/limits.ts';
import { BoundedMap } from '../../bounded-map.ts';
import { createBatcher } from '../../db/batcher.ts';
import type { Db } from '../../db/db.ts';

/** Events that had no seat left when last asked for one. Memory only says whom to ask: each answer is the database's. */
export interface FullEvents {
  /** A lane had no seat for somebody: who comes next is looked up before queueing for the row. */
  note(eventId: string): void;
  /** Whether all there is to say to this account is that the event is sold out. */
  turnsAway(eventId: string, kind: KindCode, accountId: number): boolean | Promise<boolean>;
}

const notedMax = 2_000;

/** One read for all who ask at the same time, without the lock of the event's row that selling needs. */
export function createFullEvents(db: Db): FullEvents {
  const noted = new BoundedMap<string, true>(notedMax);

  const looks = createBatcher<{ eventId: string; kind: KindCode; accountId: number }, boolean>({
    batchMax: seatBatchMax,
    queueMax: seatQueueMax,
    blames: () => false,
    async run(_key, asked) {
      const { eventId, kind } = asked[0]!;
      const row = await db.one<{ known: string[] | null }>('SELECT known_at_full_event($1, $2, $3) AS known', [
        eventId,
        kind,
        `{${asked.map(({ accountId }) => accountId).join()}}`,
      ]);
      if (!row?.known) {
        noted.delete(eventId);
        return asked.map(() => false);
      }
      const known = new Set(row.known);
      return asked.map(({ accountId }) => !known.has(String(accountId)));
    },
  });

  return {
    note: (eventId) => noted.set(eventId, true),
    turnsAway: (eventId, kind, accountId) =>
      noted.get(eventId) === true && looks.add(`${kind} ${eventId}`, { eventId, kind, accountId }),
  };
}
