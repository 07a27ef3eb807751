import type { WireMovement } from '@frontrow/contract/balance/api.ts';

/** Where the shown amount came to, or left from. */
export function placeOf({
  pending_change: pending,
  available_change: available,
}: Pick<WireMovement, 'pending_change' | 'available_change'>): 'pending' | 'available' | 'released' {
  if (available !== 0 && pending !== 0) return 'released';
  return available === 0 && pending !== 0 ? 'pending' : 'available';
}

/** The sign before the amount: money that only changes its place has none. */
export function signed(movement: WireMovement, amount: string): string {
  if (placeOf(movement) === 'released') return amount;
  return `${movement.amount < 0 ? '−' : '+'}${amount}`;
}
