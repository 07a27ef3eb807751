import type { Instant } from '@frontrow/core/kernel/instant.ts';
import type { Minor } from '@frontrow/core/kernel/money.ts';
import type { CardExpiry } from '@frontrow/core/ticketing/card-expiry.ts';
import type { DisputeBooks, ProviderBooks } from './provider-books.ts';
import type { PartState } from './part-state.ts';

export interface CardCharge {
  /** Our payment id: also the provider's idempotency key. */
  readonly paymentId: string;
  readonly orderId: string;
  readonly amountMinor: Minor;
  readonly currency: string;
  /** A one-time token of the card field, or a (saved) payment method. */
  readonly source: { readonly token: string } | { readonly method: string };
  /** Provider customer of a logged-in buyer, when a card is saved or reused. */
  readonly customer?: string;
  readonly remember: boolean;
  readonly returnUrl: string;
  readonly description: string;
}

export interface CardIntent {
  /** Provider reference, `pi_…`. */
  readonly ref: string;
  readonly status: 'succeeded' | 'requires_action' | 'processing' | 'failed' | 'canceled';
  readonly amountMinor: Minor;
  readonly currency: string;
  /** Our payment id as the provider stored it. */
  readonly paymentId: string | undefined;
  /** Set with `requires_action`: the page for the iframe. */
  readonly redirectUrl: string | undefined;
  readonly captureRef: string | undefined;
  /** Sentence of the provider, with `failed`. */
  readonly failure: string | undefined;
  readonly card: PaidCard | undefined;
}

/** The card a payment was made with. */
export interface PaidCard {
  /** The provider's name for it; a remembered one is charged by this name again. */
  readonly method: string;
  readonly brand: string;
  readonly last4: string;
  readonly expiry: CardExpiry;
}

/** A card that is being saved without a payment. */
export interface CardSetup {
  /** Provider reference, `seti_…`. */
  readonly ref: string;
  readonly status: 'succeeded' | 'requires_action' | 'failed';
  /** Whose card it is. */
  readonly customer: string | undefined;
  /** Set with `requires_action`: the page for the iframe. */
  readonly redirectUrl: string | undefined;
  /** Sentence of the provider, with `failed`. */
  readonly failure: string | undefined;
  readonly card: PaidCard | undefined;
}

export interface ProviderRefund {
  readonly ref: string;
  readonly status: 'succeeded' | 'pending' | 'failed';
}

/**
 * What may have changed: the payment itself, what was given back of it, that a refund came to nothing, or a dispute.
 */
export type PaymentNews = 'payment' | 'refund' | 'failed_refund' | 'dispute';

/** A refund to be made. */
export interface RefundOrder {
  /** Our refund id: also the provider's idempotency key. */
  readonly refundId: string;
  readonly captureRef: string;
  readonly amountMinor: Minor;
  readonly currency: string;
  /** Refunds of the capture that are booked already: one made by hand among them is not this one. */
  readonly booked?: readonly string[];
  /** An earlier try under this id may have made it: providers forget idempotency keys after some time. */
  readonly askedBefore?: boolean;
}

/** One of a capture's refunds, as the provider has it. */
export interface ListedRefund extends ProviderRefund {
  readonly amountMinor: Minor;
  /** Our refund id as the provider stored it; undefined where somebody made it by hand. */
  readonly refundId: string | undefined;
}

/** Cards. Declines come back as an intent with `failed`; an unreachable provider throws `payment_unavailable`. */
export interface CardPayments extends DisputeBooks {
  readonly provider: 'stripe' | 'sandbox_card';
  /** `down` when it did not answer the last call, `ready` before the first one. */
  state(): PartState;
  readonly books: ProviderBooks;
  /** What the browser needs to tokenise a card; null in the sandbox. */
  readonly publishableKey: string | null;
  /** Published test methods (`pm_card_visa`) may be used by anybody: true in the sandbox and with test keys. */
  readonly testMethods: boolean;
  /** The provider's customer for an account, made when `known` is missing. */
  customer(account: { userId: number; known: string | undefined }): Promise<string>;
  /** Forgets the customer and its saved cards for good; also when it is not known any more. */
  forgetCustomer(ref: string): Promise<void>;
  /** Forgets one saved card for good, so that it cannot be charged; also when it is not known any more. */
  forgetCard(method: string): Promise<void>;
  /** The same for every use of one physical card; undefined for published test cards, and if the provider has none. */
  fingerprint(source: CardCharge['source']): Promise<string | undefined>;
  /** Saves a card of the card field for a customer; a decline is an answer. `setupId` is the idempotency key. */
  saveCard(wish: { setupId: string; customer: string; token: string; returnUrl: string }): Promise<CardSetup>;
  /** How the saving of a card stands. */
  cardSetup(ref: string): Promise<CardSetup | undefined>;
  charge(charge: CardCharge): Promise<CardIntent>;
  intent(ref: string): Promise<CardIntent | undefined>;
  /**
   * Finds an intent by our payment id, for calls without an answer. A provider may take a minute until its search finds
   * what it has made, longer on a bad day. `askedAt` is given before a charge is written off: then it also reads what
   * was made around that time one by one, and refuses `payment_unavailable` where it can't read all of it.
   */
  findByPayment(paymentId: string, askedAt?: Instant): Promise<CardIntent | undefined>;
  cancel(ref: string): Promise<CardIntent>;
  refund(refund: RefundOrder): Promise<ProviderRefund>;
  /** How a refund stands that was pending; undefined when the provider does not know it. */
  refundOf(ref: string): Promise<ProviderRefund | undefined>;
  /** All that was ever given back of a capture, failed ones too. */
  refundsOf(captureRef: string): Promise<readonly ListedRefund[]>;
  /**
   * Verified webhook: id, type, the intent it belongs to, what of it it is about, and which dispute; undefined when
   * forged.
   */
  readWebhook(
    rawBody: string,
    headers: Readonly<Record<string, string | undefined>>,
  ): Promise<
    | {
        id: string;
        type: string;
        intentRef: string | undefined;
        about: PaymentNews;
        disputeRef?: string | undefined;
      }
    | undefined
  >;
}
