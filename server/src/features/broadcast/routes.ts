import { engineAddress } from '../../http/addresses/engine-address.ts';
import { readLimit, roomLimit, writeLimit } from '../../http/limits/limits.ts';
import { type AnyRoute, route } from '../../http/routes/route.ts';
import type { BroadcastDeps } from './broadcast-deps.ts';
import { readIngest, reportPicture, rotateKey, selectSource } from './broadcast-settings.ts';

/** The host's calls about the feed of a broadcast. */
export const broadcastRoutes = (kit: BroadcastDeps): AnyRoute[] => [
  route({
    call: 'GET /events/:uuid/ingest',
    who: 'account',
    limit: readLimit,
    handle: ({ actor, params }) => readIngest(kit, actor, params.uuid),
  }),
  route({
    call: 'POST /events/ingest/rotate_key',
    who: 'account',
    limit: writeLimit,
    handle: async ({ actor, body }) => {
      await rotateKey(kit, actor, body.event_uuid);
      return readIngest(kit, actor, body.event_uuid);
    },
  }),
  route({
    call: 'POST /events/ingest/open',
    who: 'account',
    limit: roomLimit,
    handle: async ({ actor, body, header }) => {
      const admission = await kit.rooms.openControlRoom(actor, {
        eventUuid: body.event_uuid,
        sessionId: body.session_id,
        takeOver: body.take_over ?? false,
      });
      const url = engineAddress(admission.url, kit.config, header('host'));
      return { ...admission, url, ...(await kit.rooms.snapshot(body.event_uuid)) };
    },
  }),
  route({
    call: 'POST /events/ingest/select_source',
    who: 'account',
    limit: roomLimit,
    handle: async ({ actor, body }) => {
      await selectSource(kit, actor, body.event_uuid, body.source);
      return { current_state: (await kit.rooms.snapshot(body.event_uuid)).current_state };
    },
  }),
  route({
    call: 'POST /events/ingest/report',
    who: 'account',
    limit: roomLimit,
    handle: async ({ actor, body }) => {
      await reportPicture(kit, actor, body.event_uuid, body.receiving);
      return {};
    },
  }),
];
