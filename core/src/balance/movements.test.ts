import { expect, test } from 'vitest';
import { days } from '../kernel/instant.ts';
import { ledgerKindsOf, movementGroups, movementKindOf, movementKinds, shownAmount, releaseAt } from './movements.ts';

test('every ledger kind that a filter shows has its own text, in exactly one filter', () => {
  const all = movementGroups.flatMap(ledgerKindsOf);
  expect(new Set(all).size).toBe(all.length);
  for (const kind of all) expect(movementKinds).toContain(movementKindOf(kind));
  expect(all.map(movementKindOf)).not.toContain('correction');
  expect(ledgerKindsOf('sales')).toEqual(['capture']);
});

test('a kind that nobody knows is shown all the same', () => {
  expect(movementKindOf('something_new')).toBe('correction');
});

test('the amount shown is what a host can do with it', () => {
  const none = { pending: 0, available: 0, onItsWay: 0, frozen: 0 };
  expect(shownAmount({ ...none, pending: 12 })).toBe(12);
  expect(shownAmount({ ...none, pending: -24, available: 24 })).toBe(24);
  expect(shownAmount({ ...none, available: -24, onItsWay: 24 })).toBe(-24);
  expect(shownAmount({ ...none, onItsWay: -24 })).toBe(-24);
  expect(shownAmount({ ...none, frozen: -12 })).toBe(-12);
});

test('money is available three days after the end, and not before there is one', () => {
  expect(releaseAt(undefined)).toBeUndefined();
  expect(releaseAt(1_000)).toBe(1_000 + days(3));
});
