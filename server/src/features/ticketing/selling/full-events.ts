import type { KindCode } from '@frontrow/core/events/live-event-machine.ts';
import { seatQueueMax } from '@frontrow/core/ticketing/limits.ts';
import { LRUCache } from 'lru-cache';
import { createBatcher } from '../../../db/batcher.ts';
import type { Db } from '../../../db/db.ts';

/** Events whose last seat was gone when last asked. Memory only says what to ask first: the database answers. */
export interface FullEvents {
  /** No seat was left for somebody: whoever comes next is looked up before waiting for the event's row. */
  note(eventId: string, kind: KindCode): void;
  /** Whether "sold out" is all there is to say to this account. */
  turnsAway(eventId: string, kind: KindCode, accountId: number): boolean | Promise<boolean>;
}

const notedMax = 2_000;
/** Accounts looked up by one read. */
const looksBatchMax = 512;
/** By kind, too: a request for the wrong kind of ticket must not hide what is known of the right one. */
const keyOf = (eventId: string, kind: KindCode): string => `${kind} ${eventId}`;

/** Looks accounts up with one read for all who ask at the same time, without the event's lock. */
export function createFullEvents(db: Db): FullEvents {
  const noted = new LRUCache<string, true>({ max: notedMax });

  const looks = createBatcher<{ eventId: string; kind: KindCode; accountId: number }, boolean>({
    batchMax: looksBatchMax,
    waitingMax: seatQueueMax,
    async run(key, asked) {
      const { eventId, kind } = asked[0]!;
      const row = await db.one<{ known: string[] | null }>('SELECT known_at_full_event($1, $2, $3) AS known', [
        eventId,
        kind,
        `{${asked.map(({ accountId }) => accountId).join()}}`,
      ]);
      if (!row?.known) {
        noted.delete(key);
        return asked.map(() => false);
      }
      const known = new Set(row.known);
      return asked.map(({ accountId }) => !known.has(String(accountId)));
    },
  });

  return {
    note: (eventId, kind) => noted.set(keyOf(eventId, kind), true),
    turnsAway(eventId, kind, accountId) {
      const key = keyOf(eventId, kind);
      return noted.get(key) === true && looks(key, { eventId, kind, accountId });
    },
  };
}
