import { refuse } from '@frontrow/core/refuse.ts';
import { entryVerdict, admittingToken } from '@frontrow/core/token-gate/holdings.ts';
import { holdingsKeptMs, trustedUnaskedMs } from '@frontrow/core/token-gate/limits.ts';
import type { HeldStill } from '../../ports/token-gate.ts';
import { type Events, tokenRuleColumns, tokenRuleOf, type TokenRuleRow } from '../events/index.ts';
import type { LiveTicket } from '../ticketing/index.ts';
import type { ClaimDeps } from './claims.ts';

interface ClaimRow extends TokenRuleRow {
  gate: string;
  proof_sealed: Buffer;
  wallet_hash: Buffer;
  was_in: boolean;
}

/**
 * Asks whether the wallet of a ticket still holds what its event asks for, at most once a minute, before its holder
 * enters. A wallet that holds it no more loses the ticket, its seat is free, and `token_sold` is refused. While no one
 * answers core decides: `door_must_wait` is refused to those who are not let in. Call it without a lock: a provider or
 * a chain is asked.
 */
export async function recheckHoldings(
  { db, events, secrets, ticketing, tokenGates }: ClaimDeps & { readonly events: Pick<Events, 'changed'> },
  eventUuid: string,
  ticket: Pick<LiveTicket, 'id' | 'orderId'>,
): Promise<void> {
  // Anyone who writes the time asks; a second tab at the same moment goes by the first one's question. Once no one is
  // trusted any more, everyone asks.
  const claim = await db.one<ClaimRow>(
    `UPDATE token_claim c SET checked_at = app_now() FROM ticket t JOIN event e ON e.id = t.event_id
     WHERE c.ticket_id = $1 AND t.id = c.ticket_id AND t.wallet_hash IS NOT NULL AND NOT e.opening_ticketing
       AND c.proof_sealed IS NOT NULL
       AND (c.checked_at < app_now() - $2 * interval '1 ms' OR c.unasked_since <= app_now() - $3 * interval '1 ms')
     RETURNING c.gate, c.proof_sealed, t.wallet_hash, ${tokenRuleColumns}, EXISTS (
       SELECT 1 FROM room_member m
       WHERE m.event_id = e.id AND m.user_id = t.holder_id AND m.joined_at IS NOT NULL) AS was_in`,
    [ticket.id, holdingsKeptMs, trustedUnaskedMs],
  );
  const gate = [tokenGates.oauth, tokenGates.wallet].find((one) => one?.name === claim?.gate);
  if (!claim || !gate) return;
  const rule = tokenRuleOf(claim);
  const answer = await gate.holdsStill(secrets.open(claim.wallet_hash, claim.proof_sealed), rule);
  const { since, now } = await keepAnswer(db, ticket.id, {
    answer,
    proofSealed: secrets.seal(claim.wallet_hash, answer.proof),
  });
  const verdict =
    answer.is === 'known'
      ? entryVerdict({ is: 'known', holds: admittingToken(rule, answer.holds) !== undefined })
      : entryVerdict(
          answer.is === 'unaskable' ? { is: 'unaskable' } : { is: 'unknown', since, now, wasIn: claim.was_in },
        );
  if (verdict === 'wait') throw refuse('door_must_wait');
  if (verdict === 'in') return;
  await db.tx((tx) => ticketing.refundOrder(tx, eventUuid, ticket.orderId, 'token_sold'));
  events.changed(eventUuid);
  throw refuse('token_sold');
}

/** Keeps what to ask with next time, and since when no one answers. */
async function keepAnswer(
  db: ClaimDeps['db'],
  ticketId: string,
  { answer, proofSealed }: { readonly answer: HeldStill; readonly proofSealed: Buffer },
): Promise<{ since: number; now: number }> {
  const row = await db.one<{ since: Date; now: Date }>(
    `UPDATE token_claim SET proof_sealed = $2, unasked_since = CASE WHEN $3 THEN coalesce(unasked_since, app_now()) END
     WHERE ticket_id = $1 RETURNING coalesce(unasked_since, app_now()) AS since, app_now() AS now`,
    [ticketId, proofSealed, answer.is === 'unknown'],
  );
  // The account may have been deleted while the question was under way.
  return { since: row?.since.getTime() ?? 0, now: row?.now.getTime() ?? 0 };
}
