import { machine } from '../kernel/machine.ts';

/** Order: pending holds a seat; paid owns a ticket. Only forward edges. */
export const orderMachine = machine('order', 'pending', {
  pending: { pay: 'paid', expire: 'expired', cancel: 'cancelled' },
  paid: { request_refund: 'refunding', dispute: 'disputed' },
  refunding: { confirm_refund: 'refunded', dispute: 'disputed' },
  refunded: {},
  // Won: the ticket lives again, or there is no seat for it and the buyer is refunded.
  disputed: { win: 'paid', give_back: 'refunding', lose: 'charged_back' },
  charged_back: { reopen: 'disputed' },
  expired: { pay_late: 'paid' },
  cancelled: {},
});
export type OrderStatus = (typeof orderMachine)['states'][number];

export const paymentMachine = machine('payment', 'creating', {
  creating: {
    challenge: 'requires_action',
    process: 'processing',
    succeed: 'succeeded',
    fail: 'failed',
    cancel: 'canceled',
  },
  requires_action: { process: 'processing', succeed: 'succeeded', fail: 'failed', cancel: 'canceled' },
  processing: { succeed: 'succeeded', fail: 'failed', cancel: 'canceled' },
  succeeded: {},
  // The provider's books are the truth: money that arrives after we gave up is booked, then seated or sent back.
  failed: { arrive_late: 'succeeded' },
  canceled: { arrive_late: 'succeeded' },
});
export type PaymentStatus = (typeof paymentMachine)['states'][number];

export const refundMachine = machine('refund', 'requested', {
  requested: { submit: 'pending', succeed: 'succeeded', fail: 'failed' },
  pending: { succeed: 'succeeded', retry: 'requested', fail: 'failed' },
  // The bank may send it back days later; then it is made again.
  succeeded: { come_back: 'requested' },
  // It ended because its payment was disputed; when that is won it is due again.
  failed: { resume: 'requested' },
});
export type RefundStatus = (typeof refundMachine)['states'][number];

/** Dispute: the provider's books are the truth, whichever way they go, also after a decision. */
export const disputeMachine = machine('dispute', 'open', {
  open: { win: 'won', lose: 'lost' },
  won: { reopen: 'open', overturn: 'lost' },
  lost: { reopen: 'open', overturn: 'won' },
});
export type DisputeStatus = (typeof disputeMachine)['states'][number];
