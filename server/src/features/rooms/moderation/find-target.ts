import type { Account } from '@frontrow/core/kernel/actor.ts';
import { refuse } from '@frontrow/core/refuse.ts';
import type { RoomChange } from '../state/change-room.ts';
import { type MemberRecord, memberNamed, personIn } from '../state/store.ts';

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
