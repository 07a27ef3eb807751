import type { WireDifference } from '@frontrow/contract/balance/api.ts';
import { currencyToWire } from '@frontrow/contract/events/event-codec.ts';
import { readRefusalReason } from '@frontrow/core/accounts/influencer-request.ts';
import { differenceRecheckMs } from '@frontrow/core/balance/limits.ts';
import type { BookedMoney, Difference, Window } from '@frontrow/core/balance/reconcile.ts';
import type { Instant } from '@frontrow/core/kernel/instant.ts';
import { currencyNamed, toDecimal } from '@frontrow/core/kernel/money.ts';
import { refuse } from '@frontrow/core/refuse.ts';
import type { Sql } from '../../../db/db.ts';
import { nextCursor, readTimeCursor } from '../../../db/cursors.ts';
import type { TheirMoney } from '../../../ports/provider-books.ts';
import type { OurMoney, ReconciliationDeps } from './recorded-money.ts';

export interface Claim {
  readonly now: Instant;
  readonly comparedUntil: Instant;
  /** Undefined if a round through the open differences begins. */
  readonly recheckedUntil: Instant | undefined;
}

/** Takes the next comparison of a provider; undefined if one was begun less than `everyMs` ago, in any process. */
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

/** The oldest open difference that this round has not looked at again; undefined if the round is through. */
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
 * Writes down what a comparison found, each difference once, and ends those of its window that are no more. One that an
 * app admin closed is not opened again. Returns how many are new.
 */
export function keepDifferences(
  { accounts, db, ids }: Pick<ReconciliationDeps, 'accounts' | 'db' | 'ids'>,
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

interface Row {
  id: string;
  at: string;
  provider: string;
  kind: WireDifference['difference_kind'];
  ref: string;
  moved_at: Date;
  found_at: Date;
  resolved_at: Date | null;
  their_minor: number | null;
  their_currency: string | null;
  our_minor: number | null;
  our_currency: string | null;
  order_id: string | null;
  closed_by: string | null;
  close_reason: string | null;
}

const pageSize = 50;

const sideOf = (minor: number | null, code: string | null): WireDifference['ours'] => {
  if (minor === null || code === null) return null;
  const currency = currencyNamed(code);
  return { amount: toDecimal(minor, currency.digits), currency: currencyToWire(currency) };
};

/** Open ones, or those that are resolved, the latest found first. */
export async function listDifferences(
  sql: Sql,
  { isOpen, cursor }: { isOpen: boolean; cursor: string | undefined },
): Promise<{ differences: WireDifference[]; next: string | null }> {
  const place = readTimeCursor(cursor, 'uuid');
  const rows = await sql.query<Row>(
    `SELECT d.id, d.found_at::text AS at, d.provider, d.kind, d.ref, d.moved_at, d.found_at, d.resolved_at,
       d.their_minor, d.their_currency, d.our_minor, d.our_currency, p.order_id, u.username AS closed_by,
       d.close_reason
     FROM reconciliation_difference d
       LEFT JOIN payment p ON p.id = d.payment_id LEFT JOIN app_user u ON u.id = d.closed_by
     WHERE (d.resolved_at IS NULL) = $1 AND ($2::timestamptz IS NULL OR (d.found_at, d.id) < ($2, $3::uuid))
     ORDER BY d.found_at DESC, d.id DESC LIMIT $4`,
    [isOpen, place?.at ?? null, place?.id ?? null, pageSize + 1],
  );
  const differences = rows.slice(0, pageSize).map((row) => ({
    difference_uuid: row.id,
    payment_provider: row.provider,
    difference_kind: row.kind,
    provider_ref: row.ref,
    moved_at: row.moved_at.getTime(),
    found_at: row.found_at.getTime(),
    resolved_at: row.resolved_at?.getTime() ?? null,
    theirs: sideOf(row.their_minor, row.their_currency),
    ours: sideOf(row.our_minor, row.our_currency),
    order_uuid: row.order_id,
    closed_by: row.closed_by,
    close_reason: row.close_reason,
  }));
  return { differences, next: nextCursor(rows, pageSize, (row) => row) };
}

/** When the books of each provider were last compared. */
export async function listComparisons(
  sql: Sql,
): Promise<{ payment_provider: string; compared_at: number; compared_until: number }[]> {
  const rows = await sql.query<{ provider: string; finished_at: Date; compared_until: Date }>(
    'SELECT provider, finished_at, compared_until FROM reconciliation ORDER BY provider',
  );
  return rows.map((row) => ({
    payment_provider: row.provider,
    compared_at: row.finished_at.getTime(),
    compared_until: row.compared_until.getTime(),
  }));
}

/** An app admin has dealt with a difference by hand, and says how. */
export async function closeDifference(
  { accounts, db }: Pick<ReconciliationDeps, 'accounts' | 'db'>,
  { adminId, differenceId, reason: typed }: { adminId: number; differenceId: string; reason: string },
): Promise<void> {
  const reason = readRefusalReason(typed);
  await db.tx(async (tx) => {
    const row = await tx.one<{ provider: string; kind: string; ref: string }>(
      `UPDATE reconciliation_difference SET resolved_at = app_now(), closed_by = $2, close_reason = $3
       WHERE id = $1 AND resolved_at IS NULL RETURNING provider, kind, ref`,
      [differenceId, adminId, reason],
    );
    if (!row) throw refuse('not_found');
    await accounts.recordAudit(tx, {
      actorId: adminId,
      action: 'difference_closed',
      subjectId: undefined,
      details: { difference: differenceId, ...row, reason },
    });
  });
}
