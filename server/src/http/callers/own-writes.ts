import { seconds } from '@frontrow/core/kernel/instant.ts';
import type { FastifyInstance } from 'fastify';

/** Longer than a replica that is read may be behind, with the second until that is noticed. */
const keptMs = seconds(6);
const name = 'frontrow-wrote';
const mark = new RegExp(`(?:^|;\\s*)${name}=1(?:;|$)`);

/**
 * Whoever changed something gets a cookie of a few seconds, so that the lists they read next have it, whichever process
 * answers. It says nothing else of them.
 */
export function markWrites(app: FastifyInstance, { isSecure }: { readonly isSecure: boolean }): void {
  const secure = isSecure ? '; Secure' : '';
  const cookie = `${name}=1; Max-Age=${keptMs / 1000}; Path=/api; HttpOnly; SameSite=Strict${secure}`;
  app.addHook('onSend', (request, reply, _payload, done) => {
    if (request.method !== 'GET' && request.method !== 'HEAD' && reply.statusCode < 400)
      reply.header('set-cookie', cookie);
    done();
  });
}

/** Whether the caller changed something a moment ago. */
export const wroteJustNow = (header: (name: string) => string | undefined): boolean =>
  mark.test(header('cookie') ?? '');
