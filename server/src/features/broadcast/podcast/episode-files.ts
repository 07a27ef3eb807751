import { refuse } from '@frontrow/core/refuse.ts';
import { minutes } from '@frontrow/core/kernel/instant.ts';
import { episodePath } from '@frontrow/contract/feeds/paths.ts';
import { isUuid } from '@frontrow/core/kernel/text.ts';
import type { FastifyInstance } from 'fastify';
import { matchesTag } from '../../../http/entity-tag.ts';
import { sendInRanges } from '../../../http/files/media-files.ts';
import type { RateLimit } from '../../../http/limits/limits.ts';
import type { BroadcastDeps } from '../broadcast-deps.ts';
import { podcastAudioType } from '../downloads/make-audio.ts';
import { episodeFile } from './episodes.ts';

/** Per network. Directories and players of many listeners ask from one. */
const fileLimit: RateLimit = { max: 600, windowMs: minutes(1) };

/** The sound of episodes, for everyone. Whether one is still offered is asked each time. */
export const episodeFiles =
  (deps: BroadcastDeps) =>
  async (app: FastifyInstance): Promise<void> => {
    const limited = app.limit(fileLimit, 'podcast episode');
    app.get<{ Params: { id: string } }>(
      episodePath(':id'),
      { schema: { hide: true }, onRequest: async (request) => limited(request) },
      async (request, reply) => {
        const { id } = request.params;
        const found = isUuid(id) ? await episodeFile(deps.db, id) : undefined;
        if (!found) throw refuse('podcast_episode_gone');
        void reply
          // Caches keep the bytes, and ask each time whether they may still be heard.
          .header('cache-control', 'public, no-cache')
          .header('etag', `"${id}"`)
          .header('last-modified', found.ended_at.toUTCString())
          .header('x-content-type-options', 'nosniff')
          .header('content-security-policy', "default-src 'none'; sandbox")
          // Players on other websites.
          .header('cross-origin-resource-policy', 'cross-origin')
          .header('access-control-allow-origin', '*')
          .type(podcastAudioType);
        if (matchesTag(request.headers['if-none-match'], `"${id}"`)) return reply.status(304).send();
        return sendInRanges(deps.storage, found.file_key, request, reply);
      },
    );
  };
