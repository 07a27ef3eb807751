import { unfollowQuestionPath } from '@frontrow/contract/accounts/links.ts';
import type { Feature } from '../../feature.ts';
import { oneClickPost } from '../../http/routes/one-click-post.ts';
import { createPreparedLists } from '../../http/routes/prepared-answer.ts';
import type { Kit } from '../../kit.ts';
import type { Accounts } from '../accounts/index.ts';
import type { Catalog } from '../catalog/index.ts';
import type { Events } from '../events/index.ts';
import type { Reviews } from '../reviews/index.ts';
import { hostsFacts } from './facts.ts';
import { oneClickPath, unfollowByMail } from './followers.ts';
import { findHost, setPodcast } from './host-page.ts';
import { hostsRoutes } from './routes.ts';

export interface Hosts {
  readonly feature: Feature;
  /** The host of this name; undefined for viewers, guests and suspended hosts. */
  readonly findHost: typeof findHost;
  /** Offers a host's podcast, or no longer; the host's page says so. */
  readonly setPodcast: (hostId: number, chosen: Parameters<typeof setPodcast>[2]) => Promise<void>;
}

/** Public pages of hosts, and those who follow them. */
export function hostsFeature(
  kit: Kit,
  { accounts, catalog, events, reviews }: { accounts: Accounts; catalog: Catalog; events: Events; reviews: Reviews },
): Hosts {
  const deps = { ...kit, catalog, events, reviews, pages: createPreparedLists(kit) };
  return {
    findHost,
    async setPodcast(hostId, chosen) {
      await setPodcast({ accounts, db: kit.db }, hostId, chosen);
      deps.pages.expire();
    },
    feature: {
      name: 'hosts',
      routes: hostsRoutes(deps),
      facts: hostsFacts(kit),
      plugin: oneClickPost({
        path: oneClickPath,
        page: unfollowQuestionPath,
        press: (token) => unfollowByMail(kit, token),
      }),
    },
  };
}
