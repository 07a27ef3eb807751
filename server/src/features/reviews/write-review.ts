import type { WireReview } from '@frontrow/contract/reviews/api.ts';
import type { Account } from '@frontrow/core/kernel/actor.ts';
import { mayReview, readReview, type ReviewDraft } from '@frontrow/core/reviews/review-rules.ts';
import { refuse } from '@frontrow/core/refuse.ts';
import { recordFact } from '../../facts/record-fact.ts';
import type { Kit } from '../../kit.ts';
import type { Events } from '../events/index.ts';
import type { Ticketing } from '../ticketing/index.ts';
import { reviewsChanged } from './reviews-changed.ts';
import { findReview } from './list-reviews.ts';

export interface ReviewUses extends Pick<Kit, 'db' | 'ids'> {
  readonly events: Pick<Events, 'find'>;
  readonly ticketing: Pick<Ticketing, 'liveTicket'>;
}

/**
 * Somebody who was there says how it was: once per ticket, after the end (decided in core). Throws `review_twice`
 * besides.
 */
export async function writeReview(
  { db, ids, events, ticketing }: ReviewUses,
  author: Account,
  { eventUuid, ...draft }: ReviewDraft & { readonly eventUuid: string },
): Promise<WireReview> {
  const { stars, text } = readReview(draft);
  return db.tx(async (tx) => {
    const event = await events.find(tx, eventUuid);
    if (!event || (event.meeting && ![event.hostId, event.meeting.viewerId].includes(author.id)))
      throw refuse('event_not_found');
    const ticket = await ticketing.liveTicket(tx, eventUuid, author.id);
    // Of a private meeting: while it ran. To open its door and leave is not to meet.
    const seat = await tx.one(
      `SELECT 1 FROM room_member WHERE event_id = $1 AND user_id = $2 AND joined_at IS NOT NULL
         AND ($3 OR met_at IS NOT NULL)`,
      [eventUuid, author.id, event.meeting === undefined],
    );
    mayReview({
      isHost: event.hostId === author.id,
      isOver: event.state === 2,
      isCancelled: event.cancelledAt !== undefined,
      hasTicket: ticket !== undefined,
      wasThere: seat !== undefined,
    });
    const made = await tx.one<{ id: number }>(
      `INSERT INTO review (event_id, host_id, author_id, ticket_id, stars, body) VALUES ($1, $2, $3, $4, $5, $6)
       ON CONFLICT DO NOTHING RETURNING id`,
      [eventUuid, event.hostId, author.id, ticket?.id, stars, text],
    );
    if (!made) throw refuse('review_twice');
    await recordFact(tx, reviewsChanged(event.hostId, ids.uuid()));
    const review = await findReview(tx, made.id);
    if (!review) throw new Error('a written review cannot be read');
    return review;
  });
}

/** Takes the own review back; one that an app admin removed stays removed. Throws `review_not_found`. */
export async function takeBackReview(
  { db, ids }: Pick<ReviewUses, 'db' | 'ids'>,
  author: Account,
  reviewId: number,
): Promise<void> {
  await db.tx(async (tx) => {
    const gone = await tx.one<{ host_id: number }>(
      `DELETE FROM review WHERE id = $1 AND author_id = $2 AND event_id = coalesce($3, event_id) AND removed_at IS NULL
       RETURNING host_id`,
      [reviewId, author.id, author.guestOf ?? null],
    );
    if (!gone) throw refuse('review_not_found');
    await recordFact(tx, reviewsChanged(gone.host_id, ids.uuid()));
  });
}
