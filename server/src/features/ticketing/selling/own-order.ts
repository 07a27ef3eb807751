import type { Actor } from '@frontrow/core/kernel/actor.ts';
import type { OrderRecord } from '../store.ts';

/** Who asks about an order: a session, or for guests the secret of a browser. */
export interface Asker {
  readonly actor: Actor;
  readonly guestKey: string | undefined;
}

/**
 * Whose order it is: the account's, or the browser's that began it. Knowing an id or a guest's address proves nothing,
 * and a guest's session is good for one event.
 */
export const isOwn = (
  order: Pick<OrderRecord, 'buyerId' | 'eventId' | 'guestKey' | 'isGuest'>,
  { actor, guestKey }: Asker,
): boolean =>
  (actor.kind === 'account' && actor.id === order.buyerId && (actor.guestOf ?? order.eventId) === order.eventId) ||
  (order.isGuest && guestKey !== undefined && guestKey === order.guestKey);
