import type { RoomChange } from '../state/change-room.ts';

/**
 * Ends seat, hand and turn of people who left, whose lease ended, or who may not be in the room any more; with
 * `asAdminToo` also the event admin's rights. Answers how many of them had a seat or a hand.
 */
export async function vacateSeats(
  { tx, room, log, regrant }: RoomChange,
  userIds: readonly number[],
  why: string,
  asAdminToo = false,
): Promise<number> {
  const left = await tx.query<{ user_id: number }>(
    `UPDATE room_member SET seat_until = NULL, seat_session = NULL, hand_raised_at = NULL,
       is_admin = is_admin AND NOT $3
     WHERE event_id = $1 AND user_id = ANY ($2)
       AND (seat_until IS NOT NULL OR hand_raised_at IS NOT NULL OR (is_admin AND $3)) RETURNING user_id`,
    [room.eventId, userIds, asAdminToo],
  );
  const ids = left.map((row) => row.user_id);
  const spoke = userIds.filter((userId) => userId === room.speakerId);
  if (spoke.length > 0)
    await tx.query('UPDATE room SET speaker_id = NULL, speaker_since = NULL WHERE event_id = $1', [room.eventId]);
  if (ids.length === 0 && spoke.length === 0) return 0;
  await regrant([...ids, ...spoke]);
  await log('updateEvent', { change: why, users: ids });
  return ids.length;
}
