import type { FastifyInstance } from 'fastify';
import { readLimit, writeLimit } from '../limits/limits.ts';

const bodyBytesMax = 1024;

export interface OneClickLink {
  /** The address in `List-Unsubscribe`, of a token. */
  path(token: string): string;
  /** The page that asks the question, where that address is opened in a browser. */
  page(token: string): string;
  press(token: string): Promise<unknown>;
}

/**
 * What a mail program posts when its unsubscribe button is pressed (RFC 8058): no page, no cookie, no question. The
 * same address opened in a browser, or by a program that looks for harmful links, shows the question and changes
 * nothing.
 */
export const oneClickPost =
  ({ path, page, press }: OneClickLink) =>
  async (app: FastifyInstance): Promise<void> => {
    await app.register(async (scope) => {
      scope.removeAllContentTypeParsers();
      scope.addContentTypeParser('*', { parseAs: 'string', bodyLimit: bodyBytesMax }, (_request, _body, done) =>
        done(null, {}),
      );
      const limit = app.limit(writeLimit, path(':token'));
      const openLimit = app.limit(readLimit, `${path(':token')} opened`);
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
      scope.get<{ Params: { token: string } }>(
        path(':token'),
        {
          schema: { hide: true },
          onRequest: async (request) => openLimit(request),
        },
        (request, reply) =>
          reply
            .header('cache-control', 'no-store')
            .header('x-robots-tag', 'noindex')
            .redirect(page(encodeURIComponent(request.params.token)), 303),
      );
    });
  };
