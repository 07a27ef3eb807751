import { hostCalendarPath, hostRssPath, podcastPath } from '@frontrow/contract/feeds/paths.ts';
import { text } from '#web/shared/i18n/index.ts';
import { hostQuery } from '#web/features/hosts/queries.ts';
import { languagesQuery } from '#web/shared/catalog/queries.ts';
import { found, shortened } from './found.ts';
import type { PublicPage } from './public-page.ts';

/** `/{username}`. */
export const host: PublicPage = {
  path: '/:username',
  modules: ['src/features/hosts/HostPage.tsx'],
  names: (params, client) => client.query(hostQuery(params['username'] ?? '')),
  async prepare({ client, params, publicUrl }) {
    const page = await found(client.query(hostQuery(params['username'] ?? '')));
    if (!page) return undefined;
    await client.query(languagesQuery);
    const { user, host: shown, influencer } = page;
    const url = `${publicUrl}/${user.user_username}`;
    const picture = influencer.influencer_avatar ?? user.user_avatar;
    return {
      title: user.user_name,
      description: shortened(`${text('hosts', 'meta', { name: user.user_name })} ${shown.host_bio}`),
      canonical: `/${user.user_username}`,
      type: 'profile',
      host: user.user_username,
      image: picture ?? page.upcoming.events[0]?.event.event_cover_image,
      alternates: [
        { type: 'application/rss+xml', path: hostRssPath(user.user_username), title: user.user_name },
        ...(shown.host_podcast
          ? [
              {
                type: 'application/rss+xml',
                path: podcastPath(user.user_username),
                title: `${user.user_name} · ${text('hosts', 'podcast')}`,
              },
            ]
          : []),
        { type: 'text/calendar', path: hostCalendarPath(user.user_username), title: user.user_name },
      ],
      data: {
        '@type': 'ProfilePage',
        url,
        mainEntity: {
          '@type': 'Person',
          '@id': url,
          name: user.user_name,
          alternateName: user.user_username,
          description: shown.host_bio,
          ...(picture && { image: new URL(picture, publicUrl).href }),
          ...(shown.host_links.length > 0 && { sameAs: shown.host_links }),
        },
      },
    };
  },
};
