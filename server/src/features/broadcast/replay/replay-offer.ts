import type { WireRecordedEvent } from '@frontrow/contract/broadcast/api.ts';
import type { ReplayAccess } from '@frontrow/core/broadcast/recording-rules.ts';
import { decideReplayAccess, type Span } from '@frontrow/core/broadcast/replay-sale.ts';
import type { Account } from '@frontrow/core/kernel/actor.ts';
import { currencyOf, toDecimal } from '@frontrow/core/kernel/money.ts';
import { refuse } from '@frontrow/core/refuse.ts';
import { roomForgottenMs } from '@frontrow/core/rooms/limits.ts';
import { ticketPrice } from '@frontrow/core/ticketing/ticket-price.ts';
import type { Sql } from '../../../db/db.ts';
import type { ReplayOnSale } from '../../events/index.ts';
import type { BroadcastDeps } from '../broadcast-deps.ts';
import { takenDownBecause } from './replay-access.ts';

interface Choice {
  readonly access: ReplayAccess;
  readonly price: number | undefined;
}

/**
 * The host offers the replay to everyone, to people with a ticket, or for sale. Audited. Throws `event_not_found` and
 * what core's rule throws.
 */
export async function publishReplay(
  deps: BroadcastDeps,
  actor: Account,
  eventUuid: string,
  choice: Choice,
): Promise<void> {
  const { accounts, db, events, ids } = deps;
  await db.tx(async (tx) => {
    const event = await events.lockPublished(tx, eventUuid);
    if (!event) throw refuse('event_not_found');
    const row = await tx.one<{ has_parts: boolean; removed: boolean }>(
      `SELECT EXISTS (SELECT 1 FROM recording_part p WHERE p.event_id = $1 AND p.in_replay) AS has_parts,
         EXISTS (SELECT 1 FROM room r WHERE r.event_id = $1 AND r.replay_removed_at IS NOT NULL) AS removed`,
      [eventUuid],
    );
    const priceMinor = decideReplayAccess(
      {
        isOver: event.state === 2,
        isCancelled: event.cancelledAt !== undefined,
        hasRecording: row?.has_parts ?? false,
        isRemoved: row?.removed ?? false,
        takenDownBecause: await takenDownBecause(tx, eventUuid),
        keptForMs: (event.finishedAt ?? event.now) + roomForgottenMs - event.now,
        currency: event.currency,
      },
      { isHost: event.hostId === actor.id },
      choice,
    );
    await tx.query(
      `INSERT INTO replay_access (event_id, access) VALUES ($1, $2)
       ON CONFLICT (event_id) DO UPDATE SET access = excluded.access, chosen_at = app_now()`,
      [eventUuid, choice.access],
    );
    if (priceMinor === undefined) await events.endReplaySale(tx, eventUuid);
    else await events.sellReplay(tx, eventUuid, { id: ids.uuid(), priceMinor, currency: event.currency });
    await events.touch(tx, eventUuid);
    await accounts.recordAudit(tx, {
      actorId: actor.id,
      action: 'replay_published',
      subjectId: actor.id,
      details: { event: event.title, event_uuid: eventUuid, access: choice.access, price: String(choice.price ?? 0) },
    });
  });
}

/** What a buyer pays for a replay, as on the wire. */
export function offerView(sale: ReplayOnSale): Pick<WireRecordedEvent, 'price' | 'offer'> {
  const { digits } = currencyOf(sale.currency);
  const { fee, total } = ticketPrice(sale.priceMinor, sale);
  const price = toDecimal(sale.priceMinor, digits);
  return {
    price,
    offer: { price, fee: toDecimal(fee, digits), total: toDecimal(total, digits), currency_code: sale.currency },
  };
}

/** The stretches of the event that the replay shows, in order. */
export async function spansOf(sql: Sql, eventUuid: string): Promise<Span[]> {
  return sql.query<Span>(
    'SELECT lower(span) AS "from", upper(span) AS "to" FROM unnest(replay_spans($1)) AS span ORDER BY 1',
    [eventUuid],
  );
}

/**
 * Notes that these moments are about to be sent to the holder of a replay ticket. Throws `replay_tickets_only` where
 * the ticket was refunded: a refund locks the ticket too, so it counts all that was sent, and nothing is sent after it.
 */
export async function noteWatched(sql: Sql, ticketId: string, spans: readonly Span[]): Promise<void> {
  const held = await sql.one(
    `WITH held AS (SELECT id FROM ticket WHERE id = $1 AND voided_at IS NULL FOR SHARE), noted AS (
       INSERT INTO replay_watched AS w (ticket_id, seen)
       SELECT id, (SELECT range_agg(int8range(f, t)) FROM unnest($2::bigint[], $3::bigint[]) AS s (f, t)) FROM held
       ON CONFLICT (ticket_id) DO UPDATE SET seen = w.seen + excluded.seen WHERE NOT w.seen @> excluded.seen)
     SELECT id FROM held`,
    [ticketId, spans.map(({ from }) => from), spans.map(({ to }) => to)],
  );
  if (!held) throw refuse('replay_tickets_only');
}
