import { type Instant, minutes } from '../kernel/instant.ts';
import { refuse } from '../refuse.ts';

/** People may wait from this long before sales open. Until then their order is random. */
export const waitingOpensMs = minutes(5);
/** Who was let in must begin the checkout within this time, or loses their place. */
export const beginCheckoutMs = minutes(2);
/** Nobody buys without a place for this long after sales opened, even while nobody waits. */
export const placeRequiredMs = minutes(10);
/** People who were let in and hold no seat yet, however many seats there are. */
export const admittedAtOnceMax = 200;

/** Whether tickets go on sale later. `opensAt`: undefined where they do with the publication. */
export const isBeforeSales = (opensAt: Instant | undefined, now: Instant): opensAt is Instant =>
  opensAt !== undefined && now < opensAt;

/** How many more people may be let in to the checkout: never more than there are seats for. */
export const admissionsNow = (sale: { readonly seatsLeft: number; readonly withoutSeat: number }): number =>
  Math.max(0, Math.min(sale.seatsLeft, admittedAtOnceMax) - sale.withoutSeat);

/** Whether people may join the line. Throws `waiting_page_closed`. */
export function requireWaitingOpen(now: Instant, opensAt: Instant | undefined): void {
  if (opensAt === undefined || now < opensAt - waitingOpensMs) throw refuse('waiting_page_closed');
}

export interface SaleAccess {
  readonly now: Instant;
  readonly opensAt: Instant;
  /** Of the buyer: let in within the last two minutes, or they have begun the checkout. */
  readonly isAdmitted: boolean;
  /** They hold a seat already, for instance an offer from the waitlist. */
  readonly hasOrder: boolean;
  readonly othersWait: boolean;
}

/**
 * Who may begin a checkout of an event with a waiting page. `url`: of that page. Throws `sale_not_open` and
 * `waiting_page_first`.
 */
export function requireAdmission(sale: SaleAccess, url: string): void {
  if (sale.hasOrder) return;
  if (sale.now < sale.opensAt) throw refuse('sale_not_open', { url });
  const needsPlace = sale.othersWait || sale.now < sale.opensAt + placeRequiredMs;
  if (needsPlace && !sale.isAdmitted) throw refuse('waiting_page_first', { url });
}
