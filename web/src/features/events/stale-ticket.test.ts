import { expect, test } from 'vitest';
import event from '#web/shared/i18n/en/event.ts';
import { leaveStaleTicket } from '#web/features/ticketing/tickets/leave-stale-ticket.ts';
import { readStored, staleTicketKey, writeStored } from '#web/shared/api/storage.ts';
import { takeStaleTicket } from './stale-ticket.ts';

test('a stale ticket item says its message, and what cannot be read says the sentence of the specification', () => {
  expect(event.stale).toBe('This ticket has probably expired!');
  writeStored(staleTicketKey, '{"message":"Used on another device."}');
  expect(takeStaleTicket(event.stale)).toBe('Used on another device.');
  for (const stored of ['', 'true', 'null', '{}', '{"message":""}', '{"message":7}', 'not JSON']) {
    writeStored(staleTicketKey, stored);
    expect(takeStaleTicket(event.stale)).toBe(event.stale);
  }
});

test('it is said once: what was said is cleared, and where nothing was left nothing is said', () => {
  writeStored(staleTicketKey, '{}');
  takeStaleTicket(event.stale);
  expect(readStored(staleTicketKey)).toBeNull();
  expect(takeStaleTicket(event.stale)).toBeUndefined();
});

test('who goes on from a link that opens nothing any more is told on the page of the event; who has a seat there is not', () => {
  leaveStaleTicket('gone', { here: false });
  expect(takeStaleTicket(event.stale)).toBe('This ticket has probably expired!');
  for (const link of ['open', 'refunded', 'moved'] as const) leaveStaleTicket(link, { here: false });
  leaveStaleTicket('gone', { here: true });
  expect(takeStaleTicket(event.stale)).toBeUndefined();
});
