import { expect, it } from 'vitest';
import type { WireEvent } from '@frontrow/contract/events/api.ts';
import { roomPath } from './event-card-model.ts';

const event = (ticketing: object): WireEvent => ({ event_uuid: 'e1', ...ticketing }) as WireEvent;

it('an event leads to the room of its kind', () => {
  expect(roomPath(event({ ticket: {} }))).toBe('/streaming/e1');
  expect(roomPath(event({ ticket_streaming: {} }))).toBe('/broadcast/e1');
  for (const kind of [{ ticket: {} }, { ticket_streaming: {} }])
    expect(roomPath(event(kind), true)).toBe('/mobileStreaming/e1');
});
