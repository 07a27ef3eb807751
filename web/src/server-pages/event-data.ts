import type { WireLanguage } from '@frontrow/contract/catalog/api.ts';
import type { WireEvent, WireEventPage } from '@frontrow/contract/events/api.ts';
import { isBeforeSales } from '@frontrow/core/ticketing/waiting-page.ts';
import { endOf } from '#web/shared/format/event-time.ts';
import { eventPath, type EventSeats, eventPrice, eventSeats, seriesPath } from '#web/shared/ui/event-card-model.ts';
import type { PageRequest } from './public-page.ts';

const at = (epochMs: number): string => new Date(epochMs).toISOString();

const statusOf = (event: WireEvent): string =>
  event.event_cancelled ? 'EventCancelled' : event.event_rescheduled ? 'EventRescheduled' : 'EventScheduled';

function availabilityOf(event: WireEvent, { soldOut }: EventSeats, now: number): string {
  if (soldOut || event.event_state === 2) return 'SoldOut';
  if (!event.event_opening_ticketing) return 'LimitedAvailability';
  return isBeforeSales(event.event_sales_open_date, now) ? 'PreOrder' : 'InStock';
}

/** An event in schema.org's words. */
export function eventData(
  page: WireEventPage,
  languages: readonly Pick<WireLanguage, 'lang_ide' | 'lang_code'>[],
  { publicUrl, now }: Pick<PageRequest, 'publicUrl' | 'now'>,
): object {
  const { event, user } = page;
  const url = publicUrl + eventPath(event);
  const end = event.event_finished_date ?? endOf(event);
  const price = eventPrice(event);
  const seats = eventSeats(event);
  const spoken = event.event_lang_ides.flatMap((ide) => languages.find((one) => one.lang_ide === ide)?.lang_code ?? []);
  return {
    '@type': 'Event',
    '@id': url,
    url,
    name: event.event_title,
    description: event.event_description,
    image: [new URL(event.event_cover_image, publicUrl).href],
    startDate: at(event.event_date),
    ...(end !== undefined && { endDate: at(end) }),
    eventStatus: `https://schema.org/${statusOf(event)}`,
    ...(event.event_previous_date !== null && { previousStartDate: at(event.event_previous_date) }),
    eventAttendanceMode: 'https://schema.org/OnlineEventAttendanceMode',
    location: { '@type': 'VirtualLocation', url },
    ...(event.series && {
      superEvent: {
        '@type': 'EventSeries',
        '@id': publicUrl + seriesPath(event.series.uuid),
        name: event.series.title,
      },
    }),
    organizer: { '@type': 'Person', name: user.user_name, url: `${publicUrl}/${user.user_username}` },
    performer: { '@type': 'Person', name: user.user_name },
    ...(spoken.length > 0 && { inLanguage: spoken }),
    ...(event.event_tags.length > 0 && { keywords: event.event_tags.join(', ') }),
    ...(event.event_state === 1 && !event.event_cancelled && { subjectOf: broadcastData(page, url, publicUrl) }),
    isAccessibleForFree: price.free && event.event_opening_ticketing,
    maximumAttendeeCapacity: seats.total,
    remainingAttendeeCapacity: seats.free,
    offers: {
      '@type': 'Offer',
      url,
      price: price.total,
      priceCurrency: event.currency.currency_code,
      ...(event.event_sales_open_date !== undefined && { validFrom: at(event.event_sales_open_date) }),
      availability: `https://schema.org/${availabilityOf(event, seats, now)}`,
    },
  };
}

/** The broadcast of an event while it is live, which search engines mark as such. */
function broadcastData({ event }: WireEventPage, url: string, publicUrl: string): object {
  const startDate = at(event.event_streaming_start_date ?? event.event_date);
  const end = endOf(event);
  return {
    '@type': 'VideoObject',
    name: event.event_title,
    description: event.event_description,
    thumbnailUrl: [new URL(event.event_cover_image, publicUrl).href],
    uploadDate: startDate,
    url,
    publication: {
      '@type': 'BroadcastEvent',
      isLiveBroadcast: true,
      startDate,
      ...(end !== undefined && { endDate: at(end) }),
      broadcastOfEvent: { '@id': url },
    },
  };
}
