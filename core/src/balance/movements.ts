import type { Instant } from '../kernel/instant.ts';
import { releaseAfterMs } from './limits.ts';

/** When the money of an event becomes available; undefined as long as it is not over. */
export const releaseAt = (finishedAt: Instant | undefined): Instant | undefined =>
  finishedAt === undefined ? undefined : finishedAt + releaseAfterMs;

/** What moved the money of a host, as a host understands it. */
export const movementKinds = [
  'sale',
  'refund',
  'release',
  'payout',
  'payout_paid',
  'payout_failed',
  'payout_returned',
  'dispute',
  'dispute_won',
  'dispute_lost',
  'correction',
] as const;
export type MovementKind = (typeof movementKinds)[number];

/** The filters of the page. Everything that is no sale is rare, so each of them is found without passing over sales. */
export const movementGroups = ['sales', 'refunds', 'releases', 'payouts', 'disputes'] as const;
export type MovementGroup = (typeof movementGroups)[number];

/** By the kind of the ledger's transaction. */
const kinds: Readonly<Record<string, { readonly kind: MovementKind; readonly group: MovementGroup }>> = {
  capture: { kind: 'sale', group: 'sales' },
  refund_request: { kind: 'refund', group: 'refunds' },
  // Ended because its payment was disputed, and due again when that was won.
  refund_ended: { kind: 'refund', group: 'refunds' },
  refund_resumed: { kind: 'refund', group: 'refunds' },
  release: { kind: 'release', group: 'releases' },
  payout_request: { kind: 'payout', group: 'payouts' },
  payout_paid: { kind: 'payout_paid', group: 'payouts' },
  payout_failed: { kind: 'payout_failed', group: 'payouts' },
  payout_returned: { kind: 'payout_returned', group: 'payouts' },
  payout_otherwise: { kind: 'payout_paid', group: 'payouts' },
  dispute_opened: { kind: 'dispute', group: 'disputes' },
  dispute_changed: { kind: 'dispute', group: 'disputes' },
  dispute_won: { kind: 'dispute_won', group: 'disputes' },
  dispute_lost: { kind: 'dispute_lost', group: 'disputes' },
};

/** A kind that nobody here has heard of is still shown, as a correction. */
export const movementKindOf = (ledgerKind: string): MovementKind => kinds[ledgerKind]?.kind ?? 'correction';

/** The kinds of the ledger's transactions that a filter shows. */
export const ledgerKindsOf = (group: MovementGroup): string[] =>
  Object.entries(kinds).flatMap(([ledgerKind, { group: its }]) => (its === group ? [ledgerKind] : []));

/** What one transaction does to the places where money of a host lies; credits positive. */
export interface MovedParts {
  readonly pending: number;
  readonly available: number;
  readonly onItsWay: number;
  readonly frozen: number;
}

/**
 * The one amount that is shown for a movement: what became available or went from there; where nothing did, what came
 * to the pending money or left it; else what left or reached the accounts between.
 */
export function shownAmount({ pending, available, onItsWay, frozen }: MovedParts): number {
  return available || pending || onItsWay || frozen;
}
