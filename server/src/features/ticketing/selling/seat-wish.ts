import { type KindCode, kindCode } from '@frontrow/core/events/live-event-machine.ts';
import type { Buyer } from './checkout.ts';
import type { SeatTerms } from './seat-terms.ts';

/** Which seat is asked for. */
export interface SeatWish {
  readonly eventId: string;
  readonly kind: KindCode;
  readonly promoCode: string | undefined;
  /** Asked through the call of private meetings; false where it is left out. */
  readonly meeting?: boolean | undefined;
  /** Of somebody who proved to hold what the event asks for. */
  readonly claim?: TokenClaim | undefined;
}

/** What a ticket for token holders is claimed with. */
export interface TokenClaim {
  /** Names the wallet for this event and nowhere else. */
  readonly walletHash: Buffer;
  /** Which way the wallet proved itself. */
  readonly gate: string;
  /** The collection or coin that lets it in, in the host's words. */
  readonly holderOf: string;
  /** What can be asked again with, encrypted; undefined where nothing can. */
  readonly proofSealed: Buffer | undefined;
}

/** A wish on the wire. */
export interface AskedWish {
  readonly event_uuid: string;
  readonly type: 'interactive' | 'streaming';
  readonly promo_code?: string | null | undefined;
  readonly meeting?: boolean | undefined;
}

export const wishOf = ({ event_uuid, type, promo_code, meeting }: AskedWish): SeatWish => ({
  eventId: event_uuid,
  kind: kindCode[type === 'streaming' ? 'broadcast' : 'interactive'],
  promoCode: promo_code ?? undefined,
  meeting,
});

/** Where the keys of an account's purchases are kept. */
export const purchaseScope = (accountId: number): string => `purchase:u:${accountId}`;

/** What every request for this seat says to the stored functions. */
export const seatOf = (buyer: Buyer, wish: SeatWish, terms: SeatTerms) => ({
  buyerId: buyer.accountId,
  guestEmail: buyer.guestEmail,
  guestKey: buyer.guestKey,
  address: buyer.address,
  kind: wish.kind,
  priceMinor: terms.priceMinor,
  minFeeMinor: terms.minFeeMinor,
  feeBp: terms.feeBp,
  currency: terms.currency,
});
