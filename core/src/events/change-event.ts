import type { LiveEventState } from './live-event-machine.ts';
import type { DraftProblem } from './event-draft.ts';
import type { Instant } from '../kernel/instant.ts';
import { rescheduleNoticeMs } from './limits.ts';
import type { PublishRules } from './validate-event-draft.ts';

/** The event as it is, which a change is judged against. */
export interface StandingEvent {
  readonly title: string;
  /** Whole units of the currency, like a draft's. */
  readonly price: number;
  readonly currency: string;
  /** Sold or held. */
  readonly taken: number;
  /**
   * Somebody has ordered at this price. An abandoned or expired order counts too: it may still be paid, at its own
   * price.
   */
  readonly ordered: boolean;
}

/** What a published event was allowed. */
export interface PublishedTerms {
  readonly startsAt: Instant;
  readonly salesOpenAt: Instant | undefined;
  readonly ticketTypeId: number | undefined;
  readonly seats: number;
  /** Whole units of the currency. */
  readonly price: number;
  readonly currency: string;
}

/**
 * What was allowed at publication stays allowed: the date, the opening of sales, the flag, the code's days, and limits
 * that are lower by now.
 */
export const rulesForChange = (
  rules: PublishRules,
  { startsAt, salesOpenAt, ticketTypeId, seats, price, currency }: PublishedTerms,
): PublishRules => ({
  ...rules,
  massive: true,
  promoEndsAfter: 0,
  standingSalesOpenAt: salesOpenAt,
  standing: { price, currency },
  now: Math.min(rules.now, startsAt),
  ticketTypes: rules.ticketTypes.map((type) =>
    type.id === ticketTypeId ? { ...type, seatsMax: Math.max(type.seatsMax, seats) } : type,
  ),
});

/** Why a published event cannot be changed so (rule E13). */
export function changeProblems(
  standing: StandingEvent,
  wanted: { readonly title: string; readonly price: number; readonly currency: string; readonly seats: number },
): DraftProblem[] {
  const problems: DraftProblem[] = [];
  if (standing.taken > 0 && wanted.title !== standing.title) problems.push({ field: 'title', code: 'title_fixed' });
  if (standing.ordered && wanted.price !== standing.price) problems.push({ field: 'price', code: 'price_fixed' });
  else if (standing.ordered && wanted.currency !== standing.currency)
    problems.push({ field: 'currency', code: 'currency_fixed' });
  if (wanted.seats < standing.taken)
    problems.push({ field: 'seats', code: 'tickets_under_taken', params: { taken: standing.taken } });
  return problems;
}

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
