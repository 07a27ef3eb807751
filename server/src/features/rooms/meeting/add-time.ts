import type { Account } from '@frontrow/core/kernel/actor.ts';
import { decideAddedTime, requireMeetingPart } from '@frontrow/core/rooms/meeting-rules.ts';
import { isTakenDown } from '@frontrow/core/rooms/room-rules.ts';
import { refuse } from '@frontrow/core/refuse.ts';
import type { RoomKit } from '../room-kit.ts';
import { changeOf, inRowQueue } from '../state/change-room.ts';
import { lockRoom } from '../state/store.ts';

/**
 * The host adds ten minutes without charge. Throws `event_not_found`, `host_only`, `not_live`, `room_closed`,
 * `time_added_full`, and `time_taken` where the host has something else then.
 */
export async function addTime(kit: RoomKit, actor: Account, eventUuid: string): Promise<void> {
  await inRowQueue(kit, eventUuid, async (tx) => {
    const event = await kit.events.lock(tx, eventUuid);
    if (!event?.meeting) throw refuse('event_not_found');
    const { viewerId, endsAt } = event.meeting;
    const part = requireMeetingPart({ hostId: event.hostId, viewerId }, actor);
    const meeting = { ...event, endsAt, takenDown: isTakenDown(event) };
    const later = decideAddedTime(meeting, { isHost: part === 'host' }, event.now);
    const room = (await lockRoom(tx, eventUuid))!;
    await kit.events.prolongMeeting(tx, eventUuid, later);
    await changeOf(tx, room).log('updateEvent', { change: 'time_added', ends_at: later }, actor.id);
  });
  kit.effects.push(eventUuid);
}
