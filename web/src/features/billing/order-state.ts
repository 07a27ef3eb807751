import type { WireBilledOrder } from '@frontrow/contract/billing/api.ts';

const known = ['pending', 'paid', 'expired', 'cancelled', 'refunding', 'refunded', 'disputed', 'charged_back'] as const;

/** The state in words' key; an order that cost nothing was not paid but given. */
export function stateKey(order: Pick<WireBilledOrder, 'order_status' | 'total'>): (typeof known)[number] | 'free' {
  if (order.total === 0 && order.order_status === 'paid') return 'free';
  return known.find((one) => one === order.order_status) ?? 'pending';
}

const reasons = [
  'event_cancelled',
  'host_late',
  'turned_away',
  'rescheduled',
  'seat_gone',
  'address_has_ticket',
  'event_over',
  'order_cancelled',
  'paid_twice',
  'admin',
] as const;

export const reasonKey = (reason: string): (typeof reasons)[number] | 'other' =>
  reasons.find((one) => one === reason) ?? 'other';

const refundStates = ['requested', 'pending', 'succeeded', 'failed'] as const;

export const refundKey = (status: string): (typeof refundStates)[number] =>
  refundStates.find((one) => one === status) ?? 'requested';
