import type { Instant } from '../kernel/instant.ts';
import { rescheduleNoticeMs } from './limits.ts';
import type { LiveEventState } from './live-event-machine.ts';

export interface Movable {
  readonly now: Instant;
  readonly state: LiveEventState;
  readonly startsAt: Instant;
  /** How often it has been moved. */
  readonly reschedules: number;
}

export type RescheduleProblem = 'event_begun' | 'rescheduled_already' | 'reschedule_too_late' | 'reschedule_not_later';

/** Why the start cannot be moved to `to`, or without it at all (rule E7); undefined where it can. */
export function rescheduleProblem(
  { now, state, startsAt, reschedules }: Movable,
  to?: Instant,
): RescheduleProblem | undefined {
  if (state !== 'upcoming') return 'event_begun';
  if (reschedules > 0) return 'rescheduled_already';
  if (startsAt - now < rescheduleNoticeMs) return 'reschedule_too_late';
  if (to !== undefined && to <= startsAt) return 'reschedule_not_later';
  return undefined;
}
