import type { WireReview, WireReviewList } from '@frontrow/contract/reviews/api.ts';
import { readRefusalReason } from '@frontrow/core/accounts/influencer-request.ts';
import type { Account } from '@frontrow/core/kernel/actor.ts';
import { refuse } from '@frontrow/core/refuse.ts';
import { ranking, mayReview, readReview, type HostRecord, type ReviewDraft } from '@frontrow/core/reviews/reviews.ts';
import type { Db, Sql } from '../../db/db.ts';
import { nextCursor, readTimeCursor } from '../../db/cursors.ts';
import { type Fact, recordFact } from '../../facts/fact-handler.ts';
import type { Kit } from '../../kit.ts';
import type { Accounts } from '../accounts/index.ts';
import type { Events } from '../events/index.ts';
import type { Ticketing } from '../ticketing/index.ts';

export interface ReviewDeps extends Pick<Kit, 'db' | 'ids'> {
  readonly events: Pick<Events, 'find'>;
  readonly ticketing: Pick<Ticketing, 'liveTicket'>;
}

/**
 * Someone who was there says how it was: once per ticket, after the end (decided in core). Throws `review_twice`
 * besides.
 */
export async function writeReview(
  { db, ids, events, ticketing }: ReviewDeps,
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
export async function deleteReview(
  { db, ids }: Pick<ReviewDeps, 'db' | 'ids'>,
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

/** What was said of a host changed; `changeId` is one per change. */
const reviewsChanged = (hostId: number, changeId: string): Fact => ({
  topic: 'ReviewsChanged',
  dedupeKey: `reviews:${changeId}`,
  payload: { hostId },
});

interface ReviewRow {
  id: number;
  stars: number;
  body: string;
  at_ms: number;
  at: string;
  username: string;
  shown_name: string;
  avatar_url: string | null;
  event_id: string;
  title: string;
  is_public: boolean;
}

const pageSize = 6;

const select = `SELECT r.id, r.stars, r.body, (extract(epoch FROM r.at) * 1000)::bigint AS at_ms, r.at::text AS at,
  u.username, shown_name_of(u) AS shown_name, u.avatar_url, e.id AS event_id, e.title,
  e.is_public AND e.unpublished_at IS NULL AS is_public
  FROM review r JOIN app_user u ON u.id = r.author_id JOIN event e ON e.id = r.event_id WHERE r.removed_at IS NULL`;

/** Reviews of an event or of all events of a host, newest first, a page at a time. */
export async function listReviews(
  sql: Sql,
  of: { readonly eventUuid: string } | { readonly hostId: number },
  cursor: string | undefined,
): Promise<WireReviewList> {
  const after = readTimeCursor(cursor, 'number');
  const rows = await sql.query<ReviewRow>(
    `${select} AND ${'hostId' in of ? 'r.host_id' : 'r.event_id'} = $1
       AND ($2::timestamptz IS NULL OR (r.at, r.id) < ($2, $3::bigint))
     ORDER BY r.at DESC, r.id DESC LIMIT $4`,
    ['hostId' in of ? of.hostId : of.eventUuid, after?.at ?? null, after?.id ?? null, pageSize + 1],
  );
  return { reviews: rows.slice(0, pageSize).map(reviewOf), next_cursor: nextCursor(rows, pageSize, (row) => row) };
}

async function findReview(sql: Sql, reviewId: number): Promise<WireReview | undefined> {
  const row = await sql.one<ReviewRow>(`${select} AND r.id = $1`, [reviewId]);
  return row && reviewOf(row);
}

const reviewOf = (row: ReviewRow): WireReview => ({
  review_ide: row.id,
  review_stars: row.stars,
  review_text: row.body,
  review_date: row.at_ms,
  user: { user_username: row.username, user_name: row.shown_name, user_avatar: row.avatar_url },
  event: row.is_public ? { event_uuid: row.event_id, event_title: row.title } : null,
});

const eventsMax = 1000;

/** Finished events that the person attended, with or without a review. A guest's session only sees its own. */
export async function ownReviews(
  sql: Sql,
  { id, guestOf }: Account,
): Promise<{ reviewable: string[]; reviewed: string[] }> {
  const rows = await sql.query<{ event_id: string; done: boolean }>(
    `SELECT t.event_id, EXISTS (SELECT 1 FROM review r WHERE r.ticket_id = t.id) AS done
     FROM ticket t JOIN event e ON e.id = t.event_id AND e.state = 2 AND e.cancelled_at IS NULL
       JOIN room_member m ON m.event_id = t.event_id AND m.user_id = t.holder_id AND m.joined_at IS NOT NULL
     WHERE t.holder_id = $1 AND t.event_id = coalesce($3, t.event_id) AND t.voided_at IS NULL
     ORDER BY t.created_at DESC LIMIT $2`,
    [id, eventsMax, guestOf ?? null],
  );
  const idsWhere = (done: boolean): string[] => rows.filter((row) => row.done === done).map((row) => row.event_id);
  return { reviewable: idsWhere(false), reviewed: idsWhere(true) };
}

interface ReviewDecision {
  readonly reviewId: number;
  readonly remove: boolean;
  readonly reason?: string | undefined;
}

/**
 * An app admin removes a review with a reason that its author reads, or keeps it and settles its report; both are
 * written down. Throws `review_not_found` and `reason_too_long`.
 */
export async function decideReview(
  { db, ids, accounts }: Pick<Kit, 'db' | 'ids'> & { readonly accounts: Pick<Accounts, 'recordAudit'> },
  adminId: number,
  { reviewId, remove, reason = '' }: ReviewDecision,
): Promise<void> {
  const why = remove && reason.trim() !== '' ? readRefusalReason(reason) : '';
  await db.tx(async (tx) => {
    const row = await tx.one<{ host_id: number; author_id: number; event_id: string; title: string; body: string }>(
      `UPDATE review SET reported_at = NULL, removed_at = CASE WHEN $2 THEN app_now() END
       FROM event WHERE review.id = $1 AND removed_at IS NULL AND event.id = event_id
       RETURNING review.host_id, author_id, event_id, title, body`,
      [reviewId, remove],
    );
    if (!row) throw refuse('review_not_found');
    await tx.query(
      `UPDATE report SET status = $2, decided_at = app_now(), decided_by = $3, decision = $4
       WHERE subject_key = $1 AND status = 'open'`,
      [`review:${reviewId}`, remove ? 'resolved' : 'dismissed', adminId, why],
    );
    await accounts.recordAudit(tx, {
      actorId: adminId,
      action: remove ? 'review_removed' : 'review_kept',
      subjectId: row.author_id,
      details: { event: row.title, event_uuid: row.event_id, text: row.body, ...(why && { reason: why }) },
    });
    if (!remove) return;
    await recordFact(tx, reviewsChanged(row.host_id, ids.uuid()));
    await recordFact(tx, {
      topic: 'ReviewRemoved',
      dedupeKey: `review_removed:${reviewId}`,
      payload: { reviewId, reason: why },
    });
  });
}

interface RankRow extends Omit<HostRecord, 'cancelledLate' | 'noShows'> {
  readonly cancelled_late: number;
  readonly no_shows: number;
}

/** Reckons a host's score again from the tables; running it again changes nothing. */
export async function rankHost(db: Pick<Db, 'tx'>, hostId: number): Promise<void> {
  await db.tx(async (tx) => {
    // One at a time per host: anyone who comes later reads what the other one wrote.
    await tx.query('SELECT 1 FROM app_user WHERE id = $1 FOR NO KEY UPDATE', [hostId]);
    const row = await tx.one<RankRow>('SELECT * FROM host_record WHERE host_id = $1', [hostId]);
    if (!row) return;
    const score = ranking({ ...row, cancelledLate: row.cancelled_late, noShows: row.no_shows });
    await tx.query(
      'UPDATE app_user SET ranking = $2, review_count = $3 WHERE id = $1 AND (ranking, review_count) <> ($2, $3)',
      [hostId, score, row.reviews],
    );
  });
}

export async function rankHostOf(db: Db, eventUuid: string): Promise<void> {
  const event = await db.one<{ host_id: number }>('SELECT host_id FROM event WHERE id = $1', [eventUuid]);
  if (event) await rankHost(db, event.host_id);
}

/** What an erased person said goes with them. */
export async function anonymizeAuthor({ db, ids }: Pick<Kit, 'db' | 'ids'>, authorId: number): Promise<void> {
  await db.tx(async (tx) => {
    const gone = await tx.query<{ host_id: number }>('DELETE FROM review WHERE author_id = $1 RETURNING host_id', [
      authorId,
    ]);
    for (const hostId of new Set(gone.map((row) => row.host_id)))
      await recordFact(tx, reviewsChanged(hostId, ids.uuid()));
  });
}
