import { text } from '#web/shared/i18n/index.ts';
import { seriesQuery } from '#web/features/events/SeriesPage.tsx';
import { eventPath, hostPath, seriesPath } from '#web/shared/ui/event-card-model.ts';
import { found, shortened } from './found.ts';
import type { PublicPage } from './public-page.ts';

/** `/series/{uuid}`. */
export const series: PublicPage = {
  path: '/series/:uuid',
  modules: ['src/pages/series/SeriesWithPass.tsx'],
  names: (params, client) => client.query(seriesQuery(params['uuid'] ?? '')),
  async prepare({ client, params, publicUrl }) {
    const page = await found(client.query(seriesQuery(params['uuid'] ?? '')));
    if (!page) return undefined;
    const { series: shown, user, upcoming, past } = page;
    const url = publicUrl + seriesPath(shown.uuid);
    const dates = [...past.toReversed(), ...upcoming].map(({ event }) => event);
    const [first] = dates;
    const last = dates.at(-1);
    const about = text('series', 'meta', { title: shown.title, name: user.user_name });
    return {
      title: shown.title,
      description: shortened(`${about} ${first?.event_description ?? ''}`),
      canonical: seriesPath(shown.uuid),
      image: (upcoming[0]?.event ?? first)?.event_cover_image,
      host: user.user_username,
      data: {
        '@type': 'EventSeries',
        '@id': url,
        url,
        name: shown.title,
        description: first?.event_description,
        ...(first && { startDate: new Date(first.event_date).toISOString() }),
        ...(last && { endDate: new Date(last.event_date).toISOString() }),
        eventAttendanceMode: 'https://schema.org/OnlineEventAttendanceMode',
        location: { '@type': 'VirtualLocation', url },
        organizer: { '@type': 'Person', name: user.user_name, url: publicUrl + hostPath(user) },
        subEvent: dates.map((event) => ({ '@type': 'Event', '@id': publicUrl + eventPath(event) })),
      },
    };
  },
};
