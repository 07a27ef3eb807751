import type { WireHostPage } from '@frontrow/contract/hosts/api.ts';
import { refuse } from '@frontrow/core/refuse.ts';
import type { Kit } from '../../kit.ts';
import { type Events, heldEvents } from '../events/index.ts';
import type { Reviews } from '../reviews/index.ts';
import { findHost, followerCount, type HostRow } from './store.ts';

const upcomingShown = 12;
const pastShown = 6;

export interface HostPageUses extends Pick<Kit, 'db'> {
  readonly events: Pick<Events, 'list'>;
  readonly reviews: Pick<Reviews, 'ofHost'>;
}

/** Everything the public page of a host shows, the same for everybody. Throws `user_not_found`. */
export async function hostPage({ db, events, reviews }: HostPageUses, username: string): Promise<WireHostPage> {
  const row = await findHost(db, username);
  if (!row) throw refuse('user_not_found');
  const [upcoming, past, said, held, followers] = await Promise.all([
    events.list({ host: row.username }, { limit: upcomingShown }),
    events.list({ host: row.username, past: true }, { limit: pastShown }),
    reviews.ofHost(db, row.id),
    heldEvents(db, row.id),
    followerCount(db, row.id),
  ]);
  return {
    ...whoIs(row),
    host: {
      host_bio: row.bio,
      host_lang_ides: row.lang_ides,
      host_links: row.links,
      host_since: row.since_ms,
      host_events: held,
      host_followers: followers,
      host_meetings: row.meetings,
    },
    upcoming,
    past,
    reviews: said,
  };
}

const whoIs = (row: HostRow): Pick<WireHostPage, 'user' | 'influencer'> => ({
  user: {
    user_ide: row.id,
    user_username: row.username,
    user_name: row.name,
    user_avatar: row.avatar_url,
    user_role: 1,
  },
  influencer: {
    influencer_avatar: row.avatar_url,
    influencer_ranking: row.ranking,
    influencer_reviews: row.review_count,
    influencer_advertising: row.advertising,
    influencer_massive_streaming: row.massive,
  },
});
