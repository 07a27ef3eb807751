import type { Account } from '@frontrow/core/kernel/actor.ts';
import { orderView, type purchaseView } from '../tickets/views.ts';
import type { Asked, Buyers } from './buyers.ts';
import type { Checkout } from './checkout.ts';
import { holdForCheckout } from './hold-for-checkout.ts';
import { type AskedPurchase, purchaseOnce } from './purchase-once.ts';
import { purchaseScope, wishOf } from './seat-wish.ts';

/** How the viewer pays a private meeting. */
export interface MeetingPurchase {
  /** Of the meeting, and of its event. */
  readonly id: string;
  /** The `Idempotency-Key`. */
  readonly key: string | undefined;
  readonly body: Omit<AskedPurchase, 'event_uuid' | 'type' | 'promo_code' | 'meeting'>;
  /** Refuses what may not be paid; asked once per key, before anything else. */
  admit(): Promise<void>;
}

export type MeetingPurchased = ReturnType<typeof purchaseView>;

const askedOf = (id: string) =>
  ({ event_uuid: id, type: 'interactive', promo_code: undefined, meeting: true }) as const;

/** Sells the seat of a private meeting as any other one. The stored functions sell it to its viewer alone. */
export const sellMeeting = (
  checkout: Checkout,
  buyers: Buyers,
  { actor, asked }: { readonly actor: Account; readonly asked: Asked },
  { id, key, body, admit }: MeetingPurchase,
): Promise<MeetingPurchased> =>
  purchaseOnce(checkout, { scope: purchaseScope(actor.id), key, body: { ...body, ...askedOf(id) } }, async () => {
    await admit();
    return buyers.account(actor, asked);
  });

/** Holds it while the checkout is open. */
export const holdMeeting = async (
  checkout: Checkout,
  buyers: Buyers,
  { actor, asked }: { readonly actor: Account; readonly asked: Asked },
  id: string,
) => ({ order: orderView(await holdForCheckout(checkout, await buyers.account(actor, asked), wishOf(askedOf(id)))) });
