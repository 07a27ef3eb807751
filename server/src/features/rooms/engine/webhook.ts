import { refuse } from '@frontrow/core/refuse.ts';
import type { FastifyInstance } from 'fastify';
import type { Video } from '../../../ports/video.ts';

const webhookBytesMax = 256 * 1024;

/**
 * `/api/webhooks/livekit`: a hint to compare sooner. The product works even if the engine drops every webhook (rule
 * R9).
 */
export const engineWebhook =
  (video: Video, runSoon: () => void) =>
  async (app: FastifyInstance): Promise<void> => {
    await app.register(async (raw) => {
      raw.removeAllContentTypeParsers();
      raw.addContentTypeParser('*', { parseAs: 'string', bodyLimit: webhookBytesMax }, (_request, body, done) =>
        done(null, body),
      );
      raw.post('/api/webhooks/livekit', { schema: { hide: true } }, async (request, reply) => {
        const read = await video.readWebhook(
          typeof request.body === 'string' ? request.body : '',
          request.headers.authorization ?? '',
        );
        if (!read) throw refuse('bad_input', { detail: 'The signature is not valid.' });
        if (read.kind.startsWith('participant_') || read.kind.startsWith('room_') || read.kind === 'track_published')
          runSoon();
        return reply.status(200).send({ received: true });
      });
    });
  };
