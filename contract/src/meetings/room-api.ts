import { z } from 'zod';
import { type EndpointTable, epochMs, eventUuid } from '../kernel/endpoint.ts';
import { stateAnswer, wireChatMessage } from '../rooms/api.ts';

const person = z.object({ username: z.string(), name: z.string(), user_avatar: z.string().nullable() });

/** What the door of a meeting's room shows. */
export const wireMeetingDoor = z.object({
  event_uuid: z.string(),
  /** Which side the caller is on; an app admin is on none. */
  side: z.enum(['host', 'viewer', 'admin']),
  host: person,
  viewer: person,
  starts_at: epochMs,
  /** With the time that the host added. */
  ends_at: epochMs,
  /** From when the room is open. */
  opens_at: epochMs,
  event_state: z.union([z.literal(0), z.literal(1), z.literal(2)]),
  /** It was called off, or taken down. */
  event_cancelled: z.boolean(),
  /** It is paid, or costs nothing. */
  confirmed: z.boolean(),
  /** Who is in the room right now. */
  host_here: z.boolean(),
  viewer_here: z.boolean(),
  /** Who has been seen in the room while the meeting ran. */
  host_met: z.boolean(),
  viewer_met: z.boolean(),
});

/** A meeting's room is entered by the calls of every room (`start_streaming`, `join_streaming`), either side first. */
export const meetingRoomApi = {
  'GET /private_meetings/:uuid/room': {
    summary: 'The door of the room of a private meeting: for its two people and app admins',
    params: z.object({ uuid: eventUuid }),
    answer: z.object({ meeting: wireMeetingDoor }),
  },
  'POST /private_meetings/add_time': {
    summary: 'The host adds 10 minutes without charge, where the time after the meeting is free',
    body: z.strictObject({ event_uuid: eventUuid }),
    answer: stateAnswer,
  },
  'GET /private_requests/:uuid/chat': {
    summary:
      'What the two wrote in the room of their meeting, oldest first; of a very long one the latest 500 messages',
    params: z.object({ uuid: eventUuid }),
    answer: z.object({ messages: z.array(wireChatMessage) }),
  },
} as const satisfies EndpointTable;

export type WireMeetingDoor = z.infer<typeof wireMeetingDoor>;
