import { expect, test } from 'vitest';
import { stepAfter, type Verdict, verdicts } from './verdicts.ts';

/** By hand and apart from the table: a verdict without a line here does not compile. */
const expected: Readonly<Record<Verdict, string>> = {
  sold: 'done',
  replayed: 'done',
  address_has_ticket: 'done',
  held: 'done',
  renewed: 'done',
  paid: 'done',
  already: 'done',
  requires_action: 'done',
  processing: 'done',
  canceled: 'done',
  asked_twice: 'retry: nothing',
  changed: 'retry: nothing',
  order_costs_money: 'retry: switch_to_paid',
  order_is_free: 'retry: switch_to_free',
  terms_changed: 'retry: read_terms',
  hold_expired: 'retry: expire_holds',
  reorder: 'retry: replace_order',
  payment_open: 'retry: end_payment',
  event_not_found: 'refuse: event_not_found',
  event_cancelled: 'refuse: event_cancelled',
  event_over: 'refuse: event_over',
  replay_not_for_sale: 'refuse: replay_not_for_sale',
  ticketing_closed: 'refuse: ticketing_closed',
  token_gated: 'refuse: token_gated',
  wallet_has_ticket: 'refuse: wallet_has_ticket',
  not_token_gated: 'refuse: not_token_gated',
  ticket_type_wrong: 'refuse: ticket_type_wrong',
  own_event: 'refuse: own_event',
  already_has_ticket: 'refuse: already_has_ticket',
  sold_out: 'refuse: sold_out',
  address_has_ticket_sold_out: 'refuse: sold_out',
  too_many_unopened: 'refuse: too_many_unopened',
  too_many_holds: 'refuse: too_many_holds',
  too_many_attempts: 'refuse: too_many_attempts',
  guest_order_open: 'refuse: guest_order_open',
  guest_order_elsewhere: 'refuse: guest_order_elsewhere',
  promo_not_yet: 'refuse: promo_not_yet',
  promo_expired: 'refuse: promo_expired',
  promo_used_up: 'refuse: promo_used_up',
  refunding: 'refuse: paid_late',
  mismatch: 'refuse: amount_mismatch',
  failed: 'refuse: card_declined',
};

test.each(verdicts)('the verdict %s is done, tried again or refused', (verdict) => {
  const step = stepAfter(verdict);
  const said = step.is === 'retry' ? `retry: ${step.first}` : step.is === 'refuse' ? `refuse: ${step.code}` : 'done';
  expect(said).toBe(expected[verdict]);
});

test('a verdict that core does not know is a fault, never a ticket', () => {
  expect(() => stepAfter('half_sold' as Verdict)).toThrow('unknown verdict: half_sold');
});
