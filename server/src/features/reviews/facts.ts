import type { FactHandler } from '../../facts/fact-handler.ts';
import type { Kit } from '../../kit.ts';
import { forgetAuthor } from './forget-author.ts';
import { rankHost, rankHostOf } from './rank-host.ts';

/** A host's score follows what happened; reviews follow their authors. */
export function reviewsFacts({ db, ids }: Pick<Kit, 'db' | 'ids'>): FactHandler[] {
  const rank = (topic: string): FactHandler => ({
    topic,
    name: 'rank-host',
    handle: ({ payload }) => rankHostOf(db, String(payload['eventUuid'])),
  });
  return [
    rank('EventStarted'),
    rank('EventCancelled'),
    { topic: 'ReviewsChanged', name: 'rank-host', handle: ({ payload }) => rankHost(db, Number(payload['hostId'])) },
    {
      topic: 'TicketHolderChanged',
      name: 'move-review',
      handle: async ({ payload }) => {
        await db.query('UPDATE review SET author_id = $3 WHERE event_id = $1 AND author_id = $2', [
          payload['eventUuid'],
          payload['fromId'],
          payload['toId'],
        ]);
      },
    },
    {
      topic: 'AccountErased',
      name: 'forget-reviews',
      handle: ({ payload }) => forgetAuthor({ db, ids }, Number(payload['accountId'])),
    },
  ];
}
