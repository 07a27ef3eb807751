import type { Instant } from '../kernel/instant.ts';
import type { Minor } from '../kernel/money.ts';
import { booksOverlapMs, booksSettleMs, booksWindowMaxMs, differenceRecheckMs, recheckWindowMs } from './limits.ts';

type MoneyKind = 'capture' | 'refund' | 'dispute' | 'payout';

/**
 * Money that was taken or given back, as one side's books have it. Of a dispute or a payout it is what is gone of ours
 * by now: nothing of a dispute that was won or a payout that came back.
 */
export interface BookedMoney {
  readonly kind: MoneyKind;
  /** The provider's name for it. */
  readonly ref: string;
  readonly amountMinor: Minor;
  readonly currency: string;
  readonly at: Instant;
}

export type DifferenceKind = `unknown_${MoneyKind}` | `${MoneyKind}_differs` | `missing_${MoneyKind}`;

export interface Difference<Ours extends BookedMoney = BookedMoney, Theirs extends BookedMoney = BookedMoney> {
  readonly kind: DifferenceKind;
  readonly ref: string;
  readonly at: Instant;
  readonly theirs: Theirs | undefined;
  readonly ours: Ours | undefined;
}

/** A stretch of time, its end not in it. */
export interface Window {
  readonly from: Instant;
  readonly to: Instant;
}

/**
 * Which time is compared now. It begins before the end of the last comparison, at most `differenceRecheckMs` ago, and
 * ends where the books of both sides are complete. Undefined while there is nothing to compare.
 */
export function windowToCompare({
  now,
  comparedUntil,
  booksDelayMs,
}: {
  now: Instant;
  comparedUntil: Instant;
  /** How late the provider's books say what happened. */
  booksDelayMs: number;
}): Window | undefined {
  const earliest = now - differenceRecheckMs;
  const to = Math.min(now - booksSettleMs - booksDelayMs, Math.max(comparedUntil, earliest) + booksWindowMaxMs);
  const from = Math.max(comparedUntil - booksOverlapMs, earliest);
  return from < to ? { from, to } : undefined;
}

/**
 * An older stretch of time that is compared again, so that a difference that is no more is found to be none. It begins
 * with `oldestOpen`, the oldest difference that waits for it, and leaves out what `windowToCompare` covers.
 */
export function windowToRecheck({
  now,
  comparedUntil,
  oldestOpen,
}: {
  now: Instant;
  comparedUntil: Instant;
  oldestOpen: Instant;
}): Window | undefined {
  const to = Math.min(oldestOpen + recheckWindowMs, comparedUntil - booksOverlapMs);
  return oldestOpen >= now - differenceRecheckMs && oldestOpen < to ? { from: oldestOpen, to } : undefined;
}

/** What a dispute takes by now, with its costs. */
export const goneByDispute = (dispute: { status: string; amountMinor: Minor; costsMinor: Minor }): Minor =>
  (dispute.status === 'won' ? 0 : dispute.amountMinor) + dispute.costsMinor;

/** The same amount of the same currency. */
export const sameMoney = (
  one: Pick<BookedMoney, 'amountMinor' | 'currency'>,
  other: Pick<BookedMoney, 'amountMinor' | 'currency'>,
): boolean => one.amountMinor === other.amountMinor && one.currency === other.currency;

/**
 * Where the books of a provider and ours differ. `theirs` and `ours` are what each side has of the window, and what the
 * other side names; each knows its counterpart by kind and ref. Money whose time lies outside `window` is a counterpart
 * only: the other side of it may not have been asked for.
 */
export function differences<Ours extends BookedMoney, Theirs extends BookedMoney>(
  theirs: readonly Theirs[],
  ours: readonly Ours[],
  window: Window,
): Difference<Ours, Theirs>[] {
  const keyOf = ({ kind, ref }: BookedMoney): string => `${kind} ${ref}`;
  const isInside = ({ at }: BookedMoney): boolean => at >= window.from && at < window.to;
  const known = new Map(ours.map((each) => [keyOf(each), each]));
  const named = new Set(theirs.map(keyOf));
  const found: Difference<Ours, Theirs>[] = [];
  for (const their of theirs) {
    const our = known.get(keyOf(their));
    if (our && sameMoney(our, their)) continue;
    // Nothing is gone, and nothing was to be known of it.
    if (!our && (!isInside(their) || their.amountMinor === 0)) continue;
    const kind: DifferenceKind = our ? `${their.kind}_differs` : `unknown_${their.kind}`;
    found.push({ kind, ref: their.ref, at: their.at, theirs: their, ours: our });
  }
  for (const our of ours)
    if (isInside(our) && our.amountMinor !== 0 && !named.has(keyOf(our)))
      found.push({ kind: `missing_${our.kind}`, ref: our.ref, at: our.at, theirs: undefined, ours: our });
  return found;
}
