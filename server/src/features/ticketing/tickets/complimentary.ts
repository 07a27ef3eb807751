import { liveEventStateOf } from '@frontrow/core/events/live-event-machine.ts';
import { domainToASCII } from 'node:url';
import type { Account } from '@frontrow/core/kernel/actor.ts';
import { type RefusalCode, refuse } from '@frontrow/core/refuse.ts';
import {
  type ComplimentaryAnswer,
  complimentaryLinesMax,
  complimentaryPerEventMax,
  readGuestList,
  type ReadLine,
  withdrawalRefusal,
} from '@frontrow/core/ticketing/complimentary.ts';
import type { Db, Sql } from '../../../db/db.ts';
import { recordFact } from '../../../facts/fact-handler.ts';
import type { Person } from '../../accounts/index.ts';
import type { Events } from '../../events/index.ts';
import { ticketReturned } from '../records.ts';
import type { TicketingDeps } from '../ticketing-deps.ts';
import { ownedEvent } from './guest-list.ts';

interface GuestLine {
  readonly line: string;
  readonly answer: ComplimentaryAnswer;
}

type Deps = Pick<TicketingDeps, 'db' | 'ids' | 'accounts'> & { readonly events: Events };
type Verdict = ComplimentaryAnswer | 'event_not_found' | 'event_cancelled' | 'event_over' | SaleClosed;
type SaleClosed = 'token_gated' | 'ticketing_closed';

/**
 * Gives each email address of a list a free ticket, as long as there are seats without someone waiting for them. A line
 * that gets none says why. A repeated call gives no second ticket.
 */
export async function giveComplimentary(
  deps: Deps,
  host: Account,
  eventUuid: string,
  typed: readonly string[],
): Promise<GuestLine[]> {
  const { db, ids, events } = deps;
  await ownedEvent(events, db, host, eventUuid);
  const lines = readGuestList(typed, domainToASCII);
  if (lines.length === 0) throw refuse('guest_list_empty', {}, { field: 'emails' });
  if (lines.length > complimentaryLinesMax)
    throw refuse('guest_list_too_long', { maximum: complimentaryLinesMax }, { field: 'emails' });

  const guests = [];
  for (const [n, { email, answer }] of lines.entries())
    if (answer === undefined && email !== undefined)
      guests.push({
        n,
        order_id: ids.uuid(),
        payment_id: ids.uuid(),
        ticket_id: ids.uuid(),
        code: ids.ticketCode(),
        email,
        ...(await deps.accounts.personOf(db, email)),
      });
  const verdicts = await give(db, eventUuid, guests);
  if ([...verdicts.values()].includes('given')) events.changed(eventUuid);
  return lines.map((line, n) => ({ line: line.line, answer: answerTo(line, verdicts.get(n)) }));
}

/**
 * Gives one person a complimentary ticket, unless they have a ticket already; `shownAs` is what the host typed. Throws
 * why they can have none.
 */
export async function giveOneComplimentary(
  { db, ids, events }: Pick<Deps, 'db' | 'ids' | 'events'>,
  eventUuid: string,
  { person, shownAs }: { readonly person: Person; readonly shownAs: string },
): Promise<void> {
  const guest = {
    n: 0,
    order_id: ids.uuid(),
    payment_id: ids.uuid(),
    ticket_id: ids.uuid(),
    code: ids.ticketCode(),
    email: shownAs,
    ...person,
  };
  const verdict = (await give(db, eventUuid, [guest])).get(0);
  if (verdict === 'given') return events.changed(eventUuid);
  if (verdict === undefined || verdict === 'already_has_ticket') return;
  throw refuse(verdict === 'own_event' ? 'target_protected' : (verdict as RefusalCode));
}

async function give(sql: Sql, eventUuid: string, guests: readonly object[]): Promise<Map<number, Verdict>> {
  if (guests.length === 0) return new Map();
  const rows = await sql.query<{ n: number; verdict: Verdict }>(
    'SELECT n, verdict FROM give_complimentary($1, $2, $3)',
    [eventUuid, JSON.stringify(guests), complimentaryPerEventMax],
  );
  return new Map(rows.map(({ n, verdict }) => [n, verdict]));
}

const refusesAll: ReadonlySet<Verdict> = new Set<Verdict>([
  'event_not_found',
  'event_cancelled',
  'event_over',
  'token_gated',
  'ticketing_closed',
]);

function answerTo({ answer }: ReadLine, verdict: Verdict | undefined): ComplimentaryAnswer {
  if (verdict !== undefined && refusesAll.has(verdict)) throw refuse(verdict as RefusalCode);
  return answer ?? (verdict as ComplimentaryAnswer | undefined) ?? 'invalid';
}

/**
 * Withdraws a complimentary ticket until the start: its seat is released, and its holder is notified. A second call
 * changes nothing.
 */
export async function withdrawComplimentary(
  { db, events }: { readonly db: Db; readonly events: Events },
  host: Account,
  eventUuid: string,
  ticketUuid: string,
): Promise<void> {
  await db.tx(async (tx) => {
    const event = await events.lockPublished(tx, eventUuid);
    if (!event) throw refuse('event_not_found');
    if (event.hostId !== host.id) throw refuse('forbidden');
    const ticket = await tx.one<{ order_id: string; complimentary: boolean; voided: boolean }>(
      `SELECT t.order_id, o.complimentary, t.voided_at IS NOT NULL AS voided
       FROM ticket t JOIN orders o ON o.id = t.order_id WHERE t.id = $1 AND t.event_id = $2`,
      [ticketUuid, eventUuid],
    );
    if (!ticket) throw refuse('ticket_not_found');
    if (!ticket.complimentary) throw refuse('not_complimentary');
    if (ticket.voided) return;
    const refusal = withdrawalRefusal({
      state: liveEventStateOf(event.state),
      cancelled: event.cancelledAt !== undefined,
      startsAt: event.startsAt,
      now: event.now,
    });
    if (refusal) throw refuse(refusal);
    const { order_id: orderId } = ticket;
    const reason = 'complimentary_withdrawn';
    await tx.query('SELECT refund_orders($1, $2, $3, 1)', [eventUuid, reason, [orderId]]);
    await recordFact(tx, {
      topic: 'HolderTold',
      dedupeKey: `withdrawn:${ticketUuid}`,
      payload: { eventUuid, ticketId: ticketUuid, what: 'withdrawn' },
    });
    await recordFact(tx, ticketReturned({ eventUuid, ticketId: ticketUuid, orderId, reason }));
    tx.afterCommit(() => events.changed(eventUuid));
  });
}
