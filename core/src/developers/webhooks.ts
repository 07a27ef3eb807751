import { days, hours, minutes, seconds } from '../kernel/instant.ts';
import type { RefusalRow } from '../kernel/refusal.ts';

/** Types of webhooks, in the order of an event's life. */
export const webhookTypes = [
  'event.published',
  'event.started',
  'event.finished',
  'event.cancelled',
  'order.paid',
  'order.refunded',
  'ticket.transferred',
  'ticket.checked_in',
  'payout.paid',
] as const;
export type WebhookType = (typeof webhookTypes)[number];

export const deliveryStates = ['pending', 'delivered', 'failed'] as const;

export const webhookEndpointsMax = 10;
export const webhookUrlCharsMax = 500;
/** After a rotation both secrets sign, so that a receiver can be changed in between. */
export const secretOverlapMs = hours(24);
/** How long a delivery is retried, and how long an endpoint may fail before it is disabled. */
export const webhookRetriedMs = days(3);
/** How long deliveries stay in the log. */
export const webhookLogMs = days(30);

const waits = [
  seconds(5),
  seconds(30),
  minutes(2),
  minutes(5),
  minutes(10),
  minutes(20),
  minutes(30),
  hours(1),
  hours(2),
];
const longestWaitMs = hours(4);

/** The wait after this many failed attempts. */
export const webhookWaitMs = (attempts: number): number => waits[Math.max(0, attempts - 1)] ?? longestWaitMs;

/** An answer with one of these statuses was accepted. A redirect was not: it is never followed. */
export const isAccepted = (status: number): boolean => status >= 200 && status < 300;
/** The receiver says that it wants no more of them. */
export const goneStatus = 410;

export const webhooksRefusals = {
  webhook_url_invalid: { status: 400, message: 'Enter a complete address, such as https://example.com/hooks.' },
  webhook_url_not_https: { status: 400, message: 'The address must begin with https://.' },
  webhook_url_private: {
    status: 400,
    message: 'This address is not on the public internet, so we can’t deliver to it.',
  },
  webhook_url_with_login: { status: 400, message: 'Leave user name and password out of the address.' },
  webhook_events_required: { status: 400, message: 'Choose at least one type of event.' },
  webhook_endpoints_maximum: {
    status: 409,
    message: 'You can have at most {maximum} endpoints. Remove one that you no longer use.',
  },
  webhook_endpoint_exists: { status: 409, message: 'You already have an endpoint with this address.' },
  webhook_endpoint_not_found: { status: 404, message: 'We could not find that endpoint.' },
  webhook_endpoint_disabled: { status: 409, message: 'This endpoint is disabled. Enable it first.' },
  webhook_delivery_not_found: { status: 404, message: 'We could not find that delivery.' },
} as const satisfies Record<string, RefusalRow>;
