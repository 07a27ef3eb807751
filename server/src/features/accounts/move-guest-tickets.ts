import type { Sql, Tx } from '../../db/db.ts';
import { recordFact } from '../../facts/fact-handler.ts';
import { isolateErrors } from '../../jobs/runner.ts';
import type { Kit } from '../../kit.ts';
import { ticketHolderChanged } from './facts.ts';
import { type AccountRow, findGuestByEmail } from './records.ts';

/**
 * Locks the private requests of a person (or this one), and then their events, before anything else is locked. False if
 * a meeting was paid and is not confirmed yet, so it cannot move at the moment.
 */
export async function lockMeetings(tx: Sql, fromId: number, requestId?: string): Promise<boolean> {
  const requests = await tx.query<{ id: string; status: string }>(
    `SELECT id, status FROM private_request WHERE viewer_id = $1 AND ($2::uuid IS NULL OR id = $2)
     ORDER BY id FOR NO KEY UPDATE`,
    [fromId, requestId ?? null],
  );
  if (requests.length === 0) return true;
  const ids = requests.map(({ id }) => id);
  await tx.query('SELECT 1 FROM event WHERE id = ANY ($1) ORDER BY id FOR NO KEY UPDATE', [ids]);
  return requestId === undefined || requests[0]?.status !== 'accepted';
}

/**
 * Moves private requests (or this one) to another account of the same person, with the events of those that were
 * accepted. One that the other account could not have made itself stays: to that account, and a second open one to a
 * host.
 */
export async function moveMeetings(tx: Sql, fromId: number, toId: number, requestId?: string): Promise<void> {
  await tx.query(
    `WITH moved AS (
       UPDATE private_request r SET viewer_id = $2
       WHERE r.viewer_id = $1 AND r.host_id <> $2 AND ($3::uuid IS NULL OR r.id = $3)
         AND (r.status NOT IN ('pending_confirmation', 'modified', 'accepted') OR NOT EXISTS (
           SELECT 1 FROM private_request o WHERE o.viewer_id = $2 AND o.host_id = r.host_id
             AND o.status IN ('pending_confirmation', 'modified', 'accepted')))
       RETURNING r.id)
     UPDATE event e SET private_for = $2 FROM moved WHERE e.id = moved.id`,
    [fromId, toId, requestId ?? null],
  );
}

/**
 * Moves places on waitlists to another account of the same person, one event at a time under the event's lock. A person
 * with two places keeps the earlier one. An offer stays with the account that it was made to: its seat is held there.
 * `mayMove` runs under the lock of each event and can prevent it.
 */
async function moveWaitlistPlaces(
  db: { tx<T>(work: (tx: Tx) => Promise<T>): Promise<T> } & Sql,
  fromId: number,
  toId: number,
  mayMove: (tx: Sql) => Promise<boolean> = () => Promise.resolve(true),
): Promise<void> {
  const events = await db.query<{ event_id: string }>(
    "SELECT event_id FROM waitlist_place WHERE account_id = $1 AND status = 'waiting' ORDER BY event_id",
    [fromId],
  );
  for (const { event_id } of events)
    await db.tx((tx) => moveOnePlace(tx, { eventId: event_id, fromId, toId }, mayMove));
}

async function moveOnePlace(
  tx: Tx,
  { eventId, fromId, toId }: { eventId: string; fromId: number; toId: number },
  mayMove: (tx: Sql) => Promise<boolean>,
): Promise<void> {
  await tx.query('SELECT 1 FROM event WHERE id = $1 FOR NO KEY UPDATE', [eventId]);
  const other = await tx.one<{ waits: boolean; later: boolean; seated: boolean }>(
    `SELECT theirs.id IS NOT NULL AS waits, (theirs.id > mine.id AND theirs.status = 'waiting') IS TRUE AS later,
       e.host_id = $3 OR EXISTS (
         SELECT 1 FROM orders o WHERE o.event_id = $1 AND o.holder_key = person_holder($3)
           AND o.status IN ('pending', 'paid')) AS seated
     FROM waitlist_place mine
       JOIN event e ON e.id = mine.event_id
       LEFT JOIN waitlist_place theirs ON theirs.event_id = $1 AND theirs.account_id = $3
         AND theirs.status IN ('waiting', 'offered')
     WHERE mine.event_id = $1 AND mine.account_id = $2 AND mine.status = 'waiting'`,
    [eventId, fromId, toId],
  );
  if (!other || !(await mayMove(tx))) return;
  const keepsOwn = other.seated || (other.waits && !other.later);
  if (keepsOwn || other.later) await tx.query('SELECT leave_waitlist($1, $2)', [eventId, keepsOwn ? fromId : toId]);
  if (!keepsOwn)
    await tx.query(
      `UPDATE waitlist_place SET account_id = $3, guest_key = NULL, address = NULL
       WHERE event_id = $1 AND account_id = $2 AND status = 'waiting'`,
      [eventId, fromId, toId],
    );
}

/** Events moved at one log-in. The next login moves more. */
const eventsMax = 200;

/**
 * Moves tickets that were bought as a guest, and places on waitlists, to the account with the same verified email
 * address. Order, ticket and place in the room move together, one event at a time, locked in the order event → orders →
 * ticket → room_member. The guest keeps an event for which the account already has a ticket (one ticket per person), a
 * live event, an order that is being paid, and the account's own event. Every login runs this again, so a ticket that
 * cannot move now moves later; an error here must not fail the login, whose link is already consumed.
 */
export async function moveGuestTickets({ db, log }: Pick<Kit, 'db' | 'log'>, account: AccountRow): Promise<void> {
  if (account.isGuest || !account.emailVerified || !account.email) return;
  const guest = await findGuestByEmail(db, account.email);
  if (!guest) return;
  for (const eventUuid of await eventsOf(db, guest.id))
    await isolateErrors(log, { account: account.id, eventUuid }, () =>
      moveTicket({ db, log }, eventUuid, guest.id, account.id),
    );
  await isolateErrors(log, { account: account.id }, () => moveWaitlistPlaces(db, guest.id, account.id));
}

/**
 * Moves the tickets of any other account of the person. `mayMove` runs under the locks of each event and can prevent
 * it.
 */
export async function moveTickets(
  { db, log }: Pick<Kit, 'db' | 'log'>,
  fromId: number,
  accountId: number,
  mayMove?: (tx: Sql) => Promise<boolean>,
): Promise<void> {
  for (const eventUuid of await eventsOf(db, fromId))
    await moveTicket({ db, log }, eventUuid, fromId, accountId, mayMove);
  await moveWaitlistPlaces(db, fromId, accountId, mayMove);
}

/** Events of what a person bought, or was given by its buyer. */
const eventsOf = async (db: Sql, buyerId: number): Promise<string[]> => {
  const rows = await db.query<{ event_id: string }>(
    `SELECT event_id FROM orders WHERE buyer_id = $1 UNION SELECT event_id FROM ticket WHERE holder_id = $1
     ORDER BY event_id LIMIT $2`,
    [buyerId, eventsMax],
  );
  return rows.map((row) => row.event_id);
};

async function moveTicket(
  { db, log }: Pick<Kit, 'db' | 'log'>,
  eventUuid: string,
  fromId: number,
  accountId: number,
  mayMove?: (tx: Sql) => Promise<boolean>,
): Promise<void> {
  const moved = await db.tx((tx) => moveOneTicket(tx, eventUuid, fromId, accountId, mayMove));
  if (moved) log.info({ eventUuid, accountId }, 'ticket moved to the account of the same person');
}

/**
 * Moves a guest's ticket of one event to the guest of another email address. It stays an order of the browser that
 * bought it, and a seat that its network took. False: it cannot move now.
 */
export async function moveTicketToGuest(
  tx: Tx,
  moved: { readonly eventUuid: string; readonly orderId: string; readonly fromId: number; readonly toId: number },
  mayMove: (tx: Sql) => Promise<boolean>,
): Promise<boolean> {
  const { eventUuid, orderId, fromId, toId } = moved;
  const order = await tx.one<{ guest_key: string | null; hold_address: string | null }>(
    'SELECT guest_key, hold_address FROM orders WHERE id = $1',
    [orderId],
  );
  if (!order || !(await moveOneTicket(tx, eventUuid, fromId, toId, mayMove))) return false;
  await tx.query(
    `UPDATE orders SET guest_key = $2, hold_address = $3,
       email_norm = (SELECT guest_email_norm FROM app_user WHERE id = $4) WHERE id = $1`,
    [orderId, order.guest_key, order.hold_address, toId],
  );
  return true;
}

async function moveOneTicket(
  tx: Tx,
  eventUuid: string,
  guestId: number,
  accountId: number,
  mayMove: (tx: Sql) => Promise<boolean> = () => Promise.resolve(true),
): Promise<boolean> {
  if (!(await lockMeetings(tx, guestId, eventUuid))) return false;
  const event = await tx.one<{ live: boolean; host_id: number }>(
    'SELECT state = 1 AS live, host_id FROM event WHERE id = $1 FOR NO KEY UPDATE',
    [eventUuid],
  );
  if (!event || event.live || event.host_id === accountId) return false;
  // A transferred ticket has its buyer's order under the key of its holder.
  const orders = await tx.query<{
    id: string;
    status: string;
    created_at: Date;
    of_guest: boolean;
    of_account: boolean;
  }>(
    `SELECT id, status, created_at, buyer_id = $2 OR holder_key = person_holder($2) AS of_guest,
       holder_key = person_holder($3) OR (buyer_id = $3 AND starts_with(holder_key, 'g:')) AS of_account
     FROM orders
     WHERE id IN (
       SELECT id FROM orders WHERE event_id = $1 AND buyer_id IN ($2, $3)
       UNION SELECT order_id FROM ticket WHERE event_id = $1 AND holder_id IN ($2, $3))
     ORDER BY id FOR UPDATE`,
    [eventUuid, guestId, accountId],
  );
  // An unpaid order stays with the guest until it is settled, because anyone may have begun it with this email address.
  const ofGuest = orders.filter((order) => order.of_guest && order.status !== 'pending');
  const isPlaced = orders.some(
    (order) => order.of_account && !['expired', 'cancelled', 'refunded'].includes(order.status),
  );
  const last = ofGuest.toSorted((a, b) => a.created_at.getTime() - b.created_at.getTime()).at(-1);
  if (!last || isPlaced || !(await mayMove(tx))) return false;

  // The order now belongs to an account, so the typed email address and the browser prove nothing. The network address
  // is deleted, because anyone may have begun the order with this email address and the account must not learn from
  // where.
  await tx.query(
    `UPDATE orders
     SET buyer_id = $3, email_norm = NULL, guest_key = NULL, hold_address = NULL,
       holder_key = CASE WHEN starts_with(holder_key, 'g:') THEN person_holder($3) ELSE holder_key END
     WHERE event_id = $1 AND buyer_id = $2 AND status <> 'pending'`,
    [eventUuid, guestId, accountId],
  );
  await tx.query(
    'UPDATE orders SET holder_key = person_holder($2) WHERE id = ANY ($1) AND holder_key = person_holder($3)',
    [ofGuest.map((order) => order.id), accountId, guestId],
  );
  await tx.query(
    'UPDATE ticket SET holder_id = $3, holder_key = person_holder($3) WHERE event_id = $1 AND holder_id = $2',
    [eventUuid, guestId, accountId],
  );
  await moveMeetings(tx, guestId, accountId, eventUuid);
  await moveDeclined(tx, guestId, accountId);
  await moveRoomPlace(tx, eventUuid, guestId, accountId);
  // A ticket holder leaves the waitlist.
  await tx.query('SELECT leave_waitlist($1, $2)', [eventUuid, accountId]);
  await recordFact(tx, ticketHolderChanged(eventUuid, last.id, guestId, accountId));
  return true;
}

/** Who declined reminders as a guest has declined them as an account. */
async function moveDeclined(tx: Tx, guestId: number, accountId: number): Promise<void> {
  await tx.query(
    `WITH declined AS (UPDATE app_user SET reminders = true WHERE id = $1 AND NOT reminders RETURNING id)
     UPDATE app_user SET reminders = false WHERE id = $2 AND EXISTS (SELECT 1 FROM declined)`,
    [guestId, accountId],
  );
}

/** Moves a ban, a removal, a role and event-admin rights with the ticket, so that registering does not evade a ban. */
async function moveRoomPlace(tx: Tx, eventUuid: string, guestId: number, accountId: number): Promise<void> {
  await tx.query(
    `INSERT INTO room_member (event_id, user_id, is_admin, stage_role, banned_at, removed_at, desired_grants, joined_at, met_at)
     SELECT event_id, $3, is_admin, stage_role, banned_at, removed_at, desired_grants, joined_at, met_at
     FROM room_member WHERE event_id = $1 AND user_id = $2
     ON CONFLICT (event_id, user_id) DO UPDATE SET
       banned_at = coalesce(room_member.banned_at, excluded.banned_at),
       removed_at = coalesce(room_member.removed_at, excluded.removed_at),
       met_at = coalesce(room_member.met_at, excluded.met_at),
       is_admin = (room_member.is_admin OR excluded.is_admin)
         AND coalesce(room_member.banned_at, excluded.banned_at, room_member.removed_at, excluded.removed_at) IS NULL,
       stage_role = CASE
         WHEN coalesce(room_member.banned_at, excluded.banned_at, room_member.removed_at, excluded.removed_at) IS NOT NULL
           THEN 'viewer'
         WHEN 'cohost' IN (room_member.stage_role, excluded.stage_role) THEN 'cohost'
         WHEN 'guest' IN (room_member.stage_role, excluded.stage_role) THEN 'guest' ELSE 'viewer' END`,
    [eventUuid, guestId, accountId],
  );
  await tx.query('DELETE FROM room_member WHERE event_id = $1 AND user_id = $2', [eventUuid, guestId]);
}
