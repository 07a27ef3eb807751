import type { FastifyInstance } from 'fastify';
import { writeLimit } from '../limits/limits.ts';

const bodyBytesMax = 1024;

/**
 * What a mail programme posts when its unsubscribe button is pressed (RFC 8058): no page, no cookie, no question.
 * `path` is that of a token; a link that only opens it changes nothing.
 */
export const oneClickPost =
  (path: (token: string) => string, press: (token: string) => Promise<unknown>) =>
  async (app: FastifyInstance): Promise<void> => {
    await app.register(async (scope) => {
      scope.removeAllContentTypeParsers();
      scope.addContentTypeParser('*', { parseAs: 'string', bodyLimit: bodyBytesMax }, (_request, _body, done) =>
        done(null, {}),
      );
      const limit = app.limit(writeLimit, path(':token'));
      scope.post<{ Params: { token: string } }>(
        path(':token'),
        {
          schema: { hide: true },
          onRequest: async (request) => limit(request),
        },
        async (request, reply) => {
          await press(request.params.token);
          return reply.status(200).send();
        },
      );
    });
  };
