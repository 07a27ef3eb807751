import { networksReportedMax, sdpBytesMax } from '@frontrow/core/broadcast/limits.ts';
import { Refusal } from '@frontrow/core/kernel/refusal.ts';
import { refuse } from '@frontrow/core/refuse.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { BroadcastDeps } from '../broadcast-deps.ts';
import { markRecorded, recordRefusal } from '../../../http/errors/answer-errors.ts';
import { listenerCheck } from '../stream-keys.ts';
import { authorizeEncoder, connectVp8, endVp8 } from './encoders.ts';

const textOf = (request: FastifyRequest, name: string): string | undefined => {
  const value = request.headers[name];
  return typeof value === 'string' && value !== '' ? value : undefined;
};

const rtmp = 'rtmp';
const sdp = 'application/sdp';
const refusedByListener = z
  .array(z.object({ network: z.string().min(1).max(64), count: z.number().int().min(1) }))
  .max(networksReportedMax);

/**
 * What our RTMP listener asks before it takes anything from an encoder: whether the stream key is good now. It is the
 * only one who knows where an encoder comes from, so the refusals of RTMP are logged here, without the key. A copy of
 * the video in VP8 connects here, too.
 */
export const listenerRoutes =
  (deps: BroadcastDeps) =>
  async (app: FastifyInstance): Promise<void> => {
    const fromListener = listenerCheck(deps);
    // The listener asks for all encoders from one address; anyone else is refused before anything is read.
    app.post('/whip/admission', { schema: { hide: true }, config: { ownLimit: true } }, async (request, reply) => {
      if (!fromListener(request)) throw refuse('listener_only');
      const key = /^Bearer\s+(\S+)$/i.exec(request.headers.authorization ?? '')?.[1] ?? '';
      const network = textOf(request, 'x-ingest-network') ?? 'unknown';
      await authorizeEncoder(deps, { key, replaces: textOf(request, 'x-ingest-replaces') }).catch((error: unknown) => {
        if (error instanceof Refusal) {
          recordRefusal(deps.security, error, { account: undefined, network }, rtmp);
          markRecorded(error);
          deps.log.debug({ network, via: rtmp, reason: error.code }, 'encoder refused');
        }
        throw error;
      });
      return reply.status(204).send();
    });
    app.post(
      '/whip/refused',
      { schema: { hide: true, body: refusedByListener }, config: { ownLimit: true } },
      async (request, reply) => {
        if (!fromListener(request)) throw refuse('listener_only');
        for (const { network, count } of request.body as z.infer<typeof refusedByListener>)
          deps.security.limitExhausted({ account: undefined, network }, 'rtmp_stream_keys', count);
        return reply.status(204).send();
      },
    );
    await app.register(async (copies) => {
      copies.removeAllContentTypeParsers();
      copies.addContentTypeParser(sdp, { parseAs: 'string', bodyLimit: sdpBytesMax }, (_request, body, done) =>
        done(null, body),
      );
      const options = { schema: { hide: true }, config: { ownLimit: true } };
      const sessionOf = (request: FastifyRequest): string => {
        if (!fromListener(request)) throw refuse('listener_only');
        return (request.params as { session: string }).session;
      };
      copies.post('/whip/sessions/:session/vp8', options, async (request, reply) => {
        const answer = await connectVp8(deps, sessionOf(request), typeof request.body === 'string' ? request.body : '');
        return reply.status(201).type(sdp).send(answer);
      });
      copies.delete('/whip/sessions/:session/vp8', options, async (request, reply) => {
        await endVp8(deps, sessionOf(request));
        return reply.status(204).send();
      });
    });
  };
