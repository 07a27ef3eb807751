import { machine } from '../kernel/machine.ts';
import { type Instant, minutes } from '../kernel/instant.ts';
import type { LiveEvent } from '../events/live-event.ts';
import type { RefusalCode } from '../refuse.ts';

/** An offered seat is held this long, or until the waitlist closes where that is sooner. */
export const offerMs = minutes(15);
/** In a live event, whose line goes on where it is for token holders. */
export const liveOfferMs = minutes(5);
/** The waitlist closes this long before the start: no offer lasts longer, and nobody joins any more. */
export const waitlistClosesMs = minutes(10);
/** Places on one waitlist that a network gets for typed addresses. */
export const waitingPerAddressMax = 5;
/** Offers made under one lock of the event. */
export const offersPerRunMax = 200;
/** Places that one person reads at once. */
export const ownPlacesMax = 100;

/** A place on a waitlist. `offered` has a pending order that holds a seat; `ended`: the event sells no more. */
export const waitlistMachine = machine('waitlist place', 'waiting', {
  waiting: { offer: 'offered', leave: 'left', close: 'ended' },
  offered: { buy: 'bought', lapse: 'lapsed', leave: 'left', close: 'ended' },
  // Money that comes after the offer still buys the seat where nobody else waits for it.
  lapsed: { buy_late: 'bought' },
  bought: {},
  left: {},
  ended: {},
});
export type WaitlistStatus = (typeof waitlistMachine)['states'][number];

/** When an offer made now ends. */
export const offerEndsAt = (now: Instant, startsAt: Instant): Instant =>
  Math.min(now + offerMs, startsAt - waitlistClosesMs);

/** Whether an event has an open waitlist: sold out and early enough before its start; for holders until it is live. */
export const waitlistIsOpen = (
  event: Pick<LiveEvent, 'state' | 'cancelled' | 'openTicketing' | 'free' | 'startsAt'>,
  now: Instant,
): boolean =>
  event.state === 'upcoming' &&
  !event.cancelled &&
  event.free <= 0 &&
  (!event.openTicketing || now < event.startsAt - waitlistClosesMs);

/** What `join_waitlist` answers (server/src/db/functions). */
export type JoinVerdict =
  | 'joined'
  /** The person had a place already. */
  | 'waits'
  /** The address of this guest has a place or a ticket, got in another browser. Told to nobody who only typed it. */
  | 'waits_elsewhere'
  | 'address_has_ticket'
  | 'event_not_found'
  | 'own_event'
  | 'event_cancelled'
  | 'event_over'
  | 'token_gated'
  | 'ticketing_closed'
  | 'waitlist_closed'
  | 'waitlist_needs_proof'
  | 'seats_left'
  | 'already_has_ticket'
  | 'seat_held'
  | 'too_many_waiting';

/**
 * The place is taken, or looks so to a caller without proof of the address; other verdicts have their refusal's name.
 */
const places = { joined: true, waits: true, waits_elsewhere: true, address_has_ticket: true } as const;

export type RefusedJoin = Exclude<JoinVerdict, keyof typeof places> & RefusalCode;

/** Why the person gets no place; undefined where there is one. */
export const joinRefusal = (verdict: JoinVerdict): RefusedJoin | undefined =>
  verdict in places ? undefined : (verdict as RefusedJoin);
