import type { WireEvent } from '@frontrow/contract/events/api.ts';
import { looksLikeEmail } from '#web/shared/typed-email.ts';

/** What a guest fills in; logged-in people skip all of it (spec §5). */
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

/** The pair is good enough to hold a seat for. */
export const emailPairValid = (fields: GuestFields): boolean =>
  looksLikeEmail(fields.email) && fields.email === fields.confirmEmail;

/** Why a guest cannot pay yet; empty when nothing is in the way. */
export function guestErrors(fields: GuestFields): GuestErrors {
  const errors: GuestErrors = {};
  if (fields.email === '') errors.email = 'emailMissing';
  else if (!looksLikeEmail(fields.email)) errors.email = 'emailWrong';
  if (fields.email !== fields.confirmEmail) errors.confirmEmail = 'emailsDiffer';
  if (!fields.privacy || !fields.terms) errors.accept = 'accept';
  return errors;
}

/** The purchase's `type` (spec §7): an event that has a ticket config is interactive. */
export const purchaseType = (event: WireEvent): 'interactive' | 'streaming' =>
  event.ticket ? 'interactive' : 'streaming';
