import { refuse } from '@frontrow/core/refuse.ts';
import { admittingToken } from '@frontrow/core/token-gate/holder-rules.ts';
import { holdingsKeptMs } from '@frontrow/core/token-gate/limits.ts';
import { tokenRuleColumns, tokenRuleOf, type TokenRuleRow } from '../events/index.ts';
import type { LiveTicket } from '../ticketing/index.ts';
import type { Events } from '../events/index.ts';
import type { ClaimUses } from './claim-once.ts';

interface ClaimRow extends TokenRuleRow {
  gate: string;
  proof_sealed: Buffer;
  wallet_hash: Buffer;
}

/**
 * Asks whether the wallet of a ticket still holds what its event asks for, at most once a minute, before its holder
 * enters. Where nobody can be asked, what was proved at the claim counts. A wallet that holds it no more loses the
 * ticket, its seat is free, and `token_sold` is refused. Call it without a lock: the provider is asked.
 */
export async function askAtDoor(
  { db, events, secrets, ticketing, tokenGates }: ClaimUses & { readonly events: Pick<Events, 'changed'> },
  eventUuid: string,
  ticket: Pick<LiveTicket, 'id' | 'orderId'>,
): Promise<void> {
  // Whoever writes the time asks; a second tab at the same moment goes by the first one's question.
  const claim = await db.one<ClaimRow>(
    `UPDATE token_claim c SET checked_at = app_now() FROM ticket t JOIN event e ON e.id = t.event_id
     WHERE c.ticket_id = $1 AND t.id = c.ticket_id AND t.wallet_hash IS NOT NULL AND NOT e.opening_ticketing
       AND c.proof_sealed IS NOT NULL AND c.checked_at < app_now() - $2 * interval '1 ms'
     RETURNING c.gate, c.proof_sealed, t.wallet_hash, ${tokenRuleColumns}`,
    [ticket.id, holdingsKeptMs],
  );
  const gate = [tokenGates.oauth, tokenGates.wallet].find((one) => one?.name === claim?.gate);
  if (!claim || !gate) return;
  const rule = tokenRuleOf(claim);
  const answer = await gate.holdsStill(secrets.open(claim.wallet_hash, claim.proof_sealed), rule);
  await db.query('UPDATE token_claim SET proof_sealed = $2 WHERE ticket_id = $1', [
    ticket.id,
    secrets.seal(claim.wallet_hash, answer.proof),
  ]);
  if (answer.is !== 'known') return;
  if (admittingToken(rule, answer.holds) !== undefined) return;
  await ticketing.takeBack(db, eventUuid, ticket.orderId, 'token_sold');
  events.changed(eventUuid);
  throw refuse('token_sold');
}
