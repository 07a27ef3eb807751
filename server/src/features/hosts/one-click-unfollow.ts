import type { FastifyInstance } from 'fastify';
import { writeLimit } from '../../http/limits/limits.ts';
import type { Kit } from '../../kit.ts';
import { unfollowByMail } from './unfollow-by-mail.ts';

/** Path a mail programme's own unsubscribe button posts to (RFC 8058): no page, no cookie, no question. */
export const oneClickPath = (token: string): string => `/unfollow/${token}`;

const bodyBytesMax = 1024;

export const oneClickUnfollow =
  (kit: Pick<Kit, 'db' | 'config'>) =>
  async (app: FastifyInstance): Promise<void> => {
    await app.register(async (scope) => {
      scope.removeAllContentTypeParsers();
      scope.addContentTypeParser('*', { parseAs: 'string', bodyLimit: bodyBytesMax }, (_request, _body, done) =>
        done(null, {}),
      );
      const limit = app.limit(writeLimit);
      scope.post<{ Params: { token: string } }>(
        oneClickPath(':token'),
        {
          schema: { hide: true },
          onRequest: async (request) => limit(request),
        },
        async (request, reply) => {
          await unfollowByMail(kit, request.params.token);
          return reply.status(200).send();
        },
      );
    });
  };
