import type { RefusalRow } from '../kernel/refusal.ts';

/** Refusals of purchase, hold, payment and refund, with the sentence that people read. */
export const ticketingRefusals = {
  sold_out: { status: 409, message: 'Sorry event sold out' },
  seats_left: { status: 409, message: 'There are seats left: you can get a ticket right now.' },
  seat_held: { status: 409, message: 'A seat of this event is held for you already.' },
  waitlist_needs_proof: {
    status: 403,
    message: 'This event is for token holders. Show what your wallet holds first, then join the waitlist.',
  },
  waitlist_closed: { status: 409, message: 'The waitlist of this event is closed.' },
  too_many_waiting: {
    status: 429,
    message: 'Too many people from here are on this waitlist. Log in to join it, or try again later.',
  },
  already_has_ticket: { status: 409, message: 'You already have a ticket for this event.' },
  own_event: { status: 403, message: 'You cannot buy a ticket for your own event.' },
  ticketing_closed: { status: 409, message: 'Tickets for this event are no longer sold.' },
  ticket_type_wrong: { status: 400, message: 'That kind of ticket does not exist for this event.' },
  token_gated: { status: 409, message: 'Tickets for this event are given to token holders only.' },
  email_required: { status: 400, message: 'please enter your email address' },
  emails_differ: { status: 400, message: 'emails should match' },
  payment_choice_required: { status: 400, message: 'Please choose how to pay.' },
  card_declined: { status: 402, message: '{detail}' },
  card_invalid: { status: 400, message: '{detail}' },
  payment_method_unknown: { status: 400, message: 'That saved card is not available.' },
  cards_full: { status: 409, message: 'You have {maximum} saved cards. Remove one to add another.' },
  card_not_found: { status: 404, message: 'Sorry, we could not find that card.' },
  payment_unknown: { status: 404, message: 'Error processing event payment' },
  payment_failed: { status: 402, message: 'Error processing event payment' },
  payment_unavailable: {
    status: 503,
    message: 'Payments are not answering right now. Your seat is still held, please try again in a moment.',
  },
  amount_mismatch: { status: 400, message: 'Error processing event payment' },
  too_many_attempts: { status: 429, message: 'Too many payment attempts. Please try again in {minutes} min.' },
  too_many_unopened: {
    status: 429,
    message:
      'Tickets sent to several addresses from here were not opened yet. ' +
      'Open one of those mails, or log in, and try again.',
  },
  too_many_holds: { status: 429, message: 'Too many seats are being held from here. Please wait a few minutes.' },
  guest_order_elsewhere: {
    status: 409,
    message:
      'This address cannot buy a ticket for this event here. ' +
      'Look for the way in in its mailbox, or use another address.',
  },
  guest_order_open: {
    status: 409,
    message:
      'Somebody is buying a ticket with this address right now. ' +
      'Please try again in a few minutes, or use another address.',
  },
  paid_elsewhere: {
    status: 409,
    message:
      'This address already had a ticket for this event when your payment came. ' +
      'Nothing is lost: your payment goes back to you in full, and the ticket is in your mail.',
  },
  paid_late: {
    status: 409,
    message: 'Your payment came too late for a seat. Nothing is lost: your payment goes back to you in full.',
  },
  paid_event_cancelled: {
    status: 409,
    message:
      'This event was cancelled before your payment came. Nothing is lost: your payment goes back to you in full.',
  },
  paid_event_over: {
    status: 409,
    message: 'This event had finished when your payment came. Nothing is lost: your payment goes back to you in full.',
  },
  paid_meeting_begun: {
    status: 409,
    message: 'Your payment came after the time of the meeting. Nothing is lost: your payment goes back to you in full.',
  },
  hold_expired: { status: 410, message: 'Your hold has run out. Hold a seat again to continue.' },
  order_not_found: { status: 404, message: 'Sorry, we could not find that order.' },
  ticket_not_found: { status: 404, message: 'Sorry, we could not find that ticket.' },
  ticket_passed_on: { status: 409, message: 'This ticket was passed on. Only its new holder can use it.' },
  ticket_of_meeting: {
    status: 409,
    message: 'This ticket is of a private meeting. Cancel the meeting instead.',
  },
  ticket_given_back: { status: 409, message: 'This ticket was given back.' },
  transfer_too_late: { status: 409, message: 'A ticket can be passed on until the event starts.' },
  transfer_token_gated: { status: 409, message: 'Tickets for token holders cannot be passed on.' },
  transfer_money_moves: {
    status: 409,
    message: 'This ticket cannot be passed on while its payment is disputed or on its way back.',
  },
  transfer_once: { status: 409, message: 'This ticket was passed on to you. A ticket can be passed on once.' },
  transfer_to_self: { status: 409, message: 'This is your own address. Choose that of somebody else.' },
  transfer_to_host: { status: 409, message: 'The host needs no ticket. Choose another address.' },
  transfer_has_ticket: { status: 409, message: 'This person has a ticket already. Choose another address.' },
  self_cancel_off: { status: 409, message: 'The host does not take back tickets of this event.' },
  self_cancel_over: {
    status: 409,
    message: 'This ticket could be cancelled until {hours} h before the start. That time is over.',
  },
  refund_not_due: { status: 409, message: 'This ticket cannot be refunded now.' },
  promo_code_invalid: { status: 400, message: 'This promo code is not valid.' },
  promo_not_yet: { status: 409, message: 'This promo code cannot be used yet.' },
  promo_expired: { status: 409, message: 'This promo code has expired.' },
  promo_used_up: { status: 409, message: 'This promo code has been used up.' },
  refund_beyond: { status: 409, message: 'At most {maximum} can be given back of this.' },
  refund_not_found: { status: 404, message: 'Sorry, we could not find that refund.' },
  refund_not_given_up: { status: 409, message: 'This refund is being worked on, or it is done.' },
  webhook_not_found: { status: 404, message: 'Sorry, we could not find that webhook.' },
  webhook_processed: { status: 409, message: 'This webhook has already been processed.' },
  delivery_not_found: { status: 404, message: 'This delivery has succeeded, or it does not exist.' },
  dispute_not_found: { status: 404, message: 'Sorry, we could not find that dispute.' },
  guest_list_empty: { status: 400, message: 'Please enter at least one address.' },
  guest_list_too_long: { status: 400, message: 'At most {maximum} addresses at a time.' },
  withdrawal_too_late: { status: 409, message: 'A complimentary ticket can be withdrawn until the event starts.' },
  not_complimentary: { status: 409, message: 'Only complimentary tickets can be withdrawn.' },
  order_not_refundable: { status: 409, message: 'Only a paid order can be refunded.' },
} as const satisfies Record<string, RefusalRow>;
