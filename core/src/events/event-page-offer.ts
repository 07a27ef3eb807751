import type { Instant } from '../kernel/instant.ts';
import { startWindowMs } from './limits.ts';
import type { LiveEvent } from './live-event.ts';

/** Who looks at the event: its creator, a ticket holder, or anybody else. */
export type Viewpoint = 'owner' | 'buyer' | 'visitor';

/** What the event's page offers: a ticket to buy or a free one, the seat one has, or why there is none. */
export type Offer =
  | 'buy'
  | 'free'
  | 'seat'
  | 'soldOut'
  | 'own'
  | 'closed'
  | 'gated'
  | 'unpublished'
  | 'finished'
  | 'cancelled';

type Sold = Pick<LiveEvent, 'state' | 'cancelled' | 'openTicketing' | 'price' | 'free' | 'unpublished'>;

/**
 * A ticket is offered while the event is upcoming, or live with ticketing open, to everybody but the creator and ticket
 * holders. Without open ticketing an upcoming event is for token holders. An unpublished event sells nothing. The
 * creator's own view never changes.
 */
export function ticketOffer(event: Sold, viewpoint: Viewpoint): Offer {
  if (viewpoint === 'owner') return 'own';
  if (event.cancelled) return 'cancelled';
  if (event.state === 'finished') return 'finished';
  if (viewpoint === 'buyer') return 'seat';
  if (event.unpublished) return 'unpublished';
  if (!event.openTicketing) return event.state === 'live' ? 'closed' : 'gated';
  if (event.free <= 0) return 'soldOut';
  return event.price === 0 ? 'free' : 'buy';
}

/** The start banner: "begins in…", "began", or "The host hasn't started the event yet!". */
export interface StartBanner {
  readonly kind: 'begins' | 'began' | 'late';
  /** Start time; of a live event the moment it went live. */
  readonly at: Instant;
  /** Start streaming for the creator, View streaming for the buyer. */
  readonly button: 'start' | 'view';
  /** The creator may start (rule E6). */
  readonly doors: boolean;
}

/** The banner for a buyer or the creator until the event is over; undefined for everybody else. */
export function startBanner(
  event: Pick<LiveEvent, 'state' | 'cancelled' | 'startsAt' | 'startedAt'>,
  viewpoint: Viewpoint,
  now: Instant,
): StartBanner | undefined {
  if (viewpoint === 'visitor' || event.cancelled || event.state === 'finished') return undefined;
  const button = viewpoint === 'owner' ? 'start' : 'view';
  if (event.state === 'live') return { kind: 'began', at: event.startedAt ?? event.startsAt, button, doors: true };
  return {
    kind: now < event.startsAt ? 'begins' : 'late',
    at: event.startsAt,
    button,
    doors: now >= event.startsAt - startWindowMs,
  };
}
