import { readLimit, roomLimit } from '../../../http/limits/limits.ts';
import { type AnyRoute, route } from '../../../http/routes/route.ts';
import type { RoomKit } from '../room-kit.ts';
import { addTime } from './add-time.ts';
import { readDoor, readMeetingChat } from './read-meeting.ts';

/** Calls that only the room of a private meeting has. */
export const meetingRoutes = (kit: RoomKit): AnyRoute[] => [
  route({
    call: 'GET /private_meetings/:uuid/room',
    who: 'account',
    limit: readLimit,
    handle: async ({ actor, params }) => ({ meeting: await readDoor(kit, actor, params.uuid) }),
  }),
  route({
    call: 'POST /private_meetings/add_time',
    who: 'account',
    limit: roomLimit,
    handle: async ({ actor, body }) => {
      await addTime(kit, actor, body.event_uuid);
      return { current_state: (await kit.snapshot(body.event_uuid)).current_state };
    },
  }),
  route({
    call: 'GET /private_requests/:uuid/chat',
    who: 'account',
    limit: readLimit,
    handle: async ({ actor, params }) => ({ messages: await readMeetingChat(kit, actor, params.uuid) }),
  }),
];
