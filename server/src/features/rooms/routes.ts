import type { BodyOf } from '@frontrow/contract/api.ts';
import { engineAddress } from '../../http/addresses.ts';
import { chatLimit, handLimit, reactionLimit, readLimit, roomLimit, writeLimit } from '../../http/limits/limits.ts';
import { type AnyRoute, route } from '../../http/routes/route.ts';
import { audienceRoutes } from './audience-routes.ts';
import { joinStreaming, leaveStreaming, readByFiles } from './admission.ts';
import { captionRoutes } from './captions.ts';
import { react, removeMessage, sendMessage, setSlowMode, toggleChat } from './chat.ts';
import { change } from './change-route.ts';
import { finishStreaming } from './ending.ts';
import { addTime, readRoomTimes, readMeetingChat } from './meeting-room.ts';
import { moderationRoutes } from './moderation-routes.ts';
import { inviteSpeaker, setRole, setStageGuest } from './roles.ts';
import type { Admission } from './room-entry.ts';
import { streamingState } from './room-views.ts';
import type { RoomsDeps } from './rooms-deps.ts';
import { enterPreview } from './engine/preview-rooms.ts';
import { enterVp8 } from './engine/vp8-rooms.ts';
import { openBackstage, startStreaming } from './streaming.ts';
import {
  answerWarmUp,
  askNext,
  extendTurn,
  giveTurn,
  lowerHands,
  orderHands,
  pinHand,
  raiseHand,
  screenNext,
  setTurnLength,
  toggleOpenMic,
  toggleRaiseHand,
} from './turns.ts';

/** The room's calls. Core's room rules decide who may do what, under the room's lock. */
export const roomsRoutes = (deps: RoomsDeps): AnyRoute[] => [
  ...admissionRoutes(deps),
  ...turnRoutes(deps),
  ...moderationRoutes(deps),
  ...speakerRoutes(deps),
  ...chatRoutes(deps),
  ...audienceRoutes(deps),
  ...captionRoutes(deps),
  ...endingRoutes(deps),
  ...meetingRoutes(deps),
];

type Entry = Pick<
  BodyOf<'POST /events/streaming/join_streaming'>,
  'event_uuid' | 'session_id' | 'take_over' | 'returning'
>;

function admissionRoutes(deps: RoomsDeps): AnyRoute[] {
  const entryOf = (body: Entry) => ({
    eventUuid: body.event_uuid,
    sessionId: body.session_id,
    takeOver: body.take_over ?? false,
    returning: body.returning,
  });
  const inside = async (admission: Admission, readerId: number, host: string | undefined) => ({
    ...admission,
    url: engineAddress(admission.url, deps.config, host),
    ...(await deps.snapshotForNewcomer(admission.room, readerId)),
  });
  return [
    route({
      call: 'POST /events/streaming/start_streaming',
      who: 'account',
      limit: roomLimit,
      handle: async ({ actor, body, header }) =>
        inside(await startStreaming(deps, actor, entryOf(body)), actor.id, header('host')),
    }),
    route({
      call: 'POST /events/streaming/open_backstage',
      who: 'account',
      limit: roomLimit,
      handle: async ({ actor, body, header }) =>
        inside(await openBackstage(deps, actor, entryOf(body)), actor.id, header('host')),
    }),
    route({
      call: 'POST /events/streaming/join_streaming',
      who: 'member',
      limit: roomLimit,
      handle: async ({ actor, body, header }) =>
        inside(await joinStreaming(deps, actor, entryOf(body)), actor.id, header('host')),
    }),
    route({
      call: 'POST /events/streaming/leave_streaming',
      who: 'member',
      limit: roomLimit,
      handle: async ({ actor, body }) => {
        await leaveStreaming(deps, actor, { eventUuid: body.event_uuid, sessionId: body.session_id });
        return {};
      },
    }),
    route({
      call: 'POST /events/streaming/read_by_files',
      who: 'member',
      limit: roomLimit,
      handle: async ({ actor, body }) => ({
        chat: await readByFiles(deps, actor, { eventUuid: body.event_uuid, sessionId: body.session_id }),
      }),
    }),
    route({
      call: 'GET /events/streaming/streaming_state/:uuid',
      who: 'member',
      limit: readLimit,
      handle: ({ actor, params }) => streamingState(deps, actor, params.uuid),
    }),
  ];
}

const turnRoutes = (deps: RoomsDeps): AnyRoute[] => [
  change(deps, 'POST /events/streaming/toggle_open_mic', (actor, uuid, { enabled }) =>
    toggleOpenMic(deps, actor, uuid, enabled),
  ),
  change(deps, 'POST /events/streaming/toggle_raise_hand', (actor, uuid, { enabled }) =>
    toggleRaiseHand(deps, actor, uuid, enabled),
  ),
  change(
    deps,
    'POST /events/streaming/raise_hand',
    (actor, uuid, { raised, question }) => raiseHand(deps, actor, uuid, { raised, question }),
    handLimit,
  ),
  change(deps, 'POST /events/streaming/lower_hands', (actor, uuid, { username }) =>
    lowerHands(deps, actor, uuid, username),
  ),
  change(deps, 'POST /events/streaming/pin_hand', (actor, uuid, { username, pinned }) =>
    pinHand(deps, actor, uuid, { username, pinned }),
  ),
  change(deps, 'POST /events/streaming/order_hands', (actor, uuid, { new_voices_first: newVoicesFirst }) =>
    orderHands(deps, actor, uuid, newVoicesFirst),
  ),
  change(deps, 'POST /events/streaming/set_turn_length', (actor, uuid, { seconds }) =>
    setTurnLength(deps, actor, uuid, seconds),
  ),
  change(deps, 'POST /events/streaming/extend_turn', (actor, uuid) => extendTurn(deps, actor, uuid)),
  change(deps, 'POST /events/streaming/allow_mic', (actor, uuid, { username, enabled }) =>
    giveTurn(deps, actor, uuid, { username, enabled }),
  ),
  change(deps, 'POST /events/streaming/screen_next', (actor, uuid, { enabled }) =>
    screenNext(deps, actor, uuid, enabled),
  ),
  change(deps, 'POST /events/streaming/ask_next', (actor, uuid, { instead_of: insteadOf }) =>
    askNext(deps, actor, uuid, insteadOf),
  ),
  change(deps, 'POST /events/streaming/answer_warm_up', (actor, uuid, { ready }) =>
    answerWarmUp(deps, actor, uuid, ready),
  ),
  route({
    call: 'POST /events/streaming/preview_next',
    who: 'member',
    limit: roomLimit,
    handle: async ({ actor, body, header }) => {
      const { url, ...preview } = await enterPreview(deps, actor, body.event_uuid);
      return { ...preview, url: engineAddress(url, deps.config, header('host')) };
    },
  }),
  route({
    call: 'POST /events/streaming/vp8_video',
    who: 'member',
    limit: roomLimit,
    handle: async ({ actor, body, header }) => {
      const { url, ...entry } = await enterVp8(deps, actor, body.event_uuid);
      return { ...entry, url: url === '' ? '' : engineAddress(url, deps.config, header('host')) };
    },
  }),
];

const speakerRoutes = (deps: RoomsDeps): AnyRoute[] => [
  change(deps, 'POST /events/streaming/set_role', (actor, uuid, { username, role }) =>
    setRole(deps, actor, uuid, { username, role }),
  ),
  change(deps, 'POST /events/streaming/set_stage_guest', (actor, uuid, { username, enabled }) =>
    setStageGuest(deps, actor, uuid, { username, enabled }),
  ),
  route({
    call: 'POST /events/invite_speaker',
    who: 'account',
    limit: writeLimit,
    handle: async ({ actor, body: { event_uuid: eventUuid, who, role } }) => {
      await inviteSpeaker(deps, actor, eventUuid, { who, role });
      return { current_state: (await deps.snapshot(eventUuid, actor.id)).current_state };
    },
  }),
];

const chatRoutes = (deps: RoomsDeps): AnyRoute[] => [
  change(deps, 'POST /events/streaming/toggle_chat_enabled', (actor, uuid, { enabled }) =>
    toggleChat(deps, actor, uuid, enabled),
  ),
  change(deps, 'POST /events/streaming/slow_mode', (actor, uuid, { seconds }) =>
    setSlowMode(deps, actor, uuid, seconds),
  ),
  route({
    call: 'POST /events/streaming/messages_new',
    who: 'member',
    limit: chatLimit,
    handle: async ({ actor, body }) => ({
      message: await sendMessage(deps, actor, body.event_uuid, { message: body.message, clientId: body.client_id }),
    }),
  }),
  route({
    call: 'POST /events/streaming/messages_remove',
    who: 'member',
    limit: roomLimit,
    handle: async ({ actor, body }) => {
      await removeMessage(deps, actor, body.event_uuid, body.seq);
      return {};
    },
  }),
  route({
    call: 'POST /events/streaming/react',
    who: 'member',
    limit: reactionLimit,
    handle: async ({ actor, body }) => {
      await react(deps, actor, body.event_uuid, body.emoji);
      return {};
    },
  }),
];

const endingRoutes = (deps: RoomsDeps): AnyRoute[] => [
  route({
    call: 'POST /events/streaming/stop_streaming',
    who: 'member',
    limit: roomLimit,
    handle: async ({ actor, body }) => {
      await finishStreaming(deps, actor, body.event_uuid);
      return {};
    },
  }),
];

/** Calls that only the room of a private meeting has. */
const meetingRoutes = (deps: RoomsDeps): AnyRoute[] => [
  route({
    call: 'GET /private_meetings/:uuid/room',
    who: 'account',
    limit: readLimit,
    handle: async ({ actor, params }) => ({ meeting: await readRoomTimes(deps, actor, params.uuid) }),
  }),
  route({
    call: 'POST /private_meetings/add_time',
    who: 'account',
    limit: roomLimit,
    handle: async ({ actor, body }) => {
      await addTime(deps, actor, body.event_uuid);
      return { current_state: (await deps.snapshot(body.event_uuid, actor.id)).current_state };
    },
  }),
  route({
    call: 'GET /private_requests/:uuid/chat',
    who: 'account',
    limit: readLimit,
    handle: async ({ actor, params }) => ({ messages: await readMeetingChat(deps, actor, params.uuid) }),
  }),
];
