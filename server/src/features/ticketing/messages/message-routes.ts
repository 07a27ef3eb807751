import { readLimit, writeLimit } from '../../../http/limits/limits.ts';
import { type AnyRoute, route } from '../../../http/routes/route.ts';
import type { Kit } from '../../../kit.ts';
import type { Events } from '../../events/index.ts';
import { listMessages, messageHolders } from './message-holders.ts';

export function messageRoutes(uses: Pick<Kit, 'db' | 'idempotency' | 'ids'> & { readonly events: Events }): AnyRoute[] {
  const { db, idempotency, ids, events } = uses;
  return [
    route({
      call: 'POST /events/message',
      who: 'host',
      limit: writeLimit,
      handle: ({ actor, body, idempotencyKey }) =>
        idempotency.run({ scope: `message:u:${actor.id}`, key: idempotencyKey, body }, async ({ resultId }) => ({
          told: await messageHolders(uses, actor, body.event_uuid, { ...body, id: resultId ?? ids.uuid() }),
        })),
    }),
    route({
      call: 'GET /events/:id/messages',
      who: 'member',
      limit: readLimit,
      async handle({ actor, params }) {
        const messages = await listMessages(db, events, actor, params.id);
        return { messages: messages.map(({ subject, text, at }) => ({ subject, text, sent_at: at })) };
      },
    }),
  ];
}
