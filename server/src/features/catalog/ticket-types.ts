import { kindOf, type KindCode } from '@frontrow/core/events/live-event-machine.ts';
import type { TicketType } from '@frontrow/core/catalog/selling-terms.ts';
import type { Sql } from '../../db/db.ts';
import type { Config } from '../../process/config.ts';

interface Row {
  id: number;
  event_type: KindCode;
  rally_ticket: boolean;
  ticket_price_enabled: boolean;
  seats_max: number;
}

/**
 * All ticket types, with the limits of the person asking: more seats for hosts with massive streaming, and no more of
 * a broadcast than its room admits here.
 */
export async function ticketTypesFor(
  sql: Sql,
  { broadcastViewersMax }: Pick<Config, 'broadcastViewersMax'>,
  accountId: number | undefined,
): Promise<TicketType[]> {
  const rows = await sql.query<Row>(
    `SELECT t.id, t.event_type, t.rally_ticket, t.ticket_price_enabled,
       CASE WHEN u.massive THEN t.max_attendees_massive ELSE t.max_attendees END AS seats_max
     FROM ticket_type t LEFT JOIN app_user u ON u.id = $1 AND u.erased_at IS NULL
     WHERE NOT t.private ORDER BY t.id`,
    [accountId ?? null],
  );
  return rows.map((row) => ({
    id: row.id,
    kind: kindOf(row.event_type),
    rally: row.rally_ticket,
    priced: row.ticket_price_enabled,
    seatsMax: kindOf(row.event_type) === 'broadcast' ? Math.min(row.seats_max, broadcastViewersMax) : row.seats_max,
  }));
}
