import { accountsRefusals } from './accounts/refusals.ts';
import { billingRefusals } from './billing/refusals.ts';
import { broadcastRefusals } from './broadcast/refusals.ts';
import { apiKeysRefusals } from './developers/api-keys.ts';
import { webhooksRefusals } from './developers/webhooks.ts';
import { eventsRefusals } from './events/refusals.ts';
import { hostsRefusals } from './hosts/refusals.ts';
import { Refusal, kernelRefusals, type RefusalParams, type RefusalRow } from './kernel/refusal.ts';
import { meetingsRefusals } from './meetings/refusals.ts';
import { notificationsRefusals } from './notifications/push.ts';
import { payoutsRefusals } from './payouts/refusals.ts';
import { reportsRefusals } from './reports/reports.ts';
import { reviewsRefusals } from './reviews/refusals.ts';
import { roomsRefusals } from './rooms/refusals.ts';
import { searchRefusals } from './search/refusals.ts';
import { statsRefusals } from './stats/refusals.ts';
import { ticketingRefusals } from './ticketing/refusals.ts';
import { tokenGateRefusals } from './token-gate/refusals.ts';

/** Every way Frontrow says no: the closed list. */
export const refusals = {
  ...kernelRefusals,
  ...accountsRefusals,
  ...eventsRefusals,
  ...hostsRefusals,
  ...ticketingRefusals,
  ...meetingsRefusals,
  ...tokenGateRefusals,
  ...notificationsRefusals,
  ...payoutsRefusals,
  ...reportsRefusals,
  ...reviewsRefusals,
  ...roomsRefusals,
  ...broadcastRefusals,
  ...billingRefusals,
  ...searchRefusals,
  ...statsRefusals,
  ...apiKeysRefusals,
  ...webhooksRefusals,
} as const satisfies Record<string, RefusalRow>;

export type RefusalCode = keyof typeof refusals;

export interface RefusalOptions {
  /** Input field in wire spelling. */
  readonly field?: string;
  /** Seconds until a retry makes sense. */
  readonly retryAfter?: number;
}

/** Builds (does not throw) the refusal for a code: `throw refuse('tickets_over_maximum', { maximum: 49 })`. */
export function refuse(code: RefusalCode, params: RefusalParams = {}, options: RefusalOptions = {}): Refusal {
  return new Refusal(code, refusals[code], params, options.field, options.retryAfter);
}
