import type { RallyCoin } from '@frontrow/core/events/event-draft.ts';
import type { KindCode } from '@frontrow/core/events/live-event-machine.ts';
import type { RallyRule } from '@frontrow/core/events/rally-rule.ts';
import { refuse } from '@frontrow/core/refuse.ts';
import type { Sql } from '../../db/db.ts';

export interface GatedEvent {
  readonly id: string;
  readonly kind: KindCode;
  readonly rule: RallyRule;
}

/** What an event asks of token holders. Refuses `event_not_found`, and `not_token_gated` where it asks for nothing. */
export async function gatedEvent(sql: Sql, eventId: string): Promise<GatedEvent> {
  const row = await sql.one<{
    kind: KindCode;
    opening_ticketing: boolean;
    rally_nfts: string[];
    rally_coins: RallyCoin[];
  }>('SELECT kind, opening_ticketing, rally_nfts, rally_coins FROM event WHERE id = $1', [eventId]);
  if (!row) throw refuse('event_not_found');
  if (row.opening_ticketing) throw refuse('not_token_gated');
  return {
    id: eventId,
    kind: row.kind,
    rule: { nftCollections: row.rally_nfts, coins: row.rally_coins },
  };
}
