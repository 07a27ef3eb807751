import { lateAfterMs } from '../events/limits.ts';
import type { Instant } from '../kernel/instant.ts';
import { lateRefundUntilMs, rescheduleRefundUntilMs } from './limits.ts';

export interface RefundQuestion {
  readonly now: Instant;
  readonly startsAt: Instant;
  readonly startedAt: Instant | undefined;
  readonly finishedAt: Instant | undefined;
  readonly cancelled: boolean;
  /** An app admin took the event out of lists and off sale. */
  readonly unpublished: boolean;
  /** The event was moved to a later time after the buyer chose it. */
  readonly movedSinceOrder: boolean;
  readonly paidAt: Instant;
  /** The broadcast is live, and its room admits fewer viewers than were sold: this holder cannot get in now. */
  readonly turnedAway: boolean;
}

export type RefundReason = 'host_late' | 'turned_away' | 'rescheduled' | 'unpublished' | 'replay_returned';

/**
 * Why a buyer may refund now with one tap, or undefined. Late: the host was not live 10 min after the start; until 24 h
 * after the end, but not for anyone who bought once it was live. Turned away: as long as the room has no place for the
 * holder. Rescheduled: until 24 h before the new start, for buyers who ordered for the old one. Unpublished: until it
 * goes live.
 */
export function refundDue(question: RefundQuestion): RefundReason | undefined {
  const { now, startsAt, startedAt, finishedAt, cancelled, unpublished, movedSinceOrder, paidAt, turnedAway } =
    question;
  if (cancelled) return undefined;
  const live = startedAt ?? now;
  const wasLate = live - startsAt >= lateAfterMs && paidAt < live;
  if (wasLate && (finishedAt === undefined || now - finishedAt <= lateRefundUntilMs)) return 'host_late';
  if (turnedAway) return 'turned_away';
  if (movedSinceOrder && startedAt === undefined && startsAt - now >= rescheduleRefundUntilMs) return 'rescheduled';
  if (unpublished && startedAt === undefined) return 'unpublished';
  return undefined;
}
