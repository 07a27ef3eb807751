import { readLimit, roomLimit } from '../../http/limits/limits.ts';
import { type AnyRoute, route } from '../../http/routes/route.ts';
import { change } from './change-route.ts';
import { toggleReactions } from './chat.ts';
import { banViewer, promoteAdmin, readmitViewer, removeViewer } from './remove-and-block.ts';
import { announce, pinMessage, removeAllOf, setWordFilter, timeOut } from './moderator-tools.ts';
import { readDesk } from './moderation-log.ts';
import type { RoomsDeps } from './rooms-deps.ts';

/** Calls of the host and event admins about people and what they write. */
export const moderationRoutes = (deps: RoomsDeps): AnyRoute[] => [
  change(deps, 'POST /events/streaming/toggle_banned', (actor, uuid, { username, enabled }) =>
    banViewer(deps, actor, uuid, username, enabled),
  ),
  change(deps, 'POST /events/streaming/toggle_admin', (actor, uuid, { username, enabled }) =>
    promoteAdmin(deps, actor, uuid, username, enabled),
  ),
  change(deps, 'POST /events/streaming/remove_viewer', (actor, uuid, { username }) =>
    removeViewer(deps, actor, uuid, username),
  ),
  change(deps, 'POST /events/streaming/readmit_viewer', (actor, uuid, { username }) =>
    readmitViewer(deps, actor, uuid, username),
  ),
  change(deps, 'POST /events/streaming/time_out', (actor, uuid, { username, minutes }) =>
    timeOut(deps, actor, uuid, { username, minutes }),
  ),
  change(deps, 'POST /events/streaming/messages_remove_all', (actor, uuid, { username }) =>
    removeAllOf(deps, actor, uuid, username),
  ),
  change(deps, 'POST /events/streaming/announce', (actor, uuid, { text }) => announce(deps, actor, uuid, text)),
  change(deps, 'POST /events/streaming/pin_message', (actor, uuid, { message_id: seq }) =>
    pinMessage(deps, actor, uuid, seq ?? undefined),
  ),
  change(deps, 'POST /events/streaming/toggle_reactions', (actor, uuid, { enabled }) =>
    toggleReactions(deps, actor, uuid, enabled),
  ),
  route({
    call: 'POST /events/streaming/word_filter',
    who: 'member',
    limit: roomLimit,
    handle: async ({ actor, body }) => {
      const words = await setWordFilter(deps, actor, body.event_uuid, body.words);
      return { current_state: (await deps.snapshot(body.event_uuid, actor.id)).current_state, words };
    },
  }),
  route({
    call: 'GET /events/streaming/moderation/:uuid',
    who: 'member',
    limit: readLimit,
    handle: ({ actor, params, query }) => readDesk(deps, actor, params.uuid, query.cursor),
  }),
];
