import type { AnswerOf, BodyOf } from '@frontrow/contract/api.ts';
import type { WireOrder } from '@frontrow/contract/ticketing/api.ts';

export type PurchaseBody = Omit<BodyOf<'POST /events/purchase'>, 'event_uuid' | 'type'>;
export type PurchaseAnswer = AnswerOf<'POST /events/purchase'>;
export type WalletOrder = NonNullable<PurchaseAnswer['payment_order']>;
export type CardOutcome = AnswerOf<'POST /payment/stripe_intent'>;

/** What a purchase needs from outside. `email` is null for logged-in people. */
export interface PurchasePorts {
  /** `promoCode`: undefined leaves the price as it is, an empty one removes a code. */
  hold(email: string | null, promoCode: string | undefined): Promise<WireOrder>;
  /** `begun`: also ends an unfinished challenge or approval of this checkout; never one that another tab began. */
  release(orderUuid: string, begun: boolean): Promise<unknown>;
  /**
   * Tells that the checkout is closed in this tab. True if another tab has one of this event open: it shares the hold.
   */
  openElsewhere(): Promise<boolean>;
  purchase(body: PurchaseBody, email: string | null, idempotencyKey: string): Promise<PurchaseAnswer>;
  confirmCard(intent: string): Promise<CardOutcome>;
  /** What keeps a typed card from being sent, before anything is asked of the provider. */
  cardProblem(): string | null;
  /** Throws `CardFieldError`. */
  cardToken(): Promise<string>;
  newKey(): string;
  /** Saves order id and address for the return and goes to the approval page. Resolves if this page is shown again. */
  goToWallet(order: { id: string; email: string | null }, href: string): Promise<void>;
  wait(ms: number): Promise<void>;
}
