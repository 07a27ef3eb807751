import type { Actor } from '@frontrow/core/kernel/actor.ts';

/** Who asks about an order: a session, or for guests the secret of a browser. */
export interface Asker {
  readonly actor: Actor;
  readonly guestKey: string | undefined;
}

/** Knowing an order's or a payment's id, or a guest's address, proves nothing (reliability 1.9). */
export const isOwn = (
  order: { readonly buyerId: number; readonly isGuest: boolean; readonly guestKey: string | undefined },
  { actor, guestKey }: Asker,
): boolean =>
  (actor.kind === 'account' && actor.id === order.buyerId) ||
  (order.isGuest && guestKey !== undefined && guestKey === order.guestKey);
