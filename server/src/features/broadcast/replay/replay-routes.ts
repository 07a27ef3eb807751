import { readLimit, roomLimit, writeLimit } from '../../../http/limits/limits.ts';
import { type AnyRoute, route } from '../../../http/routes/route.ts';
import type { BroadcastKit } from '../broadcast-kit.ts';
import { readIngest } from '../ingest-view.ts';
import { removeReplay } from './remove-replay.ts';
import { readReplayChat } from './replay-chat.ts';
import { readReplay } from './replay-view.ts';
import { setRecording } from './set-recording.ts';

/** Recording a broadcast, and watching it afterwards. */
export const replayRoutes = (kit: BroadcastKit): AnyRoute[] => [
  route({
    call: 'POST /events/ingest/record',
    who: 'account',
    limit: roomLimit,
    handle: async ({ actor, body }) => {
      await setRecording(kit, actor, body.event_uuid, body.enabled);
      return readIngest(kit, actor, body.event_uuid);
    },
  }),
  route({
    call: 'GET /events/:uuid/replay',
    who: 'member',
    limit: readLimit,
    handle: async ({ actor, params }) => ({ replay: await readReplay(kit, actor, params.uuid) }),
  }),
  route({
    call: 'GET /events/:uuid/replay/chat',
    who: 'member',
    limit: readLimit,
    handle: async ({ actor, params, query }) => ({ messages: await readReplayChat(kit, actor, params.uuid, query) }),
  }),
  route({
    call: 'POST /events/replay/remove',
    who: 'account',
    limit: writeLimit,
    handle: async ({ actor, body }) => {
      await removeReplay(kit, actor, body.event_uuid);
      return {};
    },
  }),
];
