import { describe, expect, it } from 'vitest';
import type { WireEvent, WireEventPage } from '@frontrow/contract/events/api.ts';
import { bannerLine, bannerTime, eventPageModel, seatPlace, startBanner } from './event-page-model.ts';

const start = 1_800_000_000_000;

function page(event: Partial<WireEvent> = {}): WireEventPage {
  return {
    event: {
      event_uuid: 'e1',
      event_state: 0,
      event_cancelled: false,
      event_date: start,
      event_streaming_start_date: null,
      event_opening_ticketing: true,
      event_price_ticket: 16,
      event_num_attendees: 49,
      event_num_tickets_free: 12,
      event_num_tickets_sold: 37,
      currency: { currency_digits: 2 },
      event_location: { data: { zoneName: 'UTC' } },
      ticket: { frontrow_min_ticket_fee: 0.5, frontrow_ticket_fee: 5 },
      ...event,
    },
    user: { user_username: 'host' },
  } as unknown as WireEventPage;
}

const visitor = { username: null, purchased: [] };
const buyer = { username: 'ada', purchased: ['e1'] };
const owner = { username: 'host', purchased: [] };
const offer = (event: Partial<WireEvent>, viewer: { username: string | null; purchased: string[] } = visitor) =>
  eventPageModel(page(event), viewer).offer;

describe('what the purchase card offers', () => {
  it('the host and a buyer are not offered a ticket', () => {
    expect(offer({}, owner)).toBe('own');
    expect(offer({ event_state: 1 }, owner)).toBe('own');
    expect(offer({}, buyer)).toBe('seat');
    expect(offer({ event_num_tickets_free: 0 }, buyer)).toBe('seat');
  });

  it('a ticket is offered while the event is upcoming or live; without open ticketing only before, to token holders', () => {
    expect(offer({})).toBe('buy');
    expect(offer({ event_state: 1 })).toBe('buy');
    expect(offer({ event_state: 1, event_opening_ticketing: false })).toBe('closed');
    expect(offer({ event_opening_ticketing: false })).toBe('gated');
    expect(offer({ event_price_ticket: 0 })).toBe('free');
  });

  it('an event is sold out with no seat left, and not with one', () => {
    expect(offer({ event_num_tickets_free: 1 })).toBe('buy');
    expect(offer({ event_num_tickets_free: 0 })).toBe('soldOut');
    expect(offer({ event_num_tickets_free: 0, event_price_ticket: 0 })).toBe('soldOut');
  });

  it('nothing is sold after the end', () => {
    expect(offer({ event_state: 2 })).toBe('finished');
    expect(offer({ event_state: 2 }, buyer)).toBe('finished');
    expect(offer({ event_state: 2, event_cancelled: true })).toBe('cancelled');
    expect(offer({ event_state: 2, event_cancelled: true }, buyer)).toBe('cancelled');
    expect(offer({ event_state: 2, event_cancelled: true }, owner)).toBe('own');
  });

  it('the price includes the fee', () => {
    expect(eventPageModel(page(), visitor).price).toEqual({ listed: 16, fee: 1.3, total: 17.3, free: false });
  });
});

describe('start banner', () => {
  const banner = (event: Partial<WireEvent>, viewpoint: 'owner' | 'buyer' | 'visitor', now: number) =>
    startBanner(page(event), viewpoint, now);

  it('visitors see no start banner, and no one sees it after the end', () => {
    expect(banner({}, 'visitor', start)).toBeUndefined();
    expect(banner({ event_state: 2 }, 'owner', start)).toBeUndefined();
    expect(banner({ event_state: 2, event_cancelled: true }, 'buyer', start)).toBeUndefined();
  });

  it('the start banner counts down, then says that the host is late, then that the event began', () => {
    expect(banner({}, 'buyer', start - 1)).toMatchObject({ kind: 'begins', at: start, button: 'view' });
    expect(banner({}, 'buyer', start)).toMatchObject({ kind: 'late', button: 'view' });
    expect(banner({ event_state: 1, event_streaming_start_date: start + 60_000 }, 'owner', start + 90_000)).toEqual({
      kind: 'began',
      at: start + 60_000,
      button: 'start',
      doors: true,
    });
  });

  const line = (event: Partial<WireEvent>, viewpoint: 'owner' | 'buyer', now: number) =>
    bannerLine(banner(event, viewpoint, now)!, page(event));

  it('the line mentions money only if some was paid, and viewers only if there are some', () => {
    const free = { event_price_ticket: 0 };
    const alone = { event_num_tickets_sold: 0 };
    expect(line(free, 'buyer', start)).toBe('banner.lateViewerFree');
    expect(line({}, 'buyer', start)).toBe('banner.lateViewer');
    expect(line({}, 'owner', start)).toBe('banner.lateOwner');
    expect(line(free, 'owner', start)).toBe('banner.lateOwnerFree');
    expect(line(alone, 'owner', start)).toBe('banner.lateOwnerAlone');
    expect(line({ ...free, ...alone }, 'owner', start)).toBe('banner.lateOwnerAlone');
  });

  it('the line says when the doors open, that they are open, when the event began and when it must begin', () => {
    const early = start - 60 * 60_000;
    expect([line({}, 'buyer', early), line({}, 'owner', early)]).toEqual(['banner.doorsViewer', 'banner.doorsOwner']);
    expect([line({}, 'buyer', start - 1), line({}, 'owner', start - 1)]).toEqual([
      'banner.doorsViewerOpen',
      'banner.doorsOwnerOpen',
    ]);
    const live = { event_state: 1, event_streaming_start_date: start + 60_000 } as const;
    expect(line(live, 'owner', start)).toBe('banner.beganAgo');
    expect(bannerTime(banner(live, 'owner', start)!)).toBe(start + 60_000);
    expect(bannerTime(banner({}, 'buyer', start)!)).toBe(start + 60 * 60_000);
  });

  it('the line of a broadcast is the same', () => {
    const broadcast = { ticket: undefined, ticket_streaming: {} } as Partial<WireEvent>;
    expect(line(broadcast, 'buyer', start - 1)).toBe('banner.doorsViewerOpen');
    expect(line(broadcast, 'owner', start - 1)).toBe('banner.doorsOwnerOpen');
    expect(line({ ...broadcast, event_state: 1 }, 'buyer', start)).toBe('banner.beganAgo');
  });

  it('the doors open 15 minutes before the start', () => {
    expect(banner({}, 'owner', start - 15 * 60_000 - 1)?.doors).toBe(false);
    expect(banner({}, 'owner', start - 15 * 60_000)?.doors).toBe(true);
  });
});

describe('seats', () => {
  it('seats stand in rows of 25', () => {
    expect(seatPlace(1)).toEqual({ row: 1, seat: 1 });
    expect(seatPlace(25)).toEqual({ row: 1, seat: 25 });
    expect(seatPlace(26)).toEqual({ row: 2, seat: 1 });
  });
});
