import { domainToASCII } from 'node:url';
import { readEmail } from '@frontrow/core/accounts/email.ts';
import type { Account } from '@frontrow/core/kernel/actor.ts';
import { refuse } from '@frontrow/core/refuse.ts';
import { decideRole, decideStageGuest, takesFreePlace } from '@frontrow/core/rooms/roles.ts';
import { endedRefusal, isTakenDown, requireInteractive, type RoomRole } from '@frontrow/core/rooms/room-rules.ts';
import type { Tx } from '../../db/db.ts';
import { recordFact } from '../../facts/fact-handler.ts';
import { changeOf, changeRoom, inRowQueue, type RoomChange } from './change-room.ts';
import { accountNamed, ensureRoomRow, lockRoom, memberNamed, personIn, requireCaller } from './records.ts';
import type { RoomsDeps } from './rooms-deps.ts';
import { stepTurnQueue } from './turn-queue.ts';

/**
 * Gives a person a role, or takes it, before the event or during it. A guest speaker who is in the room is on stage
 * from then on if the place is free. Repeating it changes nothing. Throws `event_not_found`, `not_in_meetings`,
 * `user_not_found`, and what `decideRole` throws.
 */
export async function setRole(
  deps: RoomsDeps,
  actor: Account,
  eventUuid: string,
  { username, role }: { readonly username: string; readonly role: RoomRole },
): Promise<void> {
  const outcome = await inRowQueue(deps, eventUuid, async (tx) => {
    const event = await deps.events.lock(tx, eventUuid);
    if (!event) throw refuse('event_not_found');
    // A role can be given before the room exists. A refusal takes the row back.
    await ensureRoomRow(tx, eventUuid);
    const change = changeOf(tx, (await lockRoom(tx, eventUuid))!);
    const { room } = change;
    const me = await personIn(tx, eventUuid, actor.id);
    // Checked first: only those who give roles may learn from the refusal who has an account.
    if (!me?.isHost && me?.roomRole !== 'cohost') throw refuse('host_only');
    const target = await accountNamed(tx, eventUuid, username);
    if (!target) throw refuse('user_not_found');
    if (decideRole(room, me, target, role) === 'keep') return change.outcome;
    await tx.query(
      `INSERT INTO room_member (event_id, user_id, stage_role) VALUES ($1, $2, $3)
       ON CONFLICT (event_id, user_id) DO UPDATE SET stage_role = excluded.stage_role`,
      [eventUuid, target.id, role],
    );
    if (role === 'viewer') await leaveStage(change, [target.id]);
    else if (takesFreePlace(room, { roomRole: role, isPresent: target.isPresent })) await takeStage(change, target.id);
    await change.log('updateEvent', { change: 'role', user: target.id, role }, actor.id);
    if (event.state === 0 && role !== 'viewer') await tellSpeaker(tx, eventUuid, target.id, role);
    return change.outcome;
  });
  if (outcome.isLogged) deps.effects.push(eventUuid);
  await deps.effects.applyGrants(eventUuid, outcome.grants);
}

/** Before the event the person gets an email, once per role, with the link to join. */
async function tellSpeaker(tx: Tx, eventUuid: string, userId: number, role: 'guest' | 'cohost'): Promise<void> {
  const ticket = await tx.one<{ id: string }>(
    'SELECT id FROM ticket WHERE event_id = $1 AND holder_key = person_holder($2) AND voided_at IS NULL',
    [eventUuid, userId],
  );
  if (!ticket) return;
  await recordFact(tx, {
    topic: 'HolderTold',
    dedupeKey: `speaker:${role}:${ticket.id}`,
    payload: { eventUuid, ticketId: ticket.id, what: 'speaker', role },
  });
}

/**
 * The host invites a guest speaker or co-host by username or email address. Someone without a ticket gets a
 * complimentary one, and someone without an account the link of a guest. Repeating it changes nothing. Throws
 * `host_only`, `user_not_found`, `email_invalid`, why there is no complimentary ticket, and what `setRole` throws.
 */
export async function inviteSpeaker(
  deps: RoomsDeps,
  actor: Account,
  eventUuid: string,
  { who, role }: { readonly who: string; readonly role: 'guest' | 'cohost' },
): Promise<void> {
  const event = await deps.events.find(deps.db, eventUuid);
  if (!event) throw refuse('event_not_found');
  if (event.hostId !== actor.id) throw refuse('host_only');
  requireInteractive({ isInteractive: event.kind === 0 });
  if (event.state === 2) throw endedRefusal({ takenDown: isTakenDown(event) });
  const invited = await invitedPerson(deps, who.trim());
  await deps.ticketing.giveComplimentary(eventUuid, invited);
  const account = await deps.db.one<{ username: string }>('SELECT username FROM app_user WHERE id = $1', [
    invited.person.person,
  ]);
  await setRole(deps, actor, eventUuid, { username: account!.username, role });
}

/** An account keeps its email address to itself: the host's guest list shows what the host typed. */
async function invitedPerson(
  { db, accounts }: Pick<RoomsDeps, 'db' | 'accounts'>,
  who: string,
): Promise<Parameters<RoomsDeps['ticketing']['giveComplimentary']>[1]> {
  if (who.includes('@', 1)) {
    const email = readEmail(who, domainToASCII);
    return { person: await accounts.personOf(db, email), shownAs: email };
  }
  const username = who.replace(/^@/, '');
  const account = await db.one<{ id: number }>(
    'SELECT id FROM app_user WHERE username = $1 AND guest_email_norm IS NULL AND erased_at IS NULL',
    [username],
  );
  if (!account) throw refuse('user_not_found', {}, { field: 'who' });
  return { person: { person: account.id, rows: [account.id], is_guest: false }, shownAs: `@${username}` };
}

/**
 * Puts a person with a role on stage as guest, or takes them off it. Repeating it changes nothing. Throws
 * `not_in_room`, and what `decideStageGuest` throws.
 */
export async function setStageGuest(
  deps: RoomsDeps,
  actor: Account,
  eventUuid: string,
  { username, enabled }: { readonly username: string; readonly enabled: boolean },
): Promise<void> {
  await changeRoom(deps, eventUuid, async (change) => {
    const { tx, room, log } = change;
    const me = await requireCaller(tx, eventUuid, actor.id);
    const target = me.username === username ? me : await memberNamed(tx, eventUuid, username);
    // The rule about the caller comes before the one about the person who is named.
    const decided = decideStageGuest(
      room,
      me,
      target ?? { ...me, id: -1, roomRole: 'guest', isPresent: false },
      enabled,
    );
    if (decided === 'keep' || !target) return;
    await (decided === 'take' ? takeStage(change, target.id) : leaveStage(change, [target.id]));
    await log('updateEvent', { change: 'stage_guest', user: target.id, enabled }, actor.id);
  });
}

/** The place on stage goes to this person, whose hand and turn end. The caller holds the room's lock, and logs it. */
async function takeStage(change: RoomChange, userId: number): Promise<void> {
  const { tx, room, regrant } = change;
  await stepTurnQueue(change, { do: 'leave', userIds: [userId] });
  await tx.query('UPDATE room SET stage_guest_id = $2 WHERE event_id = $1', [room.eventId, userId]);
  await regrant(room.stageGuestId === undefined ? [userId] : [userId, room.stageGuestId]);
}

/** A guest speaker who enters takes the place on stage if it is free. The caller logs that they entered. */
export async function enterStage(
  change: RoomChange,
  me: { readonly id: number; readonly roomRole: RoomRole },
): Promise<void> {
  if (takesFreePlace(change.room, { roomRole: me.roomRole, isPresent: true })) await takeStage(change, me.id);
}

/** Frees the place on stage if one of these people has it, and returns whether one had. The caller logs it. */
export async function leaveStage({ tx, room, regrant }: RoomChange, userIds: readonly number[]): Promise<boolean> {
  const left = await tx.one<{ id: number }>(
    `UPDATE room r SET stage_guest_id = NULL FROM room before
     WHERE r.event_id = $1 AND before.event_id = r.event_id AND r.stage_guest_id = ANY ($2)
     RETURNING coalesce(before.stage_guest_id, 0) AS id`,
    [room.eventId, userIds],
  );
  if (left) await regrant([left.id]);
  return left !== undefined;
}
