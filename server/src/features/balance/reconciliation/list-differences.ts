import { currencyToWire } from '@frontrow/contract/events/event-codec.ts';
import type { WireDifference } from '@frontrow/contract/balance/reconciliation-api.ts';
import { currencyNamed, toDecimal } from '@frontrow/core/kernel/money.ts';
import type { Sql } from '../../../db/db.ts';
import { nextCursor, readTimeCursor } from '../../../db/time-cursor.ts';

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
