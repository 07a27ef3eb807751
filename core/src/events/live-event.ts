import type { LiveEventState, Kind } from './live-event-machine.ts';
import type { FoundToken } from '../token-gate/token-rule.ts';
import type { Instant } from '../kernel/instant.ts';
import type { Currency, Minor } from '../kernel/money.ts';
import type { SelfCancelPolicy } from '../ticketing/self-cancel.ts';
import type { SeriesPlace } from './series.ts';
import type { FeeTerms } from '../ticketing/ticket-price.ts';

/** By the host, because nobody started it in time, or by an app admin, who may do so while it is live. */
export type CancelReason = 'host' | 'no_show' | 'admin';

/** An event with everything that is public. */
export interface LiveEvent {
  readonly uuid: string;
  /** Number of the event, for people. */
  readonly ide: number;
  readonly kind: Kind;
  readonly state: LiveEventState;
  readonly cancelled: boolean;
  /** Undefined unless it was cancelled. */
  readonly cancelReason: CancelReason | undefined;
  readonly title: string;
  readonly description: string;
  readonly startsAt: Instant;
  /** The planned end: of an event whose host said how long it takes, and of a private meeting. */
  readonly endsAt: Instant | undefined;
  /** When tickets go on sale, to people from the waiting page; undefined: with the publication. */
  readonly salesOpenAt?: Instant | undefined;
  readonly startedAt: Instant | undefined;
  readonly finishedAt: Instant | undefined;
  /** The start before it was moved to a later time; that happens at most once. */
  readonly movedFrom: Instant | undefined;
  /** IANA zone of the start time. */
  readonly zone: string;
  /** Off: tickets are for token holders only (rule E4). */
  readonly openTicketing: boolean;
  /** Off: reachable by link only (rule E12). */
  readonly listed: boolean;
  /** An app admin took it out of lists and off sale. */
  readonly unpublished: boolean;
  /** A private meeting: only its two people ever read it. */
  readonly privateMeeting: boolean;
  readonly coverUrl: string;
  readonly videos: EventVideos;
  readonly price: Minor;
  readonly currency: Currency;
  readonly feeTerms: FeeTerms;
  readonly capacity: number;
  /** Neither sold nor held. */
  readonly free: number;
  readonly sold: number;
  /** Percent off with the first promo code that has not ended; the codes are not public. */
  readonly promoPercent: number | undefined;
  /** What holders who change their mind may do with tickets that are bought now; undefined: nothing. */
  readonly selfCancel: SelfCancelPolicy | undefined;
  /** Of a token-gated event: what it asks for, in words. */
  readonly holdersOf?: readonly string[] | undefined;
  /** Of those, what was found on a chain. */
  readonly tokens?: readonly ShownToken[] | undefined;
  /** The series it is part of. */
  readonly series?: SeriesPlace | undefined;
  readonly categoryIde: number | undefined;
  readonly langIdes: readonly number[];
  readonly tags: readonly string[];
  /** Rises with every change that its page shows. */
  readonly version: number;
}

/** Addresses of the event's videos. */
export interface EventVideos {
  readonly presentation: string | undefined;
  readonly presentationLandscape: string | undefined;
  readonly thanks: string | undefined;
  readonly thanksLandscape: string | undefined;
}

/** A token that an event asks for, as people are shown it. */
export interface ShownToken extends Omit<FoundToken, 'picture'> {
  readonly pictureUrl: string | undefined;
  /** Of a coin, in whole units. */
  readonly minBalance: number | undefined;
}
