import type { RefusalRow } from '../kernel/refusal.ts';

/** Refusals of payout methods and payouts, with the sentence that people read. */
export const payoutsRefusals = {
  payout_method_not_found: { status: 404, message: 'Sorry, we could not find that payout method.' },
  payout_method_needed: {
    status: 409,
    message: 'Add a payout method first: we need to know which account the money goes to.',
  },
  payout_method_not_ready: { status: 409, message: 'This payout method is not ready yet. {detail}' },
  payout_method_in_use: {
    status: 409,
    message: 'A payout to this account is on its way. Remove the account when it has arrived.',
  },
  payout_methods_over_maximum: { status: 409, message: 'You can have at most {maximum} payout methods.' },
  payout_kind_unavailable: { status: 409, message: 'This way to be paid is not offered here.' },
  payout_account_invalid: { status: 400, message: '{detail}' },
  payout_name_differs: {
    status: 409,
    message:
      'The account is in the name of {holder}, but your name here is {name}. ' +
      'If the account is yours, confirm the name to add it.',
  },
  payout_currency_wrong: {
    status: 409,
    message: 'This account is paid in {currencies} only. {advice}',
  },
  payout_none_available: { status: 409, message: 'There is no money to pay out in {currency} yet.' },
  payout_under_minimum: { status: 409, message: 'A payout is {minimum} or more.' },
  payout_over_available: { status: 409, message: 'You can have {available} paid out now, not more.' },
  payout_on_its_way: {
    status: 409,
    message: 'Your payout of {amount} is on its way. Ask for the next one when it has arrived.',
  },
  payouts_held: {
    status: 409,
    message: 'Payouts to you are on hold. Reason: “{reason}”. Write to support if you have questions.',
  },
  payouts_not_held: { status: 409, message: 'Payouts to this host are not on hold.' },
  payout_host_not_found: { status: 404, message: 'Sorry, we could not find that host.' },
  left_money_changed: { status: 409, message: 'This money is not there any more, or is another amount by now.' },
  payout_unavailable: {
    status: 503,
    message: 'The payout provider is not answering right now. Please try again in a moment.',
  },
  account_has_money: {
    status: 409,
    message:
      'There is still money for you: {amount}. Have it paid out first, and delete the account when it has arrived.',
  },
  sepa_nothing_to_send: { status: 409, message: 'No payout waits for a bank transfer.' },
  sepa_file_invalid: {
    status: 409,
    message: 'The bank file would not be valid, so it was not made and no payout was sent: {detail}',
  },
  sepa_file_not_found: { status: 404, message: 'Sorry, we could not find that file.' },
  sepa_line_not_found: { status: 404, message: 'Sorry, we could not find that payout in a file.' },
  sepa_line_decided: { status: 409, message: 'This line cannot be marked so: it is {state}.' },
} as const satisfies Record<string, RefusalRow>;
