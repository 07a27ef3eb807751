import { expect, it } from 'vitest';
import type { WireEvent } from '@frontrow/contract/events/api.ts';
import { roomPath } from './event-card-model.ts';

const event = (ticketing: object): WireEvent => ({ event_uuid: 'e1', ...ticketing }) as WireEvent;

it('an interactive event leads to its room; nothing leads to a room without a screen', () => {
  expect(roomPath(event({ ticket: {} }))).toBe('/streaming/e1');
  expect(roomPath(event({ ticket_streaming: {} }))).toBeUndefined();
});
