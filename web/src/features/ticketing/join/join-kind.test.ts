import { expect, it } from 'vitest';
import type { WireEventPage } from '@frontrow/contract/events/api.ts';
import { readStored, removeStored, staleTicketKey } from '#web/shared/api/storage.ts';
import { joinKind, leaveStaleTicket } from './join-link.ts';

const page = (event: object = {}) => ({ event: { event_state: 0, event_cancelled: false, ...event } }) as WireEventPage;
const over = page({ event_state: 2 });
const cancelled = page({ event_state: 2, event_cancelled: true });

/** Whether the event page will say that the ticket has probably expired. */
function isLeft(kind: Parameters<typeof leaveStaleTicket>[0], here = false): boolean {
  removeStored(staleTicketKey);
  leaveStaleTicket(kind, { here });
  return readStored(staleTicketKey) !== null;
}

it.each([
  ['open', page(), 'open', false],
  ['over', over, 'open', false],
  ['noToken', over, 'noToken', false],
  ['cancelled', cancelled, 'gone', false],
  ['gone', page(), 'gone', false],
  ['gone', undefined, 'open', true],
  ['gone', over, 'open', true],
  ['moved', page(), 'moved', true],
  ['refunded', page(), 'refunded', true],
  ['cancelled', cancelled, 'open', true],
] as const)(
  'the page says that a link is %s, and only one that is gone makes the event page say that it has expired',
  (kind, at, link, vain) => {
    expect(joinKind(at, link, vain)).toBe(kind);
    expect(isLeft(joinKind(at, link, vain))).toBe(kind === 'gone');
  },
);

it('a person who has a session gets no stale ticket', () => {
  expect(isLeft('gone', true)).toBe(false);
});
