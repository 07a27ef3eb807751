import { kindCode } from '@frontrow/core/events/live-event-machine.ts';
import type { PublishableEvent } from '@frontrow/core/events/validate-event-draft.ts';
import type { RuleToken } from '@frontrow/core/token-gate/token-rule.ts';
import { minorOf } from '@frontrow/core/kernel/money.ts';
import type { Sql } from '../../db/db.ts';
import { insertPromoCode } from './promo-codes/store.ts';

export interface NewEvent {
  readonly id: string;
  readonly hostId: number;
  readonly coverKey: string;
  readonly event: PublishableEvent;
  /** The entries of its rule that were found on their chain. */
  readonly tokens: readonly RuleToken[];
}

/** Writes the event and its tags. False when the database has another instant for this wall time in this zone. */
export async function insertEvent(sql: Sql, { id, hostId, coverKey, event, tokens }: NewEvent): Promise<boolean> {
  const { ticketType, terms } = event;
  const row = await sql.one<{ agrees: boolean }>(
    `INSERT INTO event (id, host_id, kind, ticket_type_id, title, description, cover_key, category_ide, lang_ides,
       is_public, opening_ticketing, rally_nfts, rally_coins, rally_delegates,
       starts_at, original_starts_at, local_start, tz, capacity, price_minor, currency, min_fee_minor, fee_bp,
       self_cancel_hours, self_cancel_percent, rally_tokens)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9,
       $10, $11, $12, $13, $14,
       $15, $15, $16, $17, $18, $19, $20, $21, $22,
       $23, $24, $25)
     RETURNING (local_start AT TIME ZONE tz) = starts_at AS agrees`,
    [
      id,
      hostId,
      kindCode[event.kind],
      ticketType.id,
      event.title,
      event.description,
      coverKey,
      event.categoryIde ?? null,
      event.langIdes,
      event.listed,
      event.openTicketing,
      event.nftCollections,
      JSON.stringify(event.coins),
      event.delegates,
      new Date(event.startsAt),
      event.localStart,
      event.zone,
      event.seats,
      minorOf(event.price, terms.currency),
      terms.currency.code,
      terms.minFeeMinor,
      terms.feeBp,
      event.selfCancel?.hours ?? null,
      event.selfCancel?.percent ?? null,
      JSON.stringify(tokens),
    ],
  );
  await insertTags(sql, id, event.tags);
  if (event.promo) await insertPromoCode(sql, id, event.promo, 'event_promotional_code');
  return row?.agrees === true;
}

export async function insertTags(sql: Sql, eventUuid: string, tags: readonly string[]): Promise<void> {
  await sql.query(
    `INSERT INTO event_tag (event_id, position, tag)
     SELECT $1, position - 1, tag FROM unnest($2::text[]) WITH ORDINALITY AS given (tag, position)`,
    [eventUuid, tags],
  );
}
