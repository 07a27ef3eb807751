import type { EventTitle } from '@frontrow/core/events/title-in.ts';
import { type FactHandler, onFact, type RecordedFact } from '../../facts/fact-handler.ts';
import type { Kit } from '../../kit.ts';
import { removedMail } from '../../mail/removed-mail.ts';
import type { Accounts } from '../accounts/index.ts';
import { anonymizeAuthor, rankHost, rankHostOf } from './reviews.ts';

interface Deps extends Pick<Kit, 'db' | 'ids' | 'mail'> {
  readonly accounts: Pick<Accounts, 'addressOf'>;
}

/** A host's score follows what happened; reviews follow their authors. */
export function reviewsFacts({ accounts, db, ids, mail }: Deps): FactHandler[] {
  const rank = ({ payload }: { payload: { eventUuid: string } }) => rankHostOf(db, payload.eventUuid);
  return [
    onFact('EventStarted', 'rank-host', rank),
    onFact('EventCancelled', 'rank-host', rank),
    onFact('MeetingChanged', 'rank-host', ({ payload }) => rankHostOf(db, payload.requestId)),
    onFact('ReviewsChanged', 'rank-host', ({ payload }) => rankHost(db, payload.hostId)),
    onFact('ReviewRemoved', 'mail-author', (fact) => mailAuthor({ accounts, db, mail }, fact), { queue: 'mail' }),
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

/** Emails the author of a removed review what was removed, and why. */
async function mailAuthor(
  { accounts, db, mail }: Omit<Deps, 'ids'>,
  { dedupeKey, payload }: RecordedFact<'ReviewRemoved'>,
): Promise<void> {
  const row = await db.one<{ author_id: number; body: string; title: EventTitle }>(
    `SELECT r.author_id, r.body, title_of(e) AS title FROM review r JOIN event e ON e.id = r.event_id WHERE r.id = $1`,
    [payload.reviewId],
  );
  const to = row && (await accounts.addressOf(row.author_id));
  if (row && to)
    await mail.send(
      removedMail({ dedupeKey, to, what: 'review', title: row.title, text: row.body, reason: payload.reason }),
    );
}
