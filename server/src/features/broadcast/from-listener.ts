import { timingSafeEqual } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { ingestListenerSecret } from '../../keys.ts';
import type { BroadcastKit } from './broadcast-kit.ts';

/** Whether a call is our own RTMP listener's. */
export function listenerCheck({ config }: Pick<BroadcastKit, 'config'>): (request: FastifyRequest) => boolean {
  const secret = Buffer.from(ingestListenerSecret(config.secret));
  return ({ headers }) => {
    const said = Buffer.from(String(headers['x-ingest-listener'] ?? ''));
    return said.length === secret.length && timingSafeEqual(said, secret);
  };
}
