import type { Account } from '@frontrow/core/kernel/actor.ts';
import { requireMayReact } from '@frontrow/core/rooms/reactions.ts';
import { refuse } from '@frontrow/core/refuse.ts';
import type { RoomKit } from '../room-kit.ts';

/**
 * Counts one reaction; the room is told within a quarter of a second. Nothing is stored. Throws `banned`,
 * `broadcast_only`, `not_in_room`, `reaction_unknown`, `room_closed`, `room_taken_down`.
 */
export async function react(kit: RoomKit, actor: Account, eventUuid: string, emoji: string): Promise<void> {
  const known = await kit.reactor({ eventUuid, userId: actor.id });
  if (!known) throw refuse('not_in_room');
  kit.effects.react(eventUuid, requireMayReact(known.room, known.person, emoji));
}
