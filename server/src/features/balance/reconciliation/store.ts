import { differenceRecheckMs } from '@frontrow/core/balance/limits.ts';
import type { BookedMoney, Difference, Window } from '@frontrow/core/balance/reconcile.ts';
import type { Instant } from '@frontrow/core/kernel/instant.ts';
import type { Sql } from '../../../db/db.ts';
import type { TheirMoney } from '../../../ports/provider-books.ts';
import type { OurMoney } from './our-books.ts';
import type { ReconciliationKit } from './reconcile.ts';

export interface Claim {
  readonly now: Instant;
  readonly comparedUntil: Instant;
  /** Undefined where a round through the open differences begins. */
  readonly recheckedUntil: Instant | undefined;
}

/** Takes the next comparison of a provider; undefined where one was begun less than `everyMs` ago, in any process. */
export async function claimComparison(
  sql: Sql,
  provider: string,
  { everyMs, beginsMs }: { everyMs: number; beginsMs: number },
): Promise<Claim | undefined> {
  const row = await sql.one<{ now: Date; compared_until: Date; rechecked_until: Date | null }>(
    `INSERT INTO reconciliation AS known (provider, compared_until, compared_at)
     VALUES ($1, app_now() - $3 * interval '1 ms', app_now())
     ON CONFLICT (provider) DO UPDATE SET compared_at = app_now()
       WHERE known.compared_at <= app_now() - $2 * interval '1 ms'
     RETURNING app_now() AS now, compared_until, rechecked_until`,
    [provider, everyMs, beginsMs],
  );
  return (
    row && {
      now: row.now.getTime(),
      comparedUntil: row.compared_until.getTime(),
      recheckedUntil: row.rechecked_until?.getTime(),
    }
  );
}

/** The comparison came to its end: an alarm waits for one that does not. */
export async function finishComparison(sql: Sql, provider: string): Promise<void> {
  await sql.query('UPDATE reconciliation SET finished_at = app_now() WHERE provider = $1', [provider]);
}

/** The oldest open difference that this round has not looked at again; undefined where the round is through. */
export async function oldestToRecheck(
  sql: Sql,
  provider: string,
  after: Instant | undefined,
): Promise<Instant | undefined> {
  const row = await sql.one<{ oldest: Date | null }>(
    `SELECT min(moved_at) AS oldest FROM reconciliation_difference
     WHERE provider = $1 AND resolved_at IS NULL AND moved_at >= app_now() - $3 * interval '1 ms'
       AND ($2::double precision IS NULL OR moved_at >= to_timestamp($2 / 1000))`,
    [provider, after ?? null, differenceRecheckMs],
  );
  return row?.oldest?.getTime();
}

/** This round has come so far; undefined: the next one begins. */
export async function rechecked(sql: Sql, provider: string, until: Instant | undefined): Promise<void> {
  await sql.query(
    'UPDATE reconciliation SET rechecked_until = to_timestamp($2::double precision / 1000) WHERE provider = $1',
    [provider, until ?? null],
  );
}

const amountOf = (money: BookedMoney | undefined): string =>
  money ? `${money.amountMinor} ${money.currency}` : 'nothing';

/**
 * Writes down what a comparison found, each difference once, and ends those of its window that are no more. One that
 * an app admin closed is not opened again. Answers how many are new.
 */
export function keepDifferences(
  { accounts, db, ids }: Pick<ReconciliationKit, 'accounts' | 'db' | 'ids'>,
  provider: string,
  window: Window,
  found: readonly Difference<OurMoney, TheirMoney>[],
): Promise<number> {
  return db.tx(async (tx) => {
    let fresh = 0;
    for (const { kind, ref, at, theirs, ours } of found) {
      const row = await tx.one<{ id: string }>(
        `INSERT INTO reconciliation_difference (id, provider, kind, ref, moved_at, their_minor, their_currency,
           our_minor, our_currency, payment_id)
         SELECT $1, $2, $3, $4, to_timestamp($5::double precision / 1000), $6, $7, $8, $9, $10
         WHERE NOT EXISTS (
           SELECT 1 FROM reconciliation_difference closed
           WHERE closed.provider = $2 AND closed.kind = $3 AND closed.ref = $4 AND closed.closed_by IS NOT NULL)
         ON CONFLICT (provider, kind, ref) WHERE resolved_at IS NULL DO NOTHING RETURNING id`,
        [
          ids.uuid(),
          provider,
          kind,
          ref,
          at,
          theirs?.amountMinor ?? null,
          theirs?.currency ?? null,
          ours?.amountMinor ?? null,
          ours?.currency ?? null,
          ours?.paymentId ?? null,
        ],
      );
      if (!row) continue;
      fresh++;
      await accounts.recordAudit(tx, {
        actorId: undefined,
        action: 'books_differ',
        subjectId: undefined,
        details: { difference: row.id, provider, kind, ref, theirs: amountOf(theirs), ours: amountOf(ours) },
      });
    }
    await tx.query(
      `UPDATE reconciliation_difference SET resolved_at = app_now()
       WHERE provider = $1 AND resolved_at IS NULL
         AND moved_at >= to_timestamp($2::double precision / 1000)
         AND moved_at < to_timestamp($3::double precision / 1000)
         AND (kind, ref) NOT IN (SELECT * FROM unnest($4::text[], $5::text[]))`,
      [provider, window.from, window.to, found.map(({ kind }) => kind), found.map(({ ref }) => ref)],
    );
    await tx.query(
      `UPDATE reconciliation SET compared_until = to_timestamp($2::double precision / 1000)
       WHERE provider = $1 AND compared_until < to_timestamp($2::double precision / 1000)`,
      [provider, window.to],
    );
    return fresh;
  });
}
