import type { WireMeetingDoor } from '@frontrow/contract/meetings/room-api.ts';
import type { WireChatMessage } from '@frontrow/contract/rooms/api.ts';
import type { Account } from '@frontrow/core/kernel/actor.ts';
import { meetingChatMax, roomOpensMs } from '@frontrow/core/meetings/limits.ts';
import { requireMeetingPart } from '@frontrow/core/rooms/meeting-rules.ts';
import { refuse } from '@frontrow/core/refuse.ts';
import type { RoomKit } from '../room-kit.ts';
import { latestMessages } from '../state/views.ts';
import { whoMet } from './note-met.ts';

/** What stands at the door of the meeting's room. Throws `event_not_found` to everybody but the two and app admins. */
export async function readDoor(
  { db, events, ticketing, snapshot }: Pick<RoomKit, 'db' | 'events' | 'ticketing' | 'snapshot'>,
  actor: Account,
  eventUuid: string,
): Promise<WireMeetingDoor> {
  const event = await events.find(db, eventUuid);
  if (!event?.meeting) throw refuse('event_not_found');
  const { viewerId, endsAt } = event.meeting;
  const side = requireMeetingPart({ hostId: event.hostId, viewerId }, actor);
  const people = await db.query<{ id: number; username: string; name: string; avatar_url: string | null }>(
    'SELECT u.id, u.username, shown_name_of(u) AS name, u.avatar_url FROM app_user u WHERE u.id = ANY ($1)',
    [[event.hostId, viewerId]],
  );
  const person = (id: number) => {
    const { username, name, avatar_url: avatar } = people.find((one) => one.id === id)!;
    return { username, name, user_avatar: avatar };
  };
  const met = await whoMet(db, eventUuid);
  const { meeting } = (await snapshot(eventUuid)).current_state;
  return {
    event_uuid: event.id,
    side,
    host: person(event.hostId),
    viewer: person(viewerId),
    starts_at: event.startsAt,
    ends_at: endsAt,
    opens_at: event.startsAt - roomOpensMs,
    event_state: event.state,
    event_cancelled: event.cancelledAt !== undefined,
    confirmed: (await ticketing.liveTicket(db, eventUuid, viewerId)) !== undefined,
    host_here: meeting?.host_here ?? false,
    viewer_here: meeting?.viewer_here ?? false,
    host_met: met.host,
    viewer_met: met.viewer,
  };
}

/**
 * What the two wrote, for them alone: it stays with the request after the room has closed. Throws `request_not_found`.
 */
export async function readMeetingChat(
  { db, events }: Pick<RoomKit, 'db' | 'events'>,
  actor: Account,
  eventUuid: string,
): Promise<WireChatMessage[]> {
  const event = await events.find(db, eventUuid);
  const isTheirs = event?.meeting && (actor.id === event.hostId || actor.id === event.meeting.viewerId);
  if (!isTheirs) throw refuse('request_not_found');
  return latestMessages(db, eventUuid, meetingChatMax);
}
