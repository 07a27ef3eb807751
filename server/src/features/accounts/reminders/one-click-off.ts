import type { FastifyInstance } from 'fastify';
import { writeLimit } from '../../../http/limits/limits.ts';
import type { Kit } from '../../../kit.ts';
import { oneClickPath, setRemindersByMail } from './decline-reminders.ts';

const bodyBytesMax = 1024;

/** What a mail programme posts when its unsubscribe button is pressed. A link that only opens it changes nothing. */
export const oneClickOff =
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
          await setRemindersByMail(kit, request.params.token, false);
          return reply.status(200).send();
        },
      );
    });
  };
