import { minutes } from '@frontrow/core/kernel/instant.ts';
import { isUuid } from '@frontrow/core/kernel/text.ts';
import { type RateLimit, fileLimit, roomLimit } from '../../../http/limits/limits.ts';
import { CachedFile } from '../../../http/routes/prepared-answer.ts';
import { type AnyRoute, route } from '../../../http/routes/route.ts';
import type { BroadcastDeps } from '../broadcast-deps.ts';
import { createHlsFiles } from './hls-files.ts';
import { createKeyAccess } from './key-access.ts';

/** A player asks every few seconds, and many viewers may share one IP address. */
const playlistLimit: RateLimit = { max: fileLimit.max, windowMs: minutes(1) };
/** Identifies the tab, as `session_id` does in `join_streaming`. */
const sessionHeader = 'x-session-id';

/** Live HLS of a broadcast: files for everyone and for caches, and keys for ticket holders. */
export function hlsRoutes(deps: BroadcastDeps): AnyRoute[] {
  const files = createHlsFiles(deps);
  const readKey = createKeyAccess(deps);
  return [
    route({
      call: 'GET /events/:uuid/hls/live.m3u8',
      who: 'anyone',
      staleTokenIgnored: true,
      limit: playlistLimit,
      handle: async ({ params, query }) =>
        new CachedFile({
          type: 'application/vnd.apple.mpegurl',
          body: await files.playlist(params.uuid, query._HLS_skip !== undefined),
          keptFor: 'second',
        }),
    }),
    route({
      call: 'GET /events/:uuid/hls/segments/:part/:file',
      who: 'anyone',
      staleTokenIgnored: true,
      limit: fileLimit,
      handle: async ({ params }) =>
        new CachedFile({
          type: 'video/mp4',
          body: await files.file(params.uuid, params.part, params.file),
          keptFor: 'good',
        }),
    }),
    route({
      call: 'GET /events/:uuid/hls/keys/:number',
      who: 'member',
      limit: roomLimit,
      handle: async ({ actor, params, header }) => {
        const given = header(sessionHeader)?.toLowerCase();
        const body = await readKey(actor, {
          eventUuid: params.uuid,
          number: params.number,
          sessionId: given !== undefined && isUuid(given.toLowerCase()) ? given : undefined,
        });
        return new CachedFile({ type: 'application/octet-stream', body, keptFor: 'nothing' });
      },
    }),
  ];
}
