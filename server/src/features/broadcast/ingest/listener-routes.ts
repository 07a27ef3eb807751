import { Refusal } from '@frontrow/core/kernel/refusal.ts';
import { refuse } from '@frontrow/core/refuse.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { BroadcastDeps } from '../broadcast-deps.ts';
import { listenerCheck } from '../stream-keys.ts';
import { admission } from './encoders.ts';

const textOf = (request: FastifyRequest, name: string): string | undefined => {
  const value = request.headers[name];
  return typeof value === 'string' && value !== '' ? value : undefined;
};

/**
 * What our RTMP listener asks before it takes anything from an encoder: whether the stream key is good now. It is the
 * only one who knows where an encoder comes from, so the refusals of RTMP are logged here, without the key.
 */
export const listenerRoutes =
  (kit: BroadcastDeps) =>
  async (app: FastifyInstance): Promise<void> => {
    const fromListener = listenerCheck(kit);
    // The listener asks for all encoders from one address; anybody else is refused before anything is read.
    app.post('/whip/admission', { schema: { hide: true }, config: { ownLimit: true } }, async (request, reply) => {
      if (!fromListener(request)) throw refuse('listener_only');
      const key = /^Bearer\s+(\S+)$/i.exec(request.headers.authorization ?? '')?.[1] ?? '';
      await admission(kit, { key, replaces: textOf(request, 'x-ingest-replaces') }).catch((error: unknown) => {
        if (error instanceof Refusal) {
          const dropped = Number(textOf(request, 'x-ingest-dropped') ?? 0);
          const network = textOf(request, 'x-ingest-network');
          kit.log.warn({ network, via: 'rtmp', reason: error.code, dropped }, 'encoder refused');
        }
        throw error;
      });
      return reply.status(204).send();
    });
  };
