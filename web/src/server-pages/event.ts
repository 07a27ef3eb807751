import { oembedPath } from '@frontrow/contract/embeds/snippets.ts';
import { isBeforeSales } from '@frontrow/core/ticketing/waiting-page.ts';
import { text } from '#web/shared/i18n/index.ts';
import { coverSizes } from '#web/features/events/cover-sizes.ts';
import { eventQuery } from '#web/features/events/event-feed.ts';
import { likeQuery } from '#web/features/events/queries.ts';
import { languagesQuery } from '#web/shared/catalog/queries.ts';
import { formatEventTimes } from '#web/shared/format/event-time.ts';
import { formatLongDate, zoneCity } from '#web/shared/format/time.ts';
import { eventPath } from '#web/shared/ui/event-card-model.ts';
import { eventData } from './event-data.ts';
import { found, shortened } from './found.ts';
import type { PublicPage } from './public-page.ts';

/** `/event/{uuid}`. */
export const event: PublicPage = {
  path: '/event/:id/*',
  modules: ['src/pages/event/EventPage.tsx'],
  names: (params, client) => client.query(eventQuery(params['id'] ?? '')),
  async prepare(request) {
    const page = await found(request.client.query(eventQuery(request.params['id'] ?? '')));
    if (!page) return undefined;
    const { client, publicUrl } = request;
    const [languages] = await Promise.all([
      client.query(languagesQuery),
      client.query(likeQuery(page.event.event_category_ide)),
    ]);
    const { event: shown, user } = page;
    const zone = shown.event_location.data.zoneName;
    const dates = { zone, now: request.now };
    const when = `${formatLongDate(shown.event_date, dates)}, ${formatEventTimes(shown, dates)}`;
    return {
      title: shown.event_title,
      description: shortened(
        `${text('event', 'meta', { name: user.user_name, when, city: zoneCity(zone) })} ${shown.event_description}`,
      ),
      canonical: eventPath(shown),
      noindex: !shown.public,
      // A sale changes the version, so that a link shared later shows the seats left then. The opening of sales
      // changes no version.
      image: `${eventPath(shown)}/preview.jpg?v=${shown.event_version}${isBeforeSales(shown.event_sales_open_date, request.now) ? '-presale' : ''}`,
      imageSize: { width: 1_200, height: 630 },
      first: { src: shown.event_cover_image, sizes: coverSizes },
      host: user.user_username,
      alternates: [
        { type: 'application/json+oembed', path: oembedPath(publicUrl + eventPath(shown)), title: shown.event_title },
      ],
      data: eventData(page, languages, request),
    };
  },
};
