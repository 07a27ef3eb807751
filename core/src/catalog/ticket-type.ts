import type { Kind } from '../events/live-event-machine.ts';

/** A ticket type record, with the limits of the person asking. Fees and prices are those of the currency. */
export interface TicketType {
  readonly id: number;
  readonly kind: Kind;
  /** Given to token holders, not sold. */
  readonly rally: boolean;
  readonly priced: boolean;
  readonly seatsMax: number;
}

/** What an event must say to find its ticket type. */
export interface TicketWish {
  readonly kind: Kind;
  readonly openTicketing: boolean;
  /** Whole units of the currency. */
  readonly price: number;
}

/**
 * The publish flow's rule: same kind, rally when open ticketing is off, and when it is on, priced exactly when the
 * price is above 0. Looked up again on every change.
 */
export function matchTicketType(types: readonly TicketType[], wish: TicketWish): TicketType | undefined {
  return types.find(
    (type) =>
      type.kind === wish.kind &&
      type.rally === !wish.openTicketing &&
      (!wish.openTicketing || type.priced === wish.price > 0),
  );
}
