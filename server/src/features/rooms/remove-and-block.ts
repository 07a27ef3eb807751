import type { Account } from '@frontrow/core/kernel/actor.ts';
import { refuse } from '@frontrow/core/refuse.ts';
import { decideBlock, decidePromotion, decideRemoval, decideReturn } from '@frontrow/core/rooms/room-rules.ts';
import { changeRoom, type RoomChange } from './change-room.ts';
import { dismissQuestionsOf } from './questions.ts';
import { memberNamed, type MemberRecord, personIn } from './records.ts';
import { leaveStage } from './roles.ts';
import { identityOf, type RoomsDeps } from './rooms-deps.ts';
import { vacateSeats } from './seat-leases.ts';
import { stepTurnQueue } from './turn-queue.ts';

/** A moderator and the person they act on, as the room knows both. Throws `moderators_only`, `target_not_in_room`. */
export async function findTarget(
  { tx, room }: Pick<RoomChange, 'tx' | 'room'>,
  actor: Account,
  username: string,
): Promise<{ me: MemberRecord; target: MemberRecord }> {
  const me = await personIn(tx, room.eventId, actor.id);
  // Checked first: only moderators may learn from the refusal who is in the room.
  if (!me?.isHost && !me?.isAdmin) throw refuse('moderators_only');
  const target = await memberNamed(tx, room.eventId, username);
  if (!target) throw refuse('target_not_in_room');
  return { me, target };
}

/**
 * Removes a viewer for the rest of the event: seat, hand, turn, role and the event admin's rights end, the sockets of
 * all their accounts end, and the engine disconnects them. They keep their ticket. Blocking is a separate action
 * (docs/decisions/0010).
 */
export async function removeViewer(
  deps: RoomsDeps,
  actor: Account,
  eventUuid: string,
  username: string,
): Promise<void> {
  const removed = await changeRoom(deps, eventUuid, async (change) => {
    const { tx, room, log } = change;
    const { me, target } = await findTarget(change, actor, username);
    if (decideRemoval(room, me, target) === 'keep') return [];
    const ids = (await accountsOfPerson(change, target.id, 'decided')).map((one) => one.id);
    await vacateSeats(change, ids, 'removed', true);
    await tx.query(
      'UPDATE room_member SET removed_at = app_now() WHERE event_id = $1 AND user_id = ANY ($2) AND removed_at IS NULL',
      [eventUuid, ids],
    );
    await log('updateEvent', { change: 'removed', user: target.id }, actor.id);
    return ids;
  });
  for (const userId of removed) {
    deps.effects.endOtherSessions(eventUuid, userId, 'removed', undefined);
    await deps.video.removeParticipant(eventUuid, identityOf(userId)).catch(() => undefined);
  }
}

/**
 * Blocks or unblocks a viewer; without `enabled` it toggles. A blocked viewer keeps watching, but loses chat, hand,
 * turn, role and the event admin's rights, and their messages are removed (rule R6). Throws `moderators_only`,
 * `target_protected`.
 */
export async function banViewer(
  deps: RoomsDeps,
  actor: Account,
  eventUuid: string,
  username: string,
  enabled: boolean | undefined,
): Promise<void> {
  await changeRoom(deps, eventUuid, async (change) => {
    const { tx, room, log, regrant } = change;
    const { me, target } = await findTarget(change, actor, username);
    const decided = decideBlock(room, me, target, enabled);
    if (decided === 'keep') return;
    const banned = decided === 'block';
    const person = await accountsOfPerson(change, target.id, banned ? 'decided' : 'lifted');
    const accounts = person.filter((one) => one.here);
    const ids = accounts.map((one) => one.id);
    await tx.query(
      `UPDATE room_member SET banned_at = CASE WHEN $3 THEN app_now() END, is_admin = is_admin AND NOT $3,
         stage_role = CASE WHEN $3 THEN 'viewer' ELSE stage_role END
       WHERE event_id = $1 AND user_id = ANY ($2)`,
      [eventUuid, ids, banned],
    );
    if (banned) await stepTurnQueue(change, { do: 'leave', userIds: ids });
    if (banned) await leaveStage(change, ids);
    if (banned)
      await tx.query(
        `UPDATE chat_message SET removed_at = app_now()
         WHERE event_id = $1 AND author_id = ANY ($2) AND removed_at IS NULL`,
        [eventUuid, ids],
      );
    if (banned) await dismissQuestionsOf(change, ids);
    await regrant(ids);
    for (const { id, username: name } of accounts)
      await log('userBanned', { username: name, author: id, blocked: banned }, actor.id);
  });
}

interface PersonAccount {
  readonly id: number;
  readonly username: string;
  /** Is, or was, in this room. */
  readonly here: boolean;
}

/**
 * All accounts of the person behind one account: a guest and a registered account may be the same person. What is
 * `decided` about one account holds for another only if that one has verified the shared email address; what is
 * `lifted` is lifted from all. Never returns the host's account.
 */
export async function accountsOfPerson(
  { tx, room }: Pick<RoomChange, 'tx' | 'room'>,
  userId: number,
  what: 'decided' | 'lifted',
): Promise<PersonAccount[]> {
  return tx.query<PersonAccount>(
    `SELECT u.id, u.username, m.user_id IS NOT NULL AS here
     FROM app_user u LEFT JOIN room_member m ON m.event_id = $1 AND m.user_id = u.id
     WHERE u.id <> $3 AND (u.id = $2 OR u.id IN (SELECT user_id FROM same_person WHERE other_id = $2)
       OR ($4 AND u.id IN (SELECT other_id FROM same_person WHERE user_id = $2)))`,
    [room.eventId, userId, room.hostId, what === 'lifted'],
  );
}

/** Readmits a removed viewer, who may then take a seat again. Repeating it changes nothing. */
export async function readmitViewer(
  deps: RoomsDeps,
  actor: Account,
  eventUuid: string,
  username: string,
): Promise<void> {
  await changeRoom(deps, eventUuid, async (change) => {
    const { tx, room, log } = change;
    const { me, target } = await findTarget(change, actor, username);
    if (decideReturn(room, me, target) === 'keep') return;
    const ids = (await accountsOfPerson(change, target.id, 'lifted')).map((one) => one.id);
    await tx.query('UPDATE room_member SET removed_at = NULL WHERE event_id = $1 AND user_id = ANY ($2)', [
      eventUuid,
      ids,
    ]);
    await log('updateEvent', { change: 'readmitted', user: target.id }, actor.id);
  });
}

/**
 * The owner makes a viewer an event admin, or revokes it; without `enabled` it toggles. Throws `host_only`,
 * `target_protected`.
 */
export async function promoteAdmin(
  deps: RoomsDeps,
  actor: Account,
  eventUuid: string,
  username: string,
  enabled: boolean | undefined,
): Promise<void> {
  await changeRoom(deps, eventUuid, async ({ tx, room, log }) => {
    const isHost = room.hostId === actor.id;
    if (!isHost) throw refuse('host_only');
    const target = await memberNamed(tx, eventUuid, username);
    if (!target) throw refuse('target_not_in_room');
    const decided = decidePromotion(room, { isHost }, target, target.hasTicket, enabled);
    if (decided === 'keep') return;
    await tx.query('UPDATE room_member SET is_admin = $3 WHERE event_id = $1 AND user_id = $2', [
      eventUuid,
      target.id,
      decided === 'promote',
    ]);
    await log('updateEvent', { change: 'admin', user: target.id, enabled: decided === 'promote' }, actor.id);
  });
}
