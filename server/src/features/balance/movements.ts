import { titleToWire } from '@frontrow/contract/events/event-title.ts';
import type { EventTitle } from '@frontrow/core/events/title-in.ts';
import type { WireMovement } from '@frontrow/contract/balance/api.ts';
import { currencyToWire } from '@frontrow/contract/events/event-codec.ts';
import { movementsExportMax } from '@frontrow/core/balance/limits.ts';
import { ledgerKindsOf, type MovementGroup, movementKindOf, shownAmount } from '@frontrow/core/balance/movements.ts';
import { currencyOf, toDecimal } from '@frontrow/core/kernel/money.ts';
import type { Sql } from '../../db/db.ts';
import { csvHead, csvRows, type Decimal } from '../../http/csv.ts';

interface MovementsQuery {
  readonly hostId: number;
  readonly eventUuid: string | undefined;
  readonly group: MovementGroup | undefined;
  /** Movements below this number. */
  readonly before: number | undefined;
  readonly limit: number;
}

interface Row {
  id: number;
  kind: string;
  at: Date;
  event_id: string | null;
  title: EventTitle | null;
  order_id: string | null;
  currency: string;
  pending: number;
  available: number;
  on_its_way: number;
  frozen: number;
}

/** What a page of transactions did to the accounts of the host; the page stands before it, as the table `page`. */
const movedByPage = `
  SELECT page.id, page.kind, page.created_at AS at, coalesce(its.replay_of, page.event_id) AS event_id, title_for_host(its) AS title, page.order_id,
    moved.currency,
    moved.pending, moved.available, moved.on_its_way, moved.frozen
  FROM page
  LEFT JOIN event its ON its.id = page.event_id
  CROSS JOIN LATERAL (
    SELECT a.currency,
      coalesce(-sum(x.amount_minor) FILTER (WHERE a.kind = 'host_escrow'), 0)::bigint AS pending,
      coalesce(-sum(x.amount_minor) FILTER (WHERE a.kind = 'host_payable'), 0)::bigint AS available,
      coalesce(-sum(x.amount_minor) FILTER (WHERE a.kind = 'payout_clearing'), 0)::bigint AS on_its_way,
      coalesce(-sum(x.amount_minor) FILTER (WHERE a.kind = 'dispute_frozen'), 0)::bigint AS frozen
    FROM ledger_entry x JOIN ledger_account a ON a.id = x.account_id
    WHERE x.tx_id = page.id AND a.kind IN ('host_escrow', 'host_payable', 'payout_clearing', 'dispute_frozen')
    GROUP BY a.currency) moved
  ORDER BY page.id DESC`;
const pageColumns = 'id, kind, created_at, event_id, order_id';
/** The number no movement has: every movement is below it. */
const afterAll = Number.MAX_SAFE_INTEGER;

/**
 * Movements of a host, newest first. Each way to ask has its own index, so a page costs the same however many movements
 * there are.
 */
export async function movementsOf(sql: Sql, asked: MovementsQuery): Promise<WireMovement[]> {
  return (await readRows(sql, asked)).map(movementOf);
}

function readRows(sql: Sql, { hostId, eventUuid, group, before = afterAll, limit }: MovementsQuery): Promise<Row[]> {
  // Nearly everything is a sale; the others have an index in which there are no sales.
  if (group !== undefined && group !== 'sales')
    return sql.query<Row>(
      `WITH page AS (
         SELECT ${pageColumns} FROM ledger_tx
         WHERE host_id = $1 AND kind <> 'capture' AND kind = ANY ($2) AND id < $3
           AND ($4::uuid IS NULL OR event_id = $4)
         ORDER BY id DESC LIMIT $5)
       ${movedByPage}`,
      [hostId, ledgerKindsOf(group), before, eventUuid ?? null, limit],
    );
  if (eventUuid !== undefined)
    return sql.query<Row>(
      `WITH page AS (
         SELECT ${pageColumns} FROM ledger_tx
         WHERE event_id = $1 AND host_id = $2 AND id < $3 AND ($4::text IS NULL OR kind = $4)
         ORDER BY id DESC LIMIT $5)
       ${movedByPage}`,
      [eventUuid, hostId, before, group === 'sales' ? 'capture' : null, limit],
    );
  return sql.query<Row>(
    `WITH page AS (
       SELECT ${pageColumns} FROM ledger_tx
       WHERE host_id = $1 AND id < $2 AND ($3::text IS NULL OR kind = $3)
       ORDER BY id DESC LIMIT $4)
     ${movedByPage}`,
    [hostId, before, group === 'sales' ? 'capture' : null, limit],
  );
}

function movementOf(row: Row): WireMovement {
  const currency = currencyOf(row.currency);
  const decimal = (minor: number): number => toDecimal(minor, currency.digits);
  const parts = { pending: row.pending, available: row.available, onItsWay: row.on_its_way, frozen: row.frozen };
  return {
    movement_ide: row.id,
    movement_at: row.at.getTime(),
    movement_kind: movementKindOf(row.kind),
    amount: decimal(shownAmount(parts)),
    pending_change: decimal(row.pending),
    available_change: decimal(row.available),
    currency: currencyToWire(currency),
    event_uuid: row.event_id,
    event_title: null,
    ...(row.title && titleToWire(row.title)),
    order_uuid: row.order_id,
  };
}

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
  asked: Pick<MovementsQuery, 'hostId' | 'eventUuid' | 'group'>,
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
