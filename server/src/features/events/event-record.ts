import type { EventStateCode, KindCode } from '@frontrow/core/events/live-event-machine.ts';

/** An event row for other features; times are epoch milliseconds by the database's clock. */
export interface EventRecord {
  readonly id: string;
  readonly hostId: number;
  readonly hostUsername: string;
  readonly title: string;
  readonly kind: KindCode;
  readonly state: EventStateCode;
  readonly startsAt: number;
  readonly tz: string;
  readonly capacity: number;
  readonly held: number;
  readonly sold: number;
  /** People on the waitlist without an offer. */
  readonly waiting: number;
  readonly priceMinor: number;
  readonly currency: string;
  readonly minFeeMinor: number;
  readonly feeBp: number;
  readonly openingTicketing: boolean;
  readonly startedAt: number | undefined;
  readonly finishedAt: number | undefined;
  readonly cancelledAt: number | undefined;
  readonly reschedules: number;
  /** Of a private meeting: the one viewer, and when it is over (epoch milliseconds). */
  readonly meeting: { readonly viewerId: number; readonly endsAt: number } | undefined;
  /** The database's clock when the row was read. */
  readonly now: number;
}
