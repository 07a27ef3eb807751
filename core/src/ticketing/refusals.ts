import type { RefusalRow } from '../kernel/refusal.ts';

/** Refusals of purchase, hold, payment and refund, with the sentence that people read. */
export const ticketingRefusals = {
  sold_out: { status: 409, message: 'Sorry event sold out' },
  sale_not_open: {
    status: 409,
    message: 'Tickets aren’t on sale yet. You can wait for the start of sales here: {url}',
  },
  waiting_page_first: {
    status: 409,
    message: 'Many people want tickets right now. Please get a place on the waiting page first: {url}',
  },
  waiting_page_closed: {
    status: 409,
    message: 'The waiting page opens 5 minutes before ticket sales start.',
  },
  seats_left: { status: 409, message: 'There are seats left. You can get a ticket right now.' },
  seat_held: { status: 409, message: 'A seat at this event is already reserved for you.' },
  waitlist_needs_proof: {
    status: 403,
    message: 'This event is for token holders. Verify your wallet first, then join the waitlist.',
  },
  waitlist_closed: { status: 409, message: 'The waitlist for this event is closed.' },
  too_many_waiting: {
    status: 429,
    message: 'Too many people from your network are on this waitlist. Log in to join it, or try again later.',
  },
  already_has_ticket: { status: 409, message: 'You already have a ticket for this event.' },
  buyer_removed: { status: 403, message: 'You were removed from this event, so you can’t get a ticket for it.' },
  own_event: { status: 403, message: 'You can’t buy a ticket for your own event.' },
  ticketing_closed: { status: 409, message: 'Tickets for this event are no longer on sale.' },
  ticket_type_wrong: { status: 400, message: 'This event does not have that type of ticket.' },
  token_gated: { status: 409, message: 'Tickets are available to token holders only.' },
  email_required: { status: 400, message: 'please enter your email address' },
  wallet_not_offered: { status: 404, message: 'This ticket can’t be added to {wallet}.' },
  emails_differ: { status: 400, message: 'emails should match' },
  payment_choice_required: { status: 400, message: 'Please choose how to pay.' },
  card_declined: { status: 402, message: '{detail}' },
  card_invalid: { status: 400, message: '{detail}' },
  payment_method_unknown: { status: 400, message: 'That saved card is not available.' },
  cards_full: { status: 409, message: 'You can save at most {maximum} cards. Remove one to add another.' },
  calendar_feed_not_found: {
    status: 404,
    message: 'This calendar address no longer works. You’ll find the current one in your profile.',
  },
  card_not_found: { status: 404, message: 'Sorry, we could not find that card.' },
  payment_unknown: { status: 404, message: 'Error processing event payment' },
  payment_failed: { status: 402, message: 'Error processing event payment' },
  payment_unavailable: {
    status: 503,
    message:
      'We can’t reach the payment provider right now. Your seat is still reserved. Please try again in a moment.',
  },
  payment_blocked: {
    status: 409,
    message:
      'We can’t take payments right now. You haven’t been charged. ' +
      'Please try again later, or choose another way to pay.',
  },
  amount_mismatch: { status: 400, message: 'Error processing event payment' },
  too_many_attempts: { status: 429, message: 'Too many payment attempts. Please try again in {minutes} min.' },
  too_many_unopened: {
    status: 429,
    message: 'Too many unclaimed tickets from your network. Open one of the ticket emails or log in, then try again.',
  },
  too_many_holds: {
    status: 429,
    message: 'Too many seats are being reserved from your network. Please try again in a few minutes.',
  },
  guest_order_elsewhere: {
    status: 409,
    message:
      'This email address can’t get another ticket for this event. Look for our email in its inbox, or ' +
      'use a different email address.',
  },
  guest_order_open: {
    status: 409,
    message:
      'Someone is buying a ticket with this email address right now. Try again in a few minutes, or ' +
      'use a different email address.',
  },
  paid_elsewhere: {
    status: 409,
    message:
      'This email address already had a ticket for this event when your payment arrived. You’ll get a ' +
      'full refund, and the ticket is in your inbox.',
  },
  paid_late: { status: 409, message: 'Your payment arrived after the event sold out. You’ll get a full refund.' },
  paid_event_cancelled: {
    status: 409,
    message: 'This event was cancelled before your payment arrived. You’ll get a full refund.',
  },
  paid_replay_removed: {
    status: 409,
    message: 'This replay was removed before your payment arrived. You’ll get a full refund.',
  },
  paid_event_over: {
    status: 409,
    message: 'This event had finished before your payment arrived. You’ll get a full refund.',
  },
  paid_meeting_begun: {
    status: 409,
    message: 'Your payment arrived after the meeting’s start time. You’ll get a full refund.',
  },
  hold_expired: { status: 410, message: 'Your reservation has expired. Reserve a seat again to continue.' },
  order_not_found: { status: 404, message: 'Sorry, we could not find that order.' },
  ticket_not_found: { status: 404, message: 'Sorry, we could not find that ticket.' },
  email_not_correctable: {
    status: 409,
    message: 'The email address of this ticket can’t be changed here. Please contact support.',
  },
  ticket_passed_on: { status: 409, message: 'This ticket was transferred. Only its new holder can use it.' },
  ticket_of_meeting: { status: 409, message: 'This ticket belongs to a private meeting. Cancel the meeting instead.' },
  ticket_given_back: { status: 409, message: 'This ticket is no longer valid.' },
  transfer_too_late: {
    status: 409,
    message: 'The event has started or its start time has passed, so this ticket can no longer be transferred.',
  },
  transfer_token_gated: { status: 409, message: 'Tickets for token holders can’t be transferred.' },
  transfer_money_moves: {
    status: 409,
    message: 'This ticket can’t be transferred while its payment is being disputed or refunded.',
  },
  transfer_once: { status: 409, message: 'This ticket was transferred to you. A ticket can only be transferred once.' },
  transfer_to_self: { status: 409, message: 'This is your own email address. Enter someone else’s.' },
  transfer_to_host: { status: 409, message: 'The host does not need a ticket. Enter another email address.' },
  transfer_has_ticket: { status: 409, message: 'This person already has a ticket. Enter another email address.' },
  transfer_to_suspended: { status: 409, message: 'This person can’t receive tickets. Enter another email address.' },
  self_cancel_off: { status: 409, message: 'The host does not allow tickets for this event to be cancelled.' },
  self_cancel_over: { status: 409, message: 'The cancellation deadline ({hours} hours before the start) has passed.' },
  pass_not_found: { status: 404, message: 'Sorry, we could not find that pass.' },
  pass_not_on_sale: { status: 409, message: 'This pass is no longer on sale. You can still buy single dates.' },
  pass_sold_out: { status: 409, message: 'One of the dates is sold out, so there are no more passes.' },
  pass_date_held: {
    status: 409,
    message: 'You already have this pass, or a ticket for each of its dates.',
  },
  pass_date_offered: {
    status: 409,
    message:
      'We’re holding a seat from the waitlist for you on one of these dates. Buy that date first, or give it up.',
  },
  pass_date_removed: {
    status: 403,
    message: 'You were removed from one of these dates, so you can’t buy the pass. You can still buy the other dates.',
  },
  pass_too_few_dates: { status: 409, message: 'A pass needs at least two dates to come.' },
  pass_dates_differ: {
    status: 409,
    message: 'A pass needs dates that are public, all on sale to everyone, and paid in one currency.',
  },
  pass_price_range: { status: 400, message: 'Please choose a price between {minimum} and {maximum}.' },
  refund_not_due: { status: 409, message: 'This ticket can’t be refunded right now.' },
  promo_code_invalid: { status: 400, message: 'This promo code is not valid.' },
  promo_not_yet: { status: 409, message: 'This promo code is not active yet.' },
  promo_expired: { status: 409, message: 'This promo code has expired.' },
  promo_used_up: { status: 409, message: 'This promo code has been used up.' },
  refund_beyond: { status: 409, message: 'You can refund at most {maximum}.' },
  refund_not_found: { status: 404, message: 'Sorry, we could not find that refund.' },
  refund_not_given_up: { status: 409, message: 'This refund is still in progress or already done.' },
  webhook_not_found: { status: 404, message: 'Sorry, we could not find that webhook.' },
  webhook_processed: { status: 409, message: 'This webhook has already been processed.' },
  delivery_not_found: { status: 404, message: 'This delivery has already succeeded, or it does not exist.' },
  dispute_not_found: { status: 404, message: 'Sorry, we could not find that dispute.' },
  guest_list_empty: { status: 400, message: 'Please enter at least one email address.' },
  guest_list_too_long: { status: 400, message: 'Enter at most {maximum} email addresses at a time.' },
  withdrawal_too_late: { status: 409, message: 'A complimentary ticket can be withdrawn until the event starts.' },
  complimentary_used_up: { status: 409, message: 'No complimentary tickets are left for this event.' },
  not_complimentary: { status: 409, message: 'Only complimentary tickets can be withdrawn.' },
  order_not_refundable: { status: 409, message: 'Only a paid order can be refunded.' },
} as const satisfies Record<string, RefusalRow>;
