import { minutes } from '@frontrow/core/kernel/instant.ts';
import { type RateLimit, fileLimit } from '../../../http/limits/limits.ts';
import { CachedFile } from '../../../http/routes/prepared-answer.ts';
import { type AnyRoute, route } from '../../../http/routes/route.ts';
import type { BroadcastDeps } from '../broadcast-deps.ts';
import { createChatFiles } from './chat-files.ts';

/** A reader asks every two seconds, and many may share one IP address. */
const newestLimit: RateLimit = { max: fileLimit.max, windowMs: minutes(1) };

/** The chat of a broadcast for viewers without a socket: files for everyone and for caches. */
export function chatFileRoutes(deps: BroadcastDeps): AnyRoute[] {
  const files = createChatFiles(deps);
  return [
    route({
      call: 'GET /events/:uuid/chat/latest',
      who: 'anyone',
      staleTokenIgnored: true,
      limit: newestLimit,
      handle: async ({ params }) =>
        new CachedFile({ type: 'application/json', body: await files.newest(params.uuid), keptFor: 'second' }),
    }),
    route({
      call: 'GET /events/:uuid/chat/files/:number',
      who: 'anyone',
      staleTokenIgnored: true,
      limit: fileLimit,
      handle: async ({ params }) =>
        new CachedFile({
          type: 'application/octet-stream',
          body: await files.file(params.uuid, params.number),
          keptFor: 'good',
        }),
    }),
  ];
}
