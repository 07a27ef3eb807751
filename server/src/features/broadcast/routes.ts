import { engineAddress } from '../../http/addresses.ts';
import { readLimit, roomLimit, writeLimit } from '../../http/limits/limits.ts';
import { type AnyRoute, route } from '../../http/routes/route.ts';
import type { BroadcastDeps } from './broadcast-deps.ts';
import { allowVp8, readIngest, reportPicture, rotateKey, selectSource } from './broadcast-settings.ts';
import { setRecording } from './replay/recording-switch.ts';

/** The host's calls about the feed of a broadcast. */
export const broadcastRoutes = (deps: BroadcastDeps): AnyRoute[] => [
  route({
    call: 'GET /events/:uuid/ingest',
    who: 'account',
    limit: readLimit,
    handle: ({ actor, params }) => readIngest(deps, actor, params.uuid),
  }),
  route({
    call: 'POST /events/ingest/rotate_key',
    who: 'account',
    limit: writeLimit,
    handle: async ({ actor, body }) => {
      await rotateKey(deps, actor, body.event_uuid);
      return readIngest(deps, actor, body.event_uuid);
    },
  }),
  route({
    call: 'POST /events/ingest/open',
    who: 'account',
    limit: roomLimit,
    handle: async ({ actor, body, header }) => {
      const admission = await deps.rooms.openControlRoom(actor, {
        eventUuid: body.event_uuid,
        sessionId: body.session_id,
        takeOver: body.take_over ?? false,
        returning: body.returning,
      });
      const url = engineAddress(admission.url, deps.config, header('host'));
      return { ...admission, url, ...(await deps.rooms.snapshot(body.event_uuid, actor.id)) };
    },
  }),
  route({
    call: 'POST /events/ingest/select_source',
    who: 'account',
    limit: roomLimit,
    handle: async ({ actor, body }) => {
      await selectSource(deps, actor, body.event_uuid, body.source);
      return { current_state: (await deps.rooms.snapshot(body.event_uuid, actor.id)).current_state };
    },
  }),
  route({
    call: 'POST /events/ingest/record',
    who: 'account',
    limit: roomLimit,
    handle: async ({ actor, body }) => {
      await setRecording(deps, actor, body.event_uuid, body.enabled);
      return readIngest(deps, actor, body.event_uuid);
    },
  }),
  route({
    call: 'POST /events/ingest/allow_vp8',
    who: 'account',
    limit: roomLimit,
    handle: async ({ actor, body }) => {
      await allowVp8(deps, actor, body.event_uuid, body.enabled);
      return readIngest(deps, actor, body.event_uuid);
    },
  }),
  route({
    call: 'POST /events/ingest/report',
    who: 'account',
    limit: roomLimit,
    handle: async ({ actor, body }) => {
      await reportPicture(deps, actor, body.event_uuid, body.receiving);
      return {};
    },
  }),
];
