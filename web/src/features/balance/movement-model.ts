import type { WireMovement } from '@frontrow/contract/balance/api.ts';

type Place = 'pending' | 'available' | 'released' | 'paidOut' | 'held';

/** Where the shown amount came to, or left from. */
export function placeOf({
  movement_kind: kind,
  pending_change: pending,
  available_change: available,
}: Pick<WireMovement, 'movement_kind' | 'pending_change' | 'available_change'>): Place {
  if (available !== 0) return pending === 0 ? 'available' : 'released';
  if (pending !== 0) return 'pending';
  return kind === 'payout_paid' ? 'paidOut' : 'held';
}

/** The sign before the amount: money that only changes its place, or arrived at the host, has none. */
export function signed(movement: WireMovement, amount: string): string {
  const place = placeOf(movement);
  if (place === 'released' || place === 'paidOut') return amount;
  return `${movement.amount < 0 ? '−' : '+'}${amount}`;
}
