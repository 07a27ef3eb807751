import type { WireEvent } from '@frontrow/contract/events/api.ts';
import type { WireOrder } from '@frontrow/contract/ticketing/api.ts';
import { holdMs } from '@frontrow/core/ticketing/limits.ts';
import { offerMs } from '@frontrow/core/ticketing/waitlist.ts';
import type { EventPrice } from '#web/shared/ui/event-card-model.ts';
import { looksLikeEmail, typedEmail } from '#web/shared/typed-email.ts';

/** What a guest fills in; logged-in people skip it. */
export interface GuestFields {
  email: string;
  confirmEmail: string;
  privacy: boolean;
  terms: boolean;
}

export const emptyGuest: GuestFields = { email: '', confirmEmail: '', privacy: false, terms: false };

/** Keys of `purchase.errors` in the catalogue. */
export type GuestErrors = Partial<{
  email: 'emailMissing' | 'emailWrong';
  confirmEmail: 'emailsDiffer';
  accept: 'accept';
}>;

interface GuestForm {
  guest: GuestFields;
  guestErrors: GuestErrors;
}

/**
 * The form after a change. A field's error goes when the field is edited; new errors come with the next attempt to pay.
 */
export function changedGuest({ guest, guestErrors: before }: GuestForm, change: Partial<GuestFields>): GuestForm {
  const next = { ...guest, ...change };
  if (change.email !== undefined) next.email = typedEmail(change.email);
  if (change.confirmEmail !== undefined) next.confirmEmail = typedEmail(change.confirmEmail);
  const errors = { ...before };
  if (change.email !== undefined) delete errors.email;
  if (change.email !== undefined || change.confirmEmail !== undefined) delete errors.confirmEmail;
  if (change.privacy !== undefined || change.terms !== undefined) delete errors.accept;
  return { guest: next, guestErrors: errors };
}

/** The pair is good enough to hold a seat for. */
export const emailPairValid = (fields: GuestFields): boolean =>
  looksLikeEmail(fields.email) && fields.email === fields.confirmEmail;

/** Why a guest cannot pay yet; empty when everything is filled in. */
export function guestErrors(fields: GuestFields): GuestErrors {
  const errors: GuestErrors = {};
  if (fields.email === '') errors.email = 'emailMissing';
  else if (!looksLikeEmail(fields.email)) errors.email = 'emailWrong';
  if (fields.email !== fields.confirmEmail) errors.confirmEmail = 'emailsDiffer';
  if (!fields.privacy || !fields.terms) errors.accept = 'accept';
  return errors;
}

/** The `type` of a purchase: an event with a ticket config is interactive. */
export const purchaseType = (event: WireEvent): 'interactive' | 'streaming' =>
  event.ticket ? 'interactive' : 'streaming';

/** What is sold, before a seat is held: its price less what is taken off, plus the fee, is the total. */
export interface SoldPrice extends EventPrice {
  discount: number;
}

type PriceLines = Pick<WireOrder, 'price' | 'discount' | 'fee' | 'total'>;

/** What the checkout writes, line by line: the order's amounts once a seat is held, as those are charged. */
export const priceLines = (sold: SoldPrice, order: PriceLines | null): PriceLines => {
  const { price, discount, fee, total } = order ?? { ...sold, price: sold.listed };
  return { price, discount, fee, total };
};

/** How long a seat is held in all: a seat offered from the waitlist longer than another one. */
export const holdLengthOf = ({ offered }: Pick<WireOrder, 'offered'>): number => (offered ? offerMs : holdMs);
