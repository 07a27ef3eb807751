import type { Instant } from '../kernel/instant.ts';
import type { Minor } from '../kernel/money.ts';
import { booksOverlapMs, booksSettleMs, booksWindowMaxMs, differenceRecheckMs } from './limits.ts';

/** Money that was taken or given back, as one side's books have it. */
export interface BookedMoney {
  readonly kind: 'capture' | 'refund';
  /** The provider's name for it. */
  readonly ref: string;
  readonly amountMinor: Minor;
  readonly currency: string;
  readonly at: Instant;
}

export type DifferenceKind =
  | 'unknown_capture'
  | 'unknown_refund'
  | 'capture_differs'
  | 'refund_differs'
  | 'missing_capture'
  | 'missing_refund';

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
 * Which time is compared now. It begins before the end of the last comparison, and with the oldest difference that is
 * still open, so that a difference that is no more is found to be none. It ends where the books of both sides are
 * complete. Undefined while there is nothing to compare.
 */
export function windowToCompare({
  now,
  comparedUntil,
  oldestOpen,
  booksDelayMs,
}: {
  now: Instant;
  comparedUntil: Instant;
  oldestOpen: Instant | undefined;
  /** How late the provider's books say what happened. */
  booksDelayMs: number;
}): Window | undefined {
  const to = Math.min(now - booksSettleMs - booksDelayMs, comparedUntil + booksWindowMaxMs);
  const overlapped = comparedUntil - booksOverlapMs;
  const from = Math.max(Math.min(overlapped, oldestOpen ?? overlapped), now - differenceRecheckMs);
  return from < to ? { from, to } : undefined;
}

const sameMoney = (one: BookedMoney, other: BookedMoney): boolean =>
  one.amountMinor === other.amountMinor && one.currency === other.currency;

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
    if (!our && !isInside(their)) continue;
    const kind: DifferenceKind = our ? `${their.kind}_differs` : `unknown_${their.kind}`;
    found.push({ kind, ref: their.ref, at: their.at, theirs: their, ours: our });
  }
  for (const our of ours)
    if (isInside(our) && !named.has(keyOf(our)))
      found.push({ kind: `missing_${our.kind}`, ref: our.ref, at: our.at, theirs: undefined, ours: our });
  return found;
}
