import { seatQueueMax } from '@frontrow/core/ticketing/limits.ts';
import { LRUCache } from 'lru-cache';
import { createBatcher } from '../../../db/batcher.ts';
import type { Db } from '../../../db/db.ts';
import type { SeatWish } from './seat-wish.ts';

/** Events whose last seat was gone when last asked. Memory only says what to ask first: the database answers. */
export interface SoldOutEvents {
  /** Somebody was told "sold out": whoever comes next is looked up before waiting for the event's row. */
  note(wish: SeatWish): void;
  /** Whether "sold out" is the answer to this account, whatever else there is to say. */
  isSoldOutFor(accountId: number, wish: SeatWish): boolean | Promise<boolean>;
}

const notedMax = 2_000;
/** Accounts looked up by one read. */
const looksBatchMax = 512;
/** By kind, too: a request for the wrong kind of ticket must not hide what is known of the right one. */
const keyOf = ({ eventId, kind }: SeatWish): string => `${kind} ${eventId}`;

/** Looks accounts up with one read for all who ask at the same time, without the event's lock. */
export function createSoldOutEvents(db: Db): SoldOutEvents {
  const noted = new LRUCache<string, true>({ max: notedMax });

  const looks = createBatcher<{ wish: SeatWish; accountId: number }, boolean>({
    batchMax: looksBatchMax,
    waitingMax: seatQueueMax,
    async run(key, asked) {
      const { eventId, kind } = asked[0]!.wish;
      const row = await db.one<{ others: string[] | null }>('SELECT not_sold_out_for($1, $2, $3) AS others', [
        eventId,
        kind,
        `{${asked.map(({ accountId }) => accountId).join()}}`,
      ]);
      if (!row?.others) {
        noted.delete(key);
        return asked.map(() => false);
      }
      const others = new Set(row.others);
      return asked.map(({ accountId }) => !others.has(String(accountId)));
    },
  });

  return {
    note: (wish) => void noted.set(keyOf(wish), true),
    isSoldOutFor(accountId, wish) {
      // A promo code has refusals of its own.
      if (wish.promoCode !== undefined) return false;
      const key = keyOf(wish);
      return noted.get(key) === true && looks(key, { wish, accountId });
    },
  };
}
