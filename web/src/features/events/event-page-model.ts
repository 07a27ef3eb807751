import type { WireEvent, WireEventPage } from '@frontrow/contract/events/api.ts';
import { eventFromWire } from '@frontrow/contract/events/event-codec.ts';
import {
  startBanner as bannerOf,
  ticketOffer,
  type Offer,
  type StartBanner,
  type Viewpoint,
} from '@frontrow/core/events/event-page-offer.ts';
import { noShowAfterMs } from '@frontrow/core/events/limits.ts';
import { eventPrice, eventSeats, type EventPrice, type EventSeats } from '#web/shared/ui/event-card-model.ts';

export type { Offer, StartBanner, Viewpoint };

export interface Viewer {
  username: string | null;
  purchased: readonly string[];
}

export interface EventPageModel {
  viewpoint: Viewpoint;
  offer: Offer;
  live: boolean;
  price: EventPrice;
  seats: EventSeats;
  sold: number;
}

export function viewpointOf(page: WireEventPage, viewer: Viewer): Viewpoint {
  if (viewer.username !== null && viewer.username === page.user.user_username) return 'owner';
  return viewer.purchased.includes(page.event.event_uuid) ? 'buyer' : 'visitor';
}

export function eventPageModel(page: WireEventPage, viewer: Viewer): EventPageModel {
  const viewpoint = viewpointOf(page, viewer);
  const price = eventPrice(page.event);
  const seats = eventSeats(page.event);
  return {
    viewpoint,
    offer: ticketOffer(eventFromWire(page.event), viewpoint),
    live: page.event.event_state === 1,
    price,
    seats,
    sold: page.event.event_num_tickets_sold,
  };
}

export const startBanner = (page: WireEventPage, viewpoint: Viewpoint, now: number): StartBanner | undefined =>
  bannerOf(eventFromWire(page.event), viewpoint, now);

/** The text below the banner's title: how to join, or what a late host means for the ticket. */
export function bannerLine({ kind, button, doors }: StartBanner, { event }: WireEventPage) {
  const who = button === 'start' ? 'Owner' : 'Viewer';
  if (kind === 'began') return 'banner.beganAgo' as const;
  if (kind === 'begins') return `banner.doors${who}${doors ? 'Open' : ''}` as const;
  if (who === 'Owner' && event.event_num_tickets_sold === 0) return 'banner.lateOwnerAlone' as const;
  return `banner.late${who}${eventPrice(event).free ? 'Free' : ''}` as const;
}

/** The time in that text: since when the event is live, or until when it must be. */
export const bannerTime = ({ kind, at }: StartBanner): number => (kind === 'late' ? at + noShowAfterMs : at);

/** Seats stand in rows of 25, like the seat meter: "Row 1, seat 23". */
const seatsPerRow = 25;

export const seatPlace = (seat: number): { row: number; seat: number } => ({
  row: Math.floor((seat - 1) / seatsPerRow) + 1,
  seat: ((seat - 1) % seatsPerRow) + 1,
});

/** Portrait on phones, landscape on desktops, or the only one there is. */
export function videoFor(
  event: WireEvent,
  which: 'presentation' | 'thanks',
  phone: boolean,
): { src: string; upright: boolean } | null {
  const upright = event[`event_${which}_video`];
  const landscape = event[`event_${which}_video_landscape`];
  const src = phone ? (upright ?? landscape) : (landscape ?? upright);
  return src === null ? null : { src, upright: src === upright };
}

/** The video of the page: the presentation, or the thanks for ticket holders once the event is over. */
export const videoOfPage = (event: WireEvent, hasSeat: boolean, phone: boolean) => {
  const thanks = event.event_state === 2 && !event.event_cancelled && hasSeat;
  const video = videoFor(event, thanks ? 'thanks' : 'presentation', phone);
  return video && { ...video, thanks };
};
