import type { CardIntent } from '../../../ports/card-payments.ts';
import type { WalletOrder } from '../../../ports/wallet-payments.ts';
import type { OrderRecord, TicketRecord } from '../store.ts';
import type { SeatWish } from './seat-wish.ts';

export type CardChoice = { readonly token: string } | { readonly method: string };
export type PaymentChoice = CardChoice | { readonly wallet: true };

/** What a buyer asks for. */
export interface Purchase extends SeatWish {
  /** May be undefined where nothing is to be paid. */
  readonly choice: PaymentChoice | undefined;
  /** Keep the card for the next purchase. */
  readonly remember: boolean;
}

/** The answer: exactly one of `intent` and `wallet` where money is asked for, and the ticket once it exists. */
export interface Purchased {
  readonly intent?: CardIntent;
  readonly returnUrl?: string;
  readonly wallet?: WalletOrder;
  readonly order: OrderRecord;
  readonly ticket: TicketRecord | undefined;
}
