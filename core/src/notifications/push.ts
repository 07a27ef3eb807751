import { hours, type Instant, minutes, seconds } from '../kernel/instant.ts';
import type { RefusalRow } from '../kernel/refusal.ts';

/** What a browser can be notified of: everyone of the first four, hosts of the others, too. */
export const pushKinds = [
  'starts_soon',
  'live_now',
  'you_are_next',
  'seat_opened',
  'sold_out',
  'encoder_lost',
] as const;
export type PushKind = (typeof pushKinds)[number];
export const hostPushKinds: readonly PushKind[] = ['sold_out', 'encoder_lost'];

/** Browsers of one account; a further one replaces the one that subscribed first. */
export const pushSubscriptionsMax = 10;
export const pushEndpointCharsMax = 1_000;
/** How long before the start ticket holders are notified. */
export const startsSoonMs = minutes(15);
/** An encoder that reconnects within this time is no news. */
export const encoderLostMs = seconds(10);

/** How long a notification is worth showing: a push service keeps it this long for a browser that is offline. */
export const pushValidMs: Readonly<Record<PushKind, number>> = {
  starts_soon: startsSoonMs,
  live_now: hours(1),
  you_are_next: minutes(1),
  seat_opened: minutes(15),
  sold_out: hours(24),
  encoder_lost: minutes(5),
};

/** An event as a notification sees it at the moment of sending. */
export interface PushedEvent {
  readonly state: 0 | 1 | 2;
  readonly cancelled: boolean;
  readonly startsAt: Instant;
  /** The person holds a valid ticket. */
  readonly holdsTicket: boolean;
  /** A free seat is held for the person, and not paid yet. */
  readonly hasOffer: boolean;
  readonly handIsUp: boolean;
  readonly isFull: boolean;
  readonly encoderIsLost: boolean;
}

/** Whether a notification is still true. One that was delayed must not promise anything. */
export function stillPushes(kind: PushKind, event: PushedEvent, now: Instant): boolean {
  if (event.cancelled) return false;
  const { state, startsAt } = event;
  switch (kind) {
    case 'starts_soon':
      return state === 0 && event.holdsTicket && startsAt > now && startsAt - now <= startsSoonMs;
    case 'live_now':
      return state === 1 && event.holdsTicket;
    case 'you_are_next':
      return state === 1 && event.handIsUp;
    case 'seat_opened':
      return state < 2 && event.hasOffer;
    case 'sold_out':
      return state === 0 && event.isFull;
    case 'encoder_lost':
      return state === 1 && event.encoderIsLost;
  }
}

export const notificationsRefusals = {
  push_subscription_invalid: {
    status: 400,
    message: 'Your browser’s push service can’t be used here. Try another browser.',
  },
} as const satisfies Record<string, RefusalRow>;
