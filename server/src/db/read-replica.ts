import { seconds } from '@frontrow/core/kernel/instant.ts';
import { Refusal } from '@frontrow/core/kernel/refusal.ts';
import type { Logger } from '../ports/log.ts';
import { isStatementTimeout } from './database-errors.ts';
import { openDb, type Db } from './db.ts';

/** Where lists that everybody reads come from: a replica that is recent, else the database that is written to. */
export interface ListReader {
  /** `needsOwnWrites`: the caller wrote a moment ago, which a replica may not know yet. */
  read<T>(needsOwnWrites: boolean, work: (db: Db) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

const looksEveryMs = seconds(1);
/** A replica that lacks what was written longer ago than this is not read. */
const behindMaxMs = seconds(3);
/** One that is gone without a word costs a list little more than this, and the primary answers it. */
const replicaAnswersWithinMs = seconds(2);

/** Lists without a replica. */
export const readPrimary = (db: Db): ListReader => ({
  read: (_needsOwnWrites, work) => work(db),
  close: async () => undefined,
});

/**
 * Lists from a replica. Each second the position of the primary's WAL is noted, and the replica asked whether it has
 * come past one that is young enough. One that is too far behind, or does not answer, is not read until it is back.
 */
export function readReplica({ db, url, log }: { db: Db; url: string; log: Logger }): ListReader {
  const replica = openDb({ url, log, statementTimeoutMs: replicaAnswersWithinMs });
  const follower = followReplica(db, replica, log);
  return {
    async read(needsOwnWrites, work) {
      if (needsOwnWrites || !follower.isRecent()) return work(db);
      try {
        return await work(replica);
      } catch (error) {
        // The primary is spared a statement that took too long here.
        if (error instanceof Refusal || isStatementTimeout(error)) throw error;
        log.warn({ error: String(error) }, 'the read replica did not answer, the primary does');
        return work(db);
      }
    },
    async close() {
      await follower.stop();
      await replica.close();
    },
  };
}

function followReplica(db: Db, replica: Db, log: Logger): { isRecent(): boolean; stop(): Promise<void> } {
  let positions: { readonly at: number; readonly lsn: string }[] = [];
  let knownAt = Number.NEGATIVE_INFINITY;
  let wasRecent = false;
  let stopped = false;
  const isRecent = (): boolean => performance.now() - knownAt <= behindMaxMs;

  const look = async (): Promise<void> => {
    const at = performance.now();
    const primary = await db.one<{ lsn: string }>('SELECT pg_current_wal_lsn()::text AS lsn');
    positions = [...positions.filter((one) => at - one.at <= behindMaxMs), { at, lsn: primary?.lsn ?? '0/0' }];
    // One that follows nobody is the primary by another address: it knows everything.
    const passed = await replica.one<{ count: number }>(
      `SELECT count(*)::int AS count FROM unnest($1::text[]) AS p (lsn)
       WHERE NOT pg_is_in_recovery() OR pg_last_wal_replay_lsn() >= p.lsn::pg_lsn`,
      [positions.map(({ lsn }) => lsn)],
    );
    knownAt = positions[(passed?.count ?? 0) - 1]?.at ?? knownAt;
  };

  const round = (): Promise<void> =>
    look()
      .catch((error: unknown) => log.debug({ error: String(error) }, 'the read replica could not be looked at'))
      .then(() => {
        if (isRecent() !== wasRecent) log.info({ isRead: isRecent() }, 'the read replica is read, or not any more');
        wasRecent = isRecent();
        if (!stopped) timer = setTimeout(() => void (looking = round()), looksEveryMs);
      });
  let timer: NodeJS.Timeout | undefined;
  let looking = round();
  return {
    isRecent,
    async stop() {
      stopped = true;
      clearTimeout(timer);
      await looking;
      clearTimeout(timer);
    },
  };
}
