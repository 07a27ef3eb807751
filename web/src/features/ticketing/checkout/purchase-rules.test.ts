import { describe, expect, it } from 'vitest';
import { cardProblem, cardTokenBody, typedCvc, typedExpiry, typedNumber } from './card-input.ts';
import type { WireOrder } from '@frontrow/contract/ticketing/api.ts';
import { emailPairValid, emptyGuest, guestErrors, priceLines, type SoldPrice } from './purchase-rules.ts';

describe('guest fields', () => {
  it('guest fields are refused when they are empty, different or without consent', () => {
    expect(guestErrors(emptyGuest)).toEqual({ email: 'emailMissing', accept: 'accept' });
    expect(guestErrors({ email: 'ada@x.org', confirmEmail: 'ada@y.org', privacy: true, terms: true })).toEqual({
      confirmEmail: 'emailsDiffer',
    });
    expect(guestErrors({ email: 'ada@x.org', confirmEmail: 'ada@x.org', privacy: true, terms: false })).toEqual({
      accept: 'accept',
    });
    expect(guestErrors({ email: 'ada', confirmEmail: 'ada', privacy: true, terms: true })).toEqual({
      email: 'emailWrong',
    });
  });

  it('guest fields are accepted with a valid pair and both consents', () => {
    const fields = { email: 'ada@x.org', confirmEmail: 'ada@x.org', privacy: true, terms: true };
    expect(guestErrors(fields)).toEqual({});
    expect(emailPairValid(fields)).toBe(true);
    expect(emailPairValid(emptyGuest)).toBe(false);
  });
});

describe('price lines', () => {
  const addUp = ({ price, discount, fee, total }: ReturnType<typeof priceLines>) =>
    Math.round((price - discount + fee) * 100) === Math.round(total * 100);
  const pass: SoldPrice = { listed: 48, discount: 10, fee: 4.92, total: 42.92, free: false };

  it('price lines of a pass subtract its discount before a seat is held, and after the hold is refused', () => {
    expect(priceLines(pass, null)).toEqual({ price: 48, discount: 10, fee: 4.92, total: 42.92 });
    expect(addUp(priceLines(pass, null))).toBe(true);
  });

  it('price lines of a ticket have no discount until an order brings one', () => {
    const ticket: SoldPrice = { listed: 20, discount: 0, fee: 1.99, total: 21.99, free: false };
    expect(priceLines(ticket, null)).toEqual({ price: 20, discount: 0, fee: 1.99, total: 21.99 });
    const order = { price: 20, discount: 5, fee: 1.5, total: 16.5 } as WireOrder;
    expect(priceLines(ticket, order)).toEqual({ price: 20, discount: 5, fee: 1.5, total: 16.5 });
  });
});

describe('sandbox card field', () => {
  it('digits are grouped while they are typed', () => {
    expect(typedNumber('42424242x4242')).toBe('4242 4242 4242');
    expect(typedExpiry('1')).toBe('1');
    expect(typedExpiry('12')).toBe('12 / ');
    expect(typedExpiry('9')).toBe('09 / ');
    expect(typedExpiry('1230')).toBe('12 / 30');
    expect(typedExpiry('12 /', '12 / ')).toBe('12');
    expect(typedCvc('12a345')).toBe('1234');
  });

  it('the first problem is named, in the order of the inputs', () => {
    const now = Date.UTC(2026, 10, 21);
    const good = { number: '4242 4242 4242 4242', expiry: '11 / 26', cvc: '123' };
    expect(cardProblem({ ...good, number: '4242' }, now)).toBe('numberIncomplete');
    expect(cardProblem({ ...good, expiry: '11 / ' }, now)).toBe('expiryIncomplete');
    expect(cardProblem({ ...good, expiry: '13 / 30' }, now)).toBe('expiryIncomplete');
    expect(cardProblem({ ...good, expiry: '10 / 26' }, now)).toBe('expiryPast');
    expect(cardProblem({ ...good, cvc: '12' }, now)).toBe('cvcIncomplete');
    expect(cardProblem(good, now)).toBeNull();
    expect(cardTokenBody(good)).toEqual({ number: '4242424242424242', exp_month: 11, exp_year: 2026, cvc: '123' });
  });
});
