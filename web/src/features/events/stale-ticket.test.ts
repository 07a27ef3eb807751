import { expect, test } from 'vitest';
import event from '#web/shared/i18n/en/event.ts';
import { leaveStaleTicket } from '#web/features/ticketing/my-tickets/leave-stale-ticket.ts';
import { readStored, staleTicketKey, writeStored } from '#web/shared/api/storage.ts';
import { takeStaleTicket } from './stale-ticket.ts';

test('a stale ticket item shows its message, or a general sentence where it cannot be read', () => {
  expect(event.stale).toBe('This ticket has probably expired!');
  writeStored(staleTicketKey, '{"message":"Used on another device."}');
  expect(takeStaleTicket(event.stale)).toBe('Used on another device.');
  for (const stored of ['', 'true', 'null', '{}', '{"message":""}', '{"message":7}', 'not JSON']) {
    writeStored(staleTicketKey, stored);
    expect(takeStaleTicket(event.stale)).toBe(event.stale);
  }
});

test('it is shown once and removed, and nothing is shown without one', () => {
  writeStored(staleTicketKey, '{}');
  takeStaleTicket(event.stale);
  expect(readStored(staleTicketKey)).toBeNull();
  expect(takeStaleTicket(event.stale)).toBeUndefined();
});

test('a visitor from an expired link sees an error on the event page, unless they have a seat', () => {
  leaveStaleTicket('gone', { here: false });
  expect(takeStaleTicket(event.stale)).toBe('This ticket has probably expired!');
  for (const link of ['open', 'refunded', 'moved'] as const) leaveStaleTicket(link, { here: false });
  leaveStaleTicket('gone', { here: true });
  expect(takeStaleTicket(event.stale)).toBeUndefined();
});
