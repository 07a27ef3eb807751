import { seconds } from '@frontrow/core/kernel/instant.ts';
import type { FastifyInstance } from 'fastify';
import type { Config } from '../../process/config.ts';
import { createCookie } from '../headers/cookies.ts';

/** Longer than a replica that is read may be behind, with the second until that is noticed. */
const keptMs = seconds(6);
const name = 'frontrow-wrote';
/** Under its plain name, too: nobody gains anything by planting it. */
const mark = new RegExp(`(?:^|;\\s*)(?:__Host-)?${name}=1(?:;|$)`);

/**
 * After a change the caller gets a cookie of a few seconds, so that the lists they read next have it, whichever process
 * answers. It says nothing else of them.
 */
export function markWrites(app: FastifyInstance, config: Pick<Config, 'publicUrl' | 'production'>): void {
  const cookie = createCookie(config, { name, keptMs, sameSite: 'Strict' }).set('1');
  app.addHook('onSend', (request, reply, _payload, done) => {
    if (request.method !== 'GET' && request.method !== 'HEAD' && reply.statusCode < 400)
      reply.header('set-cookie', cookie);
    done();
  });
}

/** Whether the caller changed something a moment ago. */
export const wroteJustNow = (header: (name: string) => string | undefined): boolean =>
  mark.test(header('cookie') ?? '');
