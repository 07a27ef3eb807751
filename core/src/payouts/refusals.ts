import type { RefusalRow } from '../kernel/refusal.ts';

/** Refusals of payout methods and payouts, with the sentence that people read. */
export const payoutsRefusals = {
  payout_method_not_found: { status: 404, message: 'Sorry, we could not find that payout method.' },
  payout_method_needed: { status: 409, message: 'Add a payout method first, so that we know where to send the money.' },
  payout_method_not_ready: { status: 409, message: 'We can’t send money to this account right now. {detail}' },
  payout_method_incomplete: {
    status: 409,
    message: 'This payout method is not ready yet. Under Payout methods, add what is still needed: {needs}.',
  },
  payout_method_in_use: {
    status: 409,
    message: 'A payout to this account is on its way. You can remove the account once it has arrived.',
  },
  payout_methods_over_maximum: { status: 409, message: 'You can add at most {maximum} payout methods.' },
  payout_kind_unavailable: { status: 409, message: 'This payout method is not available here.' },
  payout_account_invalid: { status: 400, message: '{detail}' },
  payout_name_differs: {
    status: 409,
    message:
      'This account is in the name of {holder}, but your name here is {name}. If the account is ' +
      'yours, confirm the name to add it.',
  },
  payout_currency_wrong: { status: 409, message: 'This account can only receive {currencies}. {advice}' },
  payout_none_available: { status: 409, message: 'You have no {currency} available to pay out yet.' },
  payout_under_minimum: { status: 409, message: 'The minimum payout is {minimum}.' },
  payout_over_available: { status: 409, message: 'You can withdraw up to {available}.' },
  payout_on_its_way: {
    status: 409,
    message: 'Your payout of {amount} is on its way. You can request the next one once it has arrived.',
  },
  payouts_held: {
    status: 409,
    message: 'Your payouts are on hold. Reason: “{reason}”. Contact support if you have questions.',
  },
  payouts_not_held: { status: 409, message: 'Payouts to this host are not on hold.' },
  payout_host_not_found: { status: 404, message: 'Sorry, we could not find that host.' },
  payouts_host_deleted: {
    status: 409,
    message: 'This host deleted their account and has no balance left, so there are no payouts to hold.',
  },
  left_money_changed: { status: 409, message: 'The balance is lower than this amount. Reload and try again.' },
  left_money_held: {
    status: 409,
    message: 'Payouts to this host are on hold. Reason: “{reason}”. Release them before you pay this balance.',
  },
  left_money_weekly: {
    status: 409,
    message: 'This host is paid automatically every week, so there is nothing to pay in another way.',
  },
  payout_unavailable: {
    status: 503,
    message: 'We can’t reach the payout provider right now. Please try again in a moment.',
  },
  account_has_money: {
    status: 409,
    message:
      'You have {amount} that has not been paid out. Request a payout, then delete your account once ' +
      'it has arrived.',
  },
  sepa_nothing_to_send: { status: 409, message: 'No payouts are waiting for a bank transfer.' },
  sepa_file_invalid: {
    status: 409,
    message: 'The bank file would not be valid, so no file was created and no payout was sent: {detail}',
  },
  sepa_file_not_found: { status: 404, message: 'Sorry, we could not find that file.' },
  sepa_line_not_found: { status: 404, message: 'Sorry, we could not find that payout in a bank file.' },
  sepa_line_decided: { status: 409, message: 'This transfer is already marked as {state}.' },
} as const satisfies Record<string, RefusalRow>;
