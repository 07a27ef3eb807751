import { expect, test } from 'vitest';
import purchase from '#web/shared/i18n/en/purchase.ts';
import { leaveStaleTicket } from '#web/features/ticketing/join/join-link.ts';
import { readStored, staleTicketKey, writeStored } from '#web/shared/api/storage.ts';
import { takeStaleTicket } from './stale-ticket.ts';

test('a stale ticket item shows its message, or a general sentence where it cannot be read', () => {
  expect(purchase.stale).toBe('This ticket has probably expired!');
  writeStored(staleTicketKey, '{"message":"Used on another device."}');
  expect(takeStaleTicket(purchase.stale)).toBe('Used on another device.');
  for (const stored of ['', 'true', 'null', '{}', '{"message":""}', '{"message":7}', 'not JSON']) {
    writeStored(staleTicketKey, stored);
    expect(takeStaleTicket(purchase.stale)).toBe(purchase.stale);
  }
});

test('a stale ticket is shown once and removed, and without one nothing is shown', () => {
  writeStored(staleTicketKey, '{}');
  takeStaleTicket(purchase.stale);
  expect(readStored(staleTicketKey)).toBeNull();
  expect(takeStaleTicket(purchase.stale)).toBeUndefined();
});

test('a visitor from an expired link sees an error on the event page, unless they have a seat', () => {
  leaveStaleTicket('gone', { here: false });
  expect(takeStaleTicket(purchase.stale)).toBe('This ticket has probably expired!');
  for (const link of ['open', 'refunded', 'moved'] as const) leaveStaleTicket(link, { here: false });
  leaveStaleTicket('gone', { here: true });
  expect(takeStaleTicket(purchase.stale)).toBeUndefined();
});
