import { expect, test } from 'vitest';
import { minutes } from '../kernel/instant.ts';
import type { Refusal } from '../kernel/refusal.ts';
import {
  admissionsNow,
  admittedAtOnceMax,
  placeRequiredMs,
  requireAdmission,
  requireWaitingOpen,
  type SaleAccess,
  waitingOpensMs,
} from './waiting-page.ts';

const opensAt = 1_000_000_000;
const codeOf = (work: () => void): string => {
  try {
    work();
    return 'allowed';
  } catch (error) {
    return (error as Refusal).code;
  }
};
const access = (sale: Partial<SaleAccess>): string =>
  codeOf(() =>
    requireAdmission(
      { now: opensAt, opensAt, isAdmitted: false, hasOrder: false, othersWait: false, ...sale },
      'https://frontrow.example/event/x/waiting',
    ),
  );

test('as many people are let in as there are seats, less those who hold none yet', () => {
  expect(admissionsNow({ seatsLeft: 10, withoutSeat: 0 })).toBe(10);
  expect(admissionsNow({ seatsLeft: 10, withoutSeat: 4 })).toBe(6);
  expect(admissionsNow({ seatsLeft: 3, withoutSeat: 5 })).toBe(0);
  expect(admissionsNow({ seatsLeft: 0, withoutSeat: 0 })).toBe(0);
  expect(admissionsNow({ seatsLeft: 100_000, withoutSeat: 50 })).toBe(admittedAtOnceMax - 50);
});

test('people may wait from five minutes before the opening, where there is one', () => {
  const waits = (now: number, opens: number | undefined) => codeOf(() => requireWaitingOpen(now, opens));
  expect(waits(opensAt - waitingOpensMs - 1, opensAt)).toBe('waiting_page_closed');
  expect(waits(opensAt - waitingOpensMs, opensAt)).toBe('allowed');
  expect(waits(opensAt + minutes(60), opensAt)).toBe('allowed');
  expect(waits(opensAt, undefined)).toBe('waiting_page_closed');
});

test('no one buys before the opening, but a seat that is already held may be paid for', () => {
  expect(access({ now: opensAt - 1, isAdmitted: true })).toBe('sale_not_open');
  expect(access({ now: opensAt - 1, hasOrder: true })).toBe('allowed');
});

test('a checkout requires an admission for ten minutes, and afterwards while others wait', () => {
  expect(access({})).toBe('waiting_page_first');
  expect(access({ isAdmitted: true, othersWait: true })).toBe('allowed');
  expect(access({ now: opensAt + placeRequiredMs - 1 })).toBe('waiting_page_first');
  expect(access({ now: opensAt + placeRequiredMs })).toBe('allowed');
  expect(access({ now: opensAt + placeRequiredMs, othersWait: true })).toBe('waiting_page_first');
});
