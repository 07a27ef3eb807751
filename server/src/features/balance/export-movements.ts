import { movementsExportMax } from '@frontrow/core/balance/limits.ts';
import type { WireMovement } from '@frontrow/contract/balance/api.ts';
import type { Sql } from '../../db/db.ts';
import { csvHead, csvRows, type Decimal } from '../../http/csv.ts';
import { type MovementsAsked, movementsOf } from './movements.ts';

/** Movements read at once: the process answers others between two reads. */
const rowsAtOnce = 2_000;
const columns = [
  'date',
  'kind',
  'event',
  'amount',
  'pending change',
  'available change',
  'currency',
  'order',
  'movement',
] as const;

const lineOf = (movement: WireMovement): (string | number | Decimal)[] => {
  const decimal = (amount: number): Decimal => ({ decimal: amount.toFixed(movement.currency.currency_digits) });
  return [
    new Date(movement.movement_at).toISOString(),
    movement.movement_kind,
    movement.event_title ?? '',
    decimal(movement.amount),
    decimal(movement.pending_change),
    decimal(movement.available_change),
    movement.currency.currency_code,
    movement.order_uuid ?? '',
    movement.movement_ide,
  ];
};

/** The movements as CSV, at most `movementsExportMax` of them. */
export async function exportMovements(
  sql: Sql,
  asked: Pick<MovementsAsked, 'hostId' | 'eventUuid' | 'group'>,
): Promise<{ csv: string; complete: boolean }> {
  const parts = [csvHead(columns)];
  let before: number | undefined;
  let count = 0;
  for (;;) {
    const limit = Math.min(rowsAtOnce, movementsExportMax - count);
    const movements = await movementsOf(sql, { ...asked, before, limit });
    if (movements.length > 0) parts.push(csvRows(movements.map(lineOf)));
    count += movements.length;
    before = movements.at(-1)?.movement_ide;
    if (movements.length < limit) return { csv: parts.join(''), complete: true };
    if (count >= movementsExportMax) return { csv: parts.join(''), complete: false };
  }
}
