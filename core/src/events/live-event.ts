import type { Instant } from '../kernel/instant.ts';
import type { Currency, Minor } from '../kernel/money.ts';
import type { FeeTerms } from '../ticketing/ticket-price.ts';
import type { Kind, LiveEventState } from './live-event-machine.ts';

/** The host, nobody having started it in time, or an app admin, also while it was live. */
export type CancelReason = 'host' | 'no_show' | 'admin';

/** An event as everybody may see it. */
export interface LiveEvent {
  readonly uuid: string;
  /** Number of the event, for people. */
  readonly ide: number;
  readonly kind: Kind;
  readonly state: LiveEventState;
  readonly cancelled: boolean;
  /** Who or what cancelled it; undefined where nobody did. */
  readonly cancelReason: CancelReason | undefined;
  readonly title: string;
  readonly description: string;
  readonly startsAt: Instant;
  readonly startedAt: Instant | undefined;
  readonly finishedAt: Instant | undefined;
  /** The start before it was moved to a later time; that happens at most once. */
  readonly movedFrom: Instant | undefined;
  /** IANA zone of the start time. */
  readonly zone: string;
  /** Off: tickets are given to token holders only (decisions 12). */
  readonly openTicketing: boolean;
  /** Off: reachable by link only (decisions 16). */
  readonly listed: boolean;
  readonly coverUrl: string;
  readonly videos: EventVideos;
  readonly price: Minor;
  readonly currency: Currency;
  readonly feeTerms: FeeTerms;
  readonly capacity: number;
  /** Neither sold nor held. */
  readonly free: number;
  readonly sold: number;
  /** Percent off with the promo code; the code itself is the host's. */
  readonly promoPercent: number | undefined;
  readonly categoryIde: number | undefined;
  readonly langIdes: readonly number[];
  readonly tags: readonly string[];
  /** Rises with every change its page shows. */
  readonly version: number;
}

/** Addresses of the videos of spec §3. */
export interface EventVideos {
  readonly presentation: string | undefined;
  readonly presentationLandscape: string | undefined;
  readonly thanks: string | undefined;
  readonly thanksLandscape: string | undefined;
}
