import { type RefusalCode, refuse } from '@frontrow/core/refuse.ts';
import { seconds } from '@frontrow/core/kernel/instant.ts';
import {
  type CostlessSeatVerdict,
  type HoldVerdict,
  type Preparation,
  stepAfter,
} from '@frontrow/core/ticketing/verdicts.ts';
import { tooManyAttempts } from '../payments/payment-attempts.ts';
import type { Buyer, Checkout } from './checkout.ts';
import type { SeatWish } from './seat-wish.ts';

/** No seat yet: the request must be tried again, after this. */
export interface RetrySeat {
  readonly is: 'retry';
  readonly preparation: Preparation;
  /** The open order that is in the way, if one is. */
  readonly orderId: string;
}

interface Answer {
  readonly verdict: CostlessSeatVerdict | HoldVerdict;
  readonly orderId: string | undefined;
  readonly expiresAt?: number;
  readonly at: number;
}

/** Undefined where the buyer has got the seat; throws the refusal where there is none for them. */
export async function retryOrRefuse(
  checkout: Checkout,
  buyer: Buyer,
  wish: SeatWish,
  { verdict, orderId = '', expiresAt, at }: Answer,
): Promise<RetrySeat | undefined> {
  if (verdict === 'sold_out') checkout.soldOut.note(wish);
  if (addressHasTicket.has(verdict)) await mailAgain(checkout, buyer, wish);
  const step = stepAfter(verdict);
  if (step.is === 'done') return undefined;
  if (step.is === 'retry') return { is: 'retry', preparation: step.first, orderId };
  throw seatRefusal(step.code, (expiresAt ?? at) - at);
}

const addressHasTicket: ReadonlySet<Answer['verdict']> = new Set<Answer['verdict']>([
  'address_has_ticket',
  'address_has_ticket_sold_out',
  'guest_order_elsewhere',
]);

/** Whoever reads the mails of this address learns again how to get in; a stranger who typed it learns nothing. */
async function mailAgain({ accounts }: Checkout, { guestEmail }: Buyer, { eventId }: SeatWish): Promise<void> {
  if (guestEmail !== undefined) await accounts.mailWayInAgain(guestEmail, eventId);
}

const holdsRetryAfterMs = seconds(60);

/** The refusal with what its sentence and headers need; `waitMs` until another attempt to pay is allowed. */
function seatRefusal(code: RefusalCode, waitMs: number): Error {
  switch (code) {
    case 'too_many_holds':
      return refuse(code, {}, { retryAfter: holdsRetryAfterMs / seconds(1) });
    case 'too_many_attempts':
      return tooManyAttempts(waitMs);
    case 'promo_not_yet':
    case 'promo_expired':
    case 'promo_used_up':
      return refuse(code, {}, { field: 'promo_code' });
    default:
      return refuse(code);
  }
}
