import type { DraftProblem } from './event-draft.ts';

/** What a change is judged against: the event as it stands. */
export interface StandingEvent {
  readonly title: string;
  /** Whole units of the currency, like a draft's. */
  readonly price: number;
  /** Sold or held. */
  readonly taken: number;
  /** Anybody has ever ordered, also what was given up or ran out: an order that ran out may be paid late, at its own price. */
  readonly ordered: boolean;
}

/** Why an event that is out cannot be changed so: what somebody bought, or is buying, stays as it was sold. */
export function changeProblems(
  standing: StandingEvent,
  wanted: { readonly title: string; readonly price: number; readonly seats: number },
): DraftProblem[] {
  const problems: DraftProblem[] = [];
  if (standing.taken > 0 && wanted.title !== standing.title) problems.push({ field: 'title', code: 'title_fixed' });
  if (standing.ordered && wanted.price !== standing.price) problems.push({ field: 'price', code: 'price_fixed' });
  if (wanted.seats < standing.taken)
    problems.push({ field: 'seats', code: 'tickets_under_taken', params: { taken: standing.taken } });
  return problems;
}
