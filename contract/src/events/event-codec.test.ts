import type { LiveEvent } from '@frontrow/core/events/live-event.ts';
import { EUR } from '@frontrow/core/kernel/money.ts';
import { expect, test } from 'vitest';
import { wireEvent, type WireEvent } from './api.ts';
import { eventFromWire, eventToWire } from './event-codec.ts';

const interactive: WireEvent = {
  event_uuid: '7df73eff-2e1f-486b-94f3-aa9b6135eb2c',
  event_ide: 42,
  event_title: 'Front row session',
  event_description: 'Six songs, no setlist.',
  event_date: 1_795_232_700_000,
  event_streaming_start_date: null,
  event_opening_ticketing: true,
  event_cover_image: '/media/covers/demo-front-row-session-1280.webp',
  event_presentation_video: null,
  event_presentation_video_landscape: '/media/videos/a.mp4',
  event_thanks_video: null,
  event_thanks_video_landscape: null,
  event_price_ticket: 12,
  event_num_attendees: 49,
  event_num_tickets_free: 12,
  ticket: { frontrow_min_ticket_fee: 0.5, frontrow_ticket_fee: 5 },
  event_num_tickets_sold: 36,
  event_promotional_code_discount: 25,
  event_self_cancel_hours: 24,
  event_self_cancel_percent: 50,
  event_state: 0,
  event_cancelled: false,
  event_cancel_reason: null,
  event_finished_date: null,
  event_category_ide: 1,
  event_lang_ides: [1],
  event_tags: ['acoustic', 'requests'],
  event_location: { data: { zoneName: 'Europe/Lisbon' } },
  series: { uuid: '141874c3-b50f-4dc9-adb6-339011cb279c', title: 'Sessions', position: 2, count: 6 },
  event_rescheduled: true,
  event_previous_date: 1_700_000_000_000,
  event_version: 7,
  public: true,
  currency: {
    currency_format: '%s%n',
    currency_name: 'Euro',
    currency_code: 'EUR',
    currency_symbol: '€',
    currency_digits: 2,
  },
};

const {
  event_price_ticket: _price,
  event_num_attendees: _seats,
  event_num_tickets_free: _free,
  ticket: _ticket,
  series: _series,
  ...shared
} = interactive;
const broadcast: WireEvent = {
  ...shared,
  event_price_ticket_streaming: 4,
  event_num_attendees_streaming: 100_000,
  event_num_tickets_free_streaming: 99_964,
  ticket_streaming: { frontrow_min_ticket_fee: 0.5, frontrow_ticket_fee: 7.25 },
  event_state: 2,
  event_cancel_reason: 'no_show',
  event_cancelled: true,
  event_streaming_start_date: 1_795_232_760_000,
  event_finished_date: 1_795_236_360_000,
  event_category_ide: null,
  event_promotional_code_discount: null,
  event_self_cancel_hours: null,
  event_self_cancel_percent: null,
  public: false,
};

test.each([
  ['interactive', interactive],
  ['broadcast', broadcast],
])('the golden body of an %s event is decoded and encoded without loss', (kind, body) => {
  expect(wireEvent.parse(body)).toEqual(body);
  expect(eventFromWire(body).kind).toBe(kind);
  expect(eventToWire(eventFromWire(body))).toEqual(body);
});

test('an event survives encoding and decoding', () => {
  const event: LiveEvent = {
    ...eventFromWire(interactive),
    price: 1730,
    currency: EUR,
    feeTerms: { minFeeMinor: 35, feeBp: 525 },
  };
  expect(eventFromWire(eventToWire(event))).toEqual(event);
  expect(eventToWire(event)).toMatchObject({
    event_price_ticket: 17.3,
    ticket: { frontrow_min_ticket_fee: 0.35, frontrow_ticket_fee: 5.25 },
  });
});

test('an event has exactly one of ticket and ticket_streaming', () => {
  expect(eventToWire(eventFromWire(interactive))).not.toHaveProperty('ticket_streaming');
  expect(eventToWire(eventFromWire(broadcast))).not.toHaveProperty('ticket');
});
