import { expect, test } from 'vitest';
import event from '#web/app/i18n/en/event.ts';
import { staleTicketMessage } from './stale-ticket.ts';

test('a stale ticket item says its message, and what cannot be read says the sentence of the specification', () => {
  expect(event.stale).toBe('This ticket has probably expired!');
  expect(staleTicketMessage('{"message":"Used on another device."}', event.stale)).toBe('Used on another device.');
  for (const stored of ['', 'true', 'null', '{}', '{"message":""}', '{"message":7}', 'not JSON'])
    expect(staleTicketMessage(stored, event.stale)).toBe(event.stale);
});
