import { EUR } from '@frontrow/core/kernel/money.ts';
import { expect, test } from 'vitest';
import type { WireMovement } from '@frontrow/contract/balance/api.ts';
import { placeOf, signed } from './movement-model.ts';

const movement = (
  amount: number,
  pending: number,
  available: number,
  kind: WireMovement['movement_kind'] = 'sale',
): WireMovement => ({
  movement_ide: 1,
  movement_at: 0,
  movement_kind: kind,
  amount,
  pending_change: pending,
  available_change: available,
  currency: {
    currency_code: EUR.code,
    currency_name: EUR.name,
    currency_symbol: EUR.symbol,
    currency_format: EUR.format,
    currency_digits: EUR.digits,
  },
  event_uuid: null,
  event_title: null,
  order_uuid: null,
});

test.each([
  ['a sale', movement(12, 12, 0), 'pending', '+€12'],
  ['a refund before the release', movement(-12, -12, 0), 'pending', '−€12'],
  ['a refund after the release', movement(-12, 0, -12), 'available', '−€12'],
  ['a release', movement(24, -24, 24), 'released', '€24'],
  ['a payout that is asked for', movement(-24, 0, -24), 'available', '−€24'],
  ['a payout that arrived', movement(-24, 0, 0, 'payout_paid'), 'paidOut', '€24'],
  ['money held for a dispute that is lost', movement(-12, 0, 0, 'dispute_lost'), 'held', '−€12'],
])('%s says where the money went and with which sign', (_name, its, place, text) => {
  expect(placeOf(its)).toBe(place);
  expect(signed(its, `€${Math.abs(its.amount)}`)).toBe(text);
});
