import { expect, test } from 'vitest';
import { days } from '../kernel/instant.ts';
import { decideScan, scannedAt, type ScannedTicket, ticketCodeIn } from './check-in.ts';

const scan = { eventId: 'here', scanId: 's1' };
const ticket: ScannedTicket = {
  eventId: 'here',
  isOwnEvent: true,
  isVoid: false,
  checkedInAt: undefined,
  checkedInScan: undefined,
};

test.each<[string, ScannedTicket | undefined, string]>([
  ['a valid ticket', ticket, 'welcome'],
  ['a code that is no one’s', undefined, 'not_valid'],
  ['a ticket of another host', { ...ticket, isOwnEvent: false, eventId: 'there' }, 'not_valid'],
  ['a ticket of another event of this host', { ...ticket, eventId: 'there' }, 'other_event'],
  ['a refunded ticket', { ...ticket, isVoid: true }, 'not_valid'],
  ['a refunded ticket that was checked in', { ...ticket, isVoid: true, checkedInAt: 1 }, 'not_valid'],
  ['a ticket scanned before', { ...ticket, checkedInAt: 1, checkedInScan: 's0' }, 'already'],
  ['a ticket checked in on the guest list', { ...ticket, checkedInAt: 1 }, 'already'],
  ['a ticket whose same scan is sent again', { ...ticket, checkedInAt: 1, checkedInScan: 's1' }, 'welcome'],
])('the scan of %s is answered $2', (_what, scanned, result) => {
  expect(decideScan(scanned, scan)).toBe(result);
});

test('a code is found as people type it, and no other text is taken for one', () => {
  for (const typed of ['FR-8KQ2T7ABCD', 'fr-8kq2t7abcd', ' fr 8kq2t7 abcd ', 'FR8KQ2T7ABCD'])
    expect(ticketCodeIn(typed)).toBe('FR-8KQ2T7ABCD');
  for (const other of ['', 'FR-', 'https://example.com/FR-8KQ2T7ABCD', 'FR-8KQ2T7ABCD;DROP', 'FR-'.padEnd(40, 'A')])
    expect(ticketCodeIn(other)).toBeUndefined();
});

test('a phone whose clock is ahead or far behind gives a time of these two days', () => {
  expect(scannedAt(900, 1_000)).toBe(900);
  expect(scannedAt(2_000, 1_000)).toBe(1_000);
  expect(scannedAt(0, days(10))).toBe(days(8));
});
