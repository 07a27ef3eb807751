import { hours, type Instant } from '../kernel/instant.ts';
import type { Minor } from '../kernel/money.ts';
import type { RefusalCode } from '../refuse.ts';

/** What the host allows holders who change their mind; each ticket keeps what it was bought with. */
export interface SelfCancelPolicy {
  /** Until this many hours before the start. */
  readonly hours: number;
  /** Of the price alone; undefined: price and fee go back. */
  readonly percent: number | undefined;
}

/** The last moment at which a holder may cancel. It follows the start, should that be moved. */
export const selfCancelUntil = (startsAt: Instant, policy: SelfCancelPolicy): Instant => startsAt - hours(policy.hours);

export interface SelfCancelQuestion {
  readonly now: Instant;
  readonly startsAt: Instant;
  readonly cancelled: boolean;
  readonly started: boolean;
  /** The ticket's; undefined: the host did not allow it. */
  readonly policy: SelfCancelPolicy | undefined;
}

/** Why the holder may not cancel now, or undefined. */
export function selfCancelRefusal(question: SelfCancelQuestion): RefusalCode | undefined {
  const { now, startsAt, cancelled, started, policy } = question;
  if (!policy) return 'self_cancel_off';
  if (cancelled) return 'event_cancelled';
  if (started || now > selfCancelUntil(startsAt, policy)) return 'self_cancel_over';
  return undefined;
}

/** What was paid for a ticket, and what went back of it already. */
export interface PaidParts {
  readonly priceMinor: Minor;
  readonly feeMinor: Minor;
  readonly refundedPriceMinor: Minor;
  readonly refundedFeeMinor: Minor;
}

/** The refund: the whole rest, or the percentage of the price (rounded half up) up to the rest. */
export function selfCancelParts(
  paid: PaidParts,
  { percent }: SelfCancelPolicy,
): { readonly price: Minor; readonly fee: Minor } {
  const priceLeft = paid.priceMinor - paid.refundedPriceMinor;
  if (percent === undefined) return { price: priceLeft, fee: paid.feeMinor - paid.refundedFeeMinor };
  return { price: Math.min(Math.floor((paid.priceMinor * percent + 50) / 100), priceLeft), fee: 0 };
}
