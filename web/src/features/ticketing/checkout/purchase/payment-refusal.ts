import { ApiRefusal, messageOf } from '#web/shared/api/refusal.ts';
import { CardFieldError } from '../card-source.ts';
import type { Note } from './purchase-state.ts';

/** Refusals after which asking for a hold again is pointless: no seat of this event can be had, now or later. */
const finalCodes = [
  'sold_out',
  'already_has_ticket',
  'buyer_removed',
  'own_event',
  'ticketing_closed',
  'event_over',
  'event_cancelled',
  'paid_event_cancelled',
  'paid_event_over',
  'token_gated',
  'meeting_not_payable',
  'pass_not_found',
  'pass_not_on_sale',
  'pass_sold_out',
  'pass_date_held',
  'pass_date_offered',
  'pass_date_removed',
];
const cardCodes = ['card_invalid', 'payment_method_unknown'];
const holdLostCodes = ['hold_expired', 'paid_late'];

const isOneOf = (error: unknown, codes: readonly string[]): boolean =>
  error instanceof ApiRefusal && codes.some((code) => error.is(code));

/** The buyer has what they came for. */
const haveItCodes = new Set(['already_has_ticket', 'pass_date_held']);

export const hasItAlready = (final: string | null): boolean => final !== null && haveItCodes.has(final);

export const finalCodeOf = (error: unknown): string | null =>
  (error instanceof ApiRefusal && finalCodes.find((code) => error.is(code))) || null;

/** This guest's address gets no other ticket; mostly because someone bought with it in another browser. */
export const addressHasTicket = (error: unknown): boolean => isOneOf(error, ['guest_order_elsewhere']);

/** The refusal is about the promo code. */
export const aboutPromo = (error: unknown): boolean =>
  error instanceof ApiRefusal && error.errors.some(({ field }) => field === 'promo_code');

/** What a refused payment means for the checkout. */
export interface PaymentRefusal {
  readonly note: Note;
  readonly cardWrong: boolean;
  readonly promoWrong: boolean;
  readonly holdLost: boolean;
  /** The hold is refused for good: the code and the sentence. */
  readonly final: { readonly final: string; readonly message: string } | null;
}

export function readPaymentRefusal(error: unknown): PaymentRefusal {
  const nothing = { cardWrong: false, promoWrong: false, holdLost: false, final: null };
  if (error instanceof CardFieldError) return { ...nothing, note: { message: error.message }, cardWrong: true };
  const message = messageOf(error);
  const said = { ...nothing, note: { message } };
  if (addressHasTicket(error)) return { ...said, note: { message, hasTicket: true } };
  if (aboutPromo(error)) return { ...said, promoWrong: true };
  if (isOneOf(error, ['card_declined'])) return { ...said, note: { key: 'declined' }, cardWrong: true };
  if (isOneOf(error, cardCodes)) return { ...said, cardWrong: true };
  const final = finalCodeOf(error);
  return { ...said, holdLost: isOneOf(error, holdLostCodes), final: final === null ? null : { final, message } };
}
