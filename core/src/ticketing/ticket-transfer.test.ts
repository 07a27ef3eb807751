import { expect, test } from 'vitest';
import { recipientRefusal, type TransferQuestion, transferRefusal } from './ticket-transfer.ts';

const startsAt = 1_000_000_000;
const refusal = (more: Partial<TransferQuestion>) =>
  transferRefusal({
    now: 0,
    startsAt,
    started: false,
    cancelled: false,
    tokenGated: false,
    ofMeeting: false,
    settled: true,
    received: false,
    ...more,
  });

test('a ticket may be transferred until the last moment before the start', () => {
  expect(refusal({ now: startsAt - 1 })).toBeUndefined();
  expect(refusal({ now: startsAt })).toBe('transfer_too_late');
  expect(refusal({ started: true })).toBe('transfer_too_late');
  expect(refusal({ cancelled: true })).toBe('event_cancelled');
});

test('a ticket that was received, is for token holders, or has its money in motion cannot be transferred', () => {
  expect(refusal({ received: true })).toBe('transfer_once');
  expect(refusal({ tokenGated: true })).toBe('transfer_token_gated');
  expect(refusal({ settled: false })).toBe('transfer_money_moves');
});

test('a ticket is transferred to another person who is not the host and has no ticket', () => {
  const other = { isHolder: false, isHost: false, hasTicket: false, isSuspended: false };
  expect(recipientRefusal(other)).toBeUndefined();
  expect(recipientRefusal({ ...other, isHolder: true, hasTicket: true })).toBe('transfer_to_self');
  expect(recipientRefusal({ ...other, isHost: true })).toBe('transfer_to_host');
  expect(recipientRefusal({ ...other, hasTicket: true })).toBe('transfer_has_ticket');
  expect(recipientRefusal({ ...other, isSuspended: true })).toBe('transfer_to_suspended');
});
