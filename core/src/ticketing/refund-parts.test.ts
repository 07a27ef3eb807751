import { expect, test } from 'vitest';
import { refundParts } from './refund-parts.ts';

const left = { priceMinor: 1200, feeMinor: 110 };
const parts = (amountMinor: number, feeMinor?: number) => refundParts({ amountMinor, feeMinor }, left, String);

test.each([
  [1, undefined, 1, 0],
  [1200, undefined, 1200, 0],
  [1201, undefined, 1200, 1],
  [1310, undefined, 1200, 110],
  [500, 0, 500, 0],
  [500, 110, 390, 110],
  [110, 110, 0, 110],
])('%s with a fee of %s is %s of the price and %s of the fee', (amount, fee, priceMinor, feeMinor) => {
  expect(parts(amount, fee)).toEqual({ priceMinor, feeMinor });
});

test.each([
  [0, undefined, 'amount', '1310'],
  [-5, undefined, 'amount', '1310'],
  [1311, undefined, 'amount', '1310'],
  [500, 111, 'fee', '110'],
  [50, 51, 'fee', '50'],
  [500, -1, 'fee', '110'],
  [1310, 100, 'amount', '1300'],
])('%s with a fee of %s is refused', (amount, fee, field, maximum) => {
  expect(() => parts(amount, fee)).toThrow(
    expect.objectContaining({ code: 'refund_beyond', field, params: { maximum } }),
  );
});
