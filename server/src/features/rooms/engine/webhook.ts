import { refuse } from '@frontrow/core/refuse.ts';
import type { FastifyInstance } from 'fastify';
import type { Video } from '../../../ports/video.ts';

const webhookBytesMax = 256 * 1024;

/** `/api/webhooks/livekit`: only a hint to look sooner; the engine may drop every one of them (decisions 30). */
export const engineWebhook =
  (video: Video, hint: () => void) =>
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
          hint();
        return reply.status(200).send({ received: true });
      });
    });
  };
