import type { Language } from '@frontrow/core/kernel/language.ts';
import type { Minor } from '@frontrow/core/kernel/money.ts';
import type { ListedRefund, PaymentNews, ProviderRefund, RefundOrder } from './card-payments.ts';
import type { DisputeBooks, ProviderBooks } from './provider-books.ts';
import type { PartState } from './part-state.ts';

export interface WalletOrder {
  readonly ref: string;
  readonly status: 'CREATED' | 'APPROVED' | 'COMPLETED' | 'PENDING' | 'DECLINED' | 'VOIDED';
  readonly amountMinor: Minor;
  readonly currency: string;
  readonly paymentId: string | undefined;
  readonly approveUrl: string | undefined;
  readonly captureRef: string | undefined;
}

/** Wallet (PayPal). APPROVED is only consent; the money moves with a completed capture. */
export interface WalletPayments extends DisputeBooks {
  readonly provider: 'paypal' | 'sandbox_wallet';
  /** `down` when it did not answer the last call, `ready` before the first one. */
  state(): PartState;
  /** Undefined where no wallet is configured. */
  readonly books: ProviderBooks | undefined;
  create(order: {
    paymentId: string;
    orderId: string;
    amountMinor: Minor;
    currency: string;
    returnUrl: string;
    cancelUrl: string;
    description: string;
    /** In which the buyer approves it. */
    language: Language;
  }): Promise<WalletOrder>;
  order(ref: string): Promise<WalletOrder | undefined>;
  capture(ref: string, paymentId: string): Promise<WalletOrder>;
  refund(refund: RefundOrder): Promise<ProviderRefund>;
  refundOf(ref: string): Promise<ProviderRefund | undefined>;
  /** All that was ever given back of a capture, failed ones too. */
  refundsOf(captureRef: string): Promise<readonly ListedRefund[]>;
  readWebhook(
    rawBody: string,
    headers: Readonly<Record<string, string | undefined>>,
  ): Promise<
    | { id: string; type: string; orderRef: string | undefined; about: PaymentNews; disputeRef?: string | undefined }
    | undefined
  >;
}
