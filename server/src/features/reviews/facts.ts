import { type FactHandler, onFact } from '../../facts/fact-handler.ts';
import type { Kit } from '../../kit.ts';
import { anonymizeAuthor, rankHost, rankHostOf } from './reviews.ts';

/** A host's score follows what happened; reviews follow their authors. */
export function reviewsFacts({ db, ids }: Pick<Kit, 'db' | 'ids'>): FactHandler[] {
  const rank = ({ payload }: { payload: { eventUuid: string } }) => rankHostOf(db, payload.eventUuid);
  return [
    onFact('EventStarted', 'rank-host', rank),
    onFact('EventCancelled', 'rank-host', rank),
    onFact('MeetingChanged', 'rank-host', ({ payload }) => rankHostOf(db, payload.requestId)),
    onFact('ReviewsChanged', 'rank-host', ({ payload }) => rankHost(db, payload.hostId)),
    onFact('TicketHolderChanged', 'move-review', async ({ payload: { eventUuid, fromId, toId } }) => {
      await db.query('UPDATE review SET author_id = $3 WHERE event_id = $1 AND author_id = $2', [
        eventUuid,
        fromId,
        toId,
      ]);
    }),
    onFact('AccountErased', 'forget-reviews', ({ payload }) => anonymizeAuthor({ db, ids }, payload.accountId)),
  ];
}
