import { Refusal } from '@frontrow/core/kernel/refusal.ts';
import { purchaseView } from '../tickets/views.ts';
import { answerOfEarlierAttempt } from './answer-of-earlier-attempt.ts';
import type { Buyer, Checkout } from './checkout.ts';
import type { PaymentChoice, Purchase, Purchased } from './purchase.ts';
import { purchaseTicket } from './purchase-ticket.ts';
import { type AskedWish, wishOf } from './seat-wish.ts';

/** A purchase on the wire. */
export interface AskedPurchase extends AskedWish {
  readonly stripe_token?: string | null | undefined;
  readonly stripe_payment_method_id?: string | null | undefined;
  readonly paypal?: boolean | null | undefined;
  readonly remember?: boolean | null | undefined;
}

interface KeyedPurchase {
  readonly scope: string;
  readonly key: string | undefined;
  readonly body: AskedPurchase;
}

/** Buys once per `Idempotency-Key` and answers as on the wire: repeated requests get what the first one bought. */
export const purchaseOnce = (
  checkout: Checkout,
  { scope, key, body }: KeyedPurchase,
  buyerOf: () => Promise<Buyer>,
): Promise<ReturnType<typeof purchaseView>> =>
  checkout.idempotency.run({ scope, key, body }, async ({ firstBegunAt, repeated }) => {
    const buyer = await buyerOf();
    const boughtBefore = async (): Promise<Purchased | undefined> =>
      firstBegunAt &&
      answerOfEarlierAttempt(checkout, buyer, { scope, key, eventId: body.event_uuid, since: firstBegunAt });
    const buy = (): Promise<Purchased> =>
      purchaseTicket(checkout, buyer, purchaseOf(body)).catch(async (error: unknown) => {
        // An earlier attempt may have got its ticket after we looked: by the sweeper, or by a process believed dead.
        const mayHaveBought = error instanceof Refusal && (repeated || error.code === 'already_has_ticket');
        const bought = mayHaveBought ? await boughtBefore() : undefined;
        if (bought) return bought;
        throw error;
      });
    const purchased = (repeated ? await boughtBefore() : undefined) ?? (await buy());
    return purchaseView(purchased, `${buyer.origin}/payment/callback/stripe`);
  });

const purchaseOf = (body: AskedPurchase): Purchase => ({
  ...wishOf(body),
  choice: choiceOf(body),
  remember: body.remember ?? false,
});

/** A saved card wins over a token, a card over the wallet. In the sandbox a token may be a published test method. */
function choiceOf(body: AskedPurchase): PaymentChoice | undefined {
  if (body.stripe_payment_method_id) return { method: body.stripe_payment_method_id };
  if (body.stripe_token?.startsWith('pm_')) return { method: body.stripe_token };
  if (body.stripe_token) return { token: body.stripe_token };
  return body.paypal ? { wallet: true } : undefined;
}
