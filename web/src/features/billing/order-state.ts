import type { WireBilledOrder } from '@frontrow/contract/billing/api.ts';

/** The state in words' key; an order that cost nothing was not paid but given. */
export function stateKey(
  order: Pick<WireBilledOrder, 'order_status' | 'total'>,
): WireBilledOrder['order_status'] | 'free' {
  return order.total === 0 && order.order_status === 'paid' ? 'free' : order.order_status;
}

const reasons = [
  'event_cancelled',
  'host_late',
  'turned_away',
  'unpublished',
  'rescheduled',
  'seat_gone',
  'address_has_ticket',
  'event_over',
  'replay_returned',
  'replay_removed',
  'order_cancelled',
  'paid_twice',
  'admin',
] as const;

export const reasonKey = (reason: string): (typeof reasons)[number] | 'other' =>
  reasons.find((one) => one === reason) ?? 'other';
