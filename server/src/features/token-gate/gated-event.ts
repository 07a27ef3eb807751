import type { KindCode } from '@frontrow/core/events/live-event-machine.ts';
import { refuse } from '@frontrow/core/refuse.ts';
import type { TokenRule } from '@frontrow/core/token-gate/token-rule.ts';
import type { Sql } from '../../db/db.ts';
import { tokenRuleColumns, tokenRuleOf, type TokenRuleRow } from '../events/index.ts';

export interface GatedEvent {
  readonly id: string;
  readonly kind: KindCode;
  readonly rule: TokenRule;
}

/** What an event asks of token holders. Refuses `event_not_found`, and `not_token_gated` where it asks for nothing. */
export async function gatedEvent(sql: Sql, eventId: string): Promise<GatedEvent> {
  const row = await sql.one<TokenRuleRow & { kind: KindCode; opening_ticketing: boolean }>(
    `SELECT e.kind, e.opening_ticketing, ${tokenRuleColumns} FROM event e WHERE e.id = $1`,
    [eventId],
  );
  if (!row) throw refuse('event_not_found');
  if (row.opening_ticketing) throw refuse('not_token_gated');
  return { id: eventId, kind: row.kind, rule: tokenRuleOf(row) };
}
