import type { AnswerOf } from '@frontrow/contract/api.ts';
import { charCount } from '@frontrow/core/events/limits.ts';
import { seenText } from '@frontrow/core/kernel/seen-text.ts';
import { reportCharsMax } from '@frontrow/core/reviews/limits.ts';
import { refuse } from '@frontrow/core/refuse.ts';
import type { Sql } from '../../db/db.ts';
import { recordFact } from '../../facts/record-fact.ts';
import type { Kit } from '../../kit.ts';
import type { Accounts } from '../accounts/index.ts';
import { reviewsChanged } from './reviews-changed.ts';
import { findReview } from './list-reviews.ts';

/** A host asks app admins to look at a review of its events; only of its own. Throws `review_not_found`. */
export async function reportReview(
  sql: Sql,
  hostId: number,
  report: { readonly reviewId: number; readonly reason: string },
): Promise<void> {
  const reason = seenText(report.reason);
  if (charCount(reason) > reportCharsMax)
    throw refuse('reason_too_long', { maximum: reportCharsMax }, { field: 'reason' });
  const reported = await sql.one(
    `UPDATE review SET reported_at = coalesce(reported_at, app_now()), report_reason = $3
     WHERE id = $1 AND host_id = $2 AND removed_at IS NULL RETURNING id`,
    [report.reviewId, hostId, reason],
  );
  if (!reported) throw refuse('review_not_found');
}

const reportedShown = 50;

export async function reportedReviews(sql: Sql): Promise<AnswerOf<'GET /admin/reviews'>['reviews']> {
  const rows = await sql.query<{ id: number; host: string; report_reason: string; at_ms: number }>(
    `SELECT r.id, u.username AS host, r.report_reason, (extract(epoch FROM r.reported_at) * 1000)::bigint AS at_ms
     FROM review r JOIN app_user u ON u.id = r.host_id
     WHERE r.reported_at IS NOT NULL AND r.removed_at IS NULL ORDER BY r.reported_at, r.id LIMIT $1`,
    [reportedShown],
  );
  const found = await Promise.all(rows.map(async (row) => ({ row, review: await findReview(sql, row.id) })));
  return found.flatMap(({ row, review }) =>
    review ? [{ review, host_username: row.host, reason: row.report_reason, reported_at: row.at_ms }] : [],
  );
}

/**
 * An app admin removes a review, or keeps it and settles its report; both are written down. Throws
 * `review_not_found`.
 */
export async function decideReview(
  { db, ids, accounts }: Pick<Kit, 'db' | 'ids'> & { readonly accounts: Pick<Accounts, 'recordAudit'> },
  adminId: number,
  { reviewId, remove }: { readonly reviewId: number; readonly remove: boolean },
): Promise<void> {
  await db.tx(async (tx) => {
    const row = await tx.one<{ host_id: number; author_id: number; event_id: string; title: string; body: string }>(
      `UPDATE review SET reported_at = NULL, removed_at = CASE WHEN $2 THEN app_now() END
       FROM event WHERE review.id = $1 AND removed_at IS NULL AND event.id = event_id
       RETURNING review.host_id, author_id, event_id, title, body`,
      [reviewId, remove],
    );
    if (!row) throw refuse('review_not_found');
    await accounts.recordAudit(tx, {
      actorId: adminId,
      action: remove ? 'review_removed' : 'review_kept',
      subjectId: row.author_id,
      details: { event: row.title, event_uuid: row.event_id, text: row.body },
    });
    if (remove) await recordFact(tx, reviewsChanged(row.host_id, ids.uuid()));
  });
}
