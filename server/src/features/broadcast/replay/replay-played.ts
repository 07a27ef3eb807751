import type { WireReplayRefund } from '@frontrow/contract/ticketing/api.ts';
import { replayRefund, requirePlayed } from '@frontrow/core/broadcast/replay-refund.ts';
import type { Span } from '@frontrow/core/broadcast/replay-sale.ts';
import type { Actor } from '@frontrow/core/kernel/actor.ts';
import { minutes } from '@frontrow/core/kernel/instant.ts';
import { refuse } from '@frontrow/core/refuse.ts';
import type { Sql } from '../../../db/db.ts';
import type { RateLimit } from '../../../http/limits/limits.ts';
import { type AnyRoute, route } from '../../../http/routes/route.ts';
import { replayRefundView } from '../../events/index.ts';
import type { BroadcastDeps } from '../broadcast-deps.ts';
import { spansOf } from './replay-offer.ts';
import { requireWatcher, watcherOf } from './replay-access.ts';

/** A player reports four times a minute, at each pause, and when its page is hidden. */
const playedLimit: RateLimit = { max: 60, windowMs: minutes(1) };

interface ShareRow {
  sent_ms: number;
  played_ms: number;
  length_ms: number;
  paid_at: Date;
  now: Date;
}

/** What the holder of this replay ticket has watched, and whether they may return it. */
export async function refundOf(sql: Sql, ticketId: string, eventUuid: string): Promise<WireReplayRefund> {
  const row = await sql.one<ShareRow>(
    `SELECT share.sent_ms, share.played_ms, share.length_ms, coalesce(o.paid_at, t.created_at) AS paid_at, app_now() AS now
     FROM ticket t JOIN orders o ON o.id = t.order_id CROSS JOIN LATERAL replay_share(t.id, $2) share
     WHERE t.id = $1`,
    [ticketId, eventUuid],
  );
  if (!row) throw refuse('replay_tickets_only');
  return replayRefundView(
    replayRefund({
      now: row.now.getTime(),
      paidAt: row.paid_at.getTime(),
      sentMs: row.sent_ms,
      playedMs: row.played_ms,
      lengthMs: row.length_ms,
    }),
  );
}

/**
 * Notes what the player of a replay ticket's holder played. A stretch counts once, however often it is reported, and
 * only as far as it was sent. Answers the refund, null for people who watch without a replay ticket. Throws
 * `replay_played_range`, `replay_tickets_only`, and what `requireWatcher` throws.
 */
async function reportPlayed(
  deps: BroadcastDeps,
  actor: Actor,
  eventUuid: string,
  played: readonly Span[],
): Promise<WireReplayRefund | null> {
  const { replayTicket } = await requireWatcher(deps, eventUuid, await watcherOf(deps, actor, eventUuid));
  if (replayTicket === undefined) return null;
  const spans = await spansOf(deps.db, eventUuid);
  // Ranges that are turned around are an error to the database.
  requirePlayed(played, { spans, unsentMs: 0 });
  const ranges = [played.map(({ from }) => from), played.map(({ to }) => to)] as const;
  requirePlayed(played, { spans, unsentMs: await unsentOf(deps.db, replayTicket, ranges) });
  await notePlayed(deps.db, replayTicket, ranges);
  return refundOf(deps.db, replayTicket, eventUuid);
}

type Ranges = readonly [from: readonly number[], to: readonly number[]];

/** How much of these stretches was never sent to the holder of this ticket. */
async function unsentOf(sql: Sql, ticketId: string, ranges: Ranges): Promise<number> {
  const row = await sql.one<{ unsent: number }>(
    `SELECT coalesce(sum(upper(span) - lower(span)), 0)::bigint AS unsent
     FROM (SELECT coalesce(range_agg(int8range(given.begins, given.ends)), '{}') AS played
       FROM unnest($2::bigint[], $3::bigint[]) AS given (begins, ends)) report
     CROSS JOIN LATERAL unnest(report.played - coalesce(
       (SELECT w.seen FROM replay_watched w WHERE w.ticket_id = $1), '{}')) AS span`,
    [ticketId, ...ranges],
  );
  return row?.unsent ?? 0;
}

async function notePlayed(sql: Sql, ticketId: string, ranges: Ranges): Promise<void> {
  await sql.query(
    `UPDATE replay_watched w SET played = w.played + w.seen * report.played
     FROM (SELECT coalesce(range_agg(int8range(given.begins, given.ends)), '{}') AS played
       FROM unnest($2::bigint[], $3::bigint[]) AS given (begins, ends)) report
     WHERE w.ticket_id = $1 AND NOT w.played @> w.seen * report.played`,
    [ticketId, ...ranges],
  );
}

export const playedRoute = (deps: BroadcastDeps): AnyRoute =>
  route({
    call: 'POST /events/replay/played',
    // A guest's session is of the event of the replay.
    who: 'anyone',
    limit: playedLimit,
    handle: async ({ actor, body }) => ({ refund: await reportPlayed(deps, actor, body.event_uuid, body.played) }),
  });
