import { expect, test } from 'vitest';
import { hours, minutes } from '../kernel/instant.ts';
import { orderMachine, paymentMachine, refundMachine } from './machines.ts';
import { refundDue, type RefundQuestion } from './refund-due.ts';
import { ticketPrice } from './ticket-price.ts';

test('every price up to 500.00 at every fee rate is exact in integers, rounded half up once, and adds up', () => {
  const wrong: number[][] = [];
  for (const feeBp of [0, 1, 33, 50, 250, 499, 500, 1000, 3333, 9999, 10_000]) {
    for (let listed = 1; listed <= 50_000; listed++) {
      const { fee, total, discount } = ticketPrice(listed, { minFeeMinor: 50, feeBp });
      const tenThousandths = listed * feeBp;
      const whole = Math.trunc(tenThousandths / 10_000);
      const expected = 50 + whole + (tenThousandths - whole * 10_000 >= 5_000 ? 1 : 0);
      if (fee !== expected || total !== listed + fee || discount !== 0) wrong.push([listed, feeBp, fee, expected]);
    }
  }
  expect(wrong).toEqual([]);
});

test('a price of 0 has no fee, nor has a full discount', () => {
  expect(ticketPrice(0, { minFeeMinor: 50, feeBp: 500 })).toEqual({ listed: 0, discount: 0, fee: 0, total: 0 });
  expect(ticketPrice(1200, { minFeeMinor: 50, feeBp: 500 }, 100)).toEqual({
    listed: 1200,
    discount: 1200,
    fee: 0,
    total: 0,
  });
});

test('the fee follows the discounted price, and no discount raises the total', () => {
  const wrong: number[][] = [];
  expect(ticketPrice(1200, { minFeeMinor: 50, feeBp: 500 })).toEqual({
    listed: 1200,
    discount: 0,
    fee: 110,
    total: 1310,
  });
  for (let listed = 1; listed <= 2_000; listed++) {
    let before = ticketPrice(listed, { minFeeMinor: 50, feeBp: 500 }).total;
    for (let percent = 1; percent <= 100; percent++) {
      const { discount, fee, total } = ticketPrice(listed, { minFeeMinor: 50, feeBp: 500 }, percent);
      if (total > before || discount > listed || total !== listed - discount + fee)
        wrong.push([listed, percent, total, before]);
      before = total;
    }
  }
  expect(wrong).toEqual([]);
});

const start = 1_000_000_000;
const due = (more: Partial<RefundQuestion>) =>
  refundDue({
    now: start,
    startsAt: start,
    startedAt: undefined,
    finishedAt: undefined,
    cancelled: false,
    unpublished: false,
    movedSinceOrder: false,
    paidAt: start - hours(1),
    turnedAway: false,
    ...more,
  });

test('a ticket for a late event is refundable from exactly 10 minutes until exactly 24 hours after the end', () => {
  expect(due({ now: start + minutes(10) - 1 })).toBeUndefined();
  expect(due({ now: start + minutes(10) })).toBe('host_late');
  expect(due({ now: start + hours(2), startedAt: start + minutes(10) - 1 })).toBeUndefined();
  expect(due({ now: start + hours(2), startedAt: start + minutes(10) })).toBe('host_late');
  const finishedAt = start + hours(2);
  expect(due({ startedAt: start + minutes(10), finishedAt, now: finishedAt + hours(24) })).toBe('host_late');
  expect(due({ startedAt: start + minutes(10), finishedAt, now: finishedAt + hours(24) + 1 })).toBeUndefined();
});

test('a ticket for an unpublished event is refundable until the event goes live', () => {
  expect(due({ unpublished: true, now: start - hours(100) })).toBe('unpublished');
  expect(due({ unpublished: true, startedAt: start })).toBeUndefined();
  expect(due({ unpublished: true, cancelled: true })).toBeUndefined();
});

test('a ticket of a person who is turned away is refundable, even if bought once the event was live', () => {
  const live = { now: start + minutes(5), startedAt: start, paidAt: start + minutes(1) };
  expect(due(live)).toBeUndefined();
  expect(due({ ...live, turnedAway: true })).toBe('turned_away');
  expect(due({ ...live, turnedAway: true, cancelled: true })).toBeUndefined();
});

test('a ticket bought once the event was live is not refundable as late; a cancelled event refunds automatically', () => {
  const startedAt = start + minutes(30);
  expect(due({ now: start + hours(1), startedAt, paidAt: startedAt - 1 })).toBe('host_late');
  expect(due({ now: start + hours(1), startedAt, paidAt: startedAt })).toBeUndefined();
  expect(due({ now: start + hours(1), cancelled: true })).toBeUndefined();
});

test('a moved event is refundable until 24 hours before the new start', () => {
  expect(due({ now: start - hours(24), movedSinceOrder: true })).toBe('rescheduled');
  expect(due({ now: start - hours(24) + 1, movedSinceOrder: true })).toBeUndefined();
  // Buyers after the move knew the new start.
  expect(due({ now: start - hours(48) })).toBeUndefined();
});

test('a ticket that is refunded, cancelled or captured stays so', () => {
  expect(orderMachine.table.refunded).toEqual({});
  expect(orderMachine.table.cancelled).toEqual({});
  expect(orderMachine.from('pay')).toEqual(['pending']);
  expect(orderMachine.from('pay_late')).toEqual(['expired']);
  expect(paymentMachine.table.succeeded).toEqual({});
  expect(paymentMachine.from('arrive_late')).toEqual(['failed', 'canceled']);
  // But a refund that a bank sends back is owed again.
  expect(refundMachine.from('come_back')).toEqual(['succeeded']);
});
