import { embedSiteCharsMax } from '@frontrow/core/embeds/embed-sites.ts';
import { z } from 'zod';
import { wireInfluencer, wireUser } from '../accounts/api.ts';
import { wireEventCard } from '../events/api.ts';
import { wireReviewList } from '../reviews/api.ts';
import { type EndpointTable, epochMs, username } from '../kernel/endpoint.ts';

/** What a host says of itself, and its numbers. */
export const wireHost = z.object({
  host_bio: z.string(),
  host_lang_ides: z.array(z.number()),
  /** http and https only. */
  host_links: z.array(z.string()),
  host_since: epochMs,
  /** Public events that took place. */
  host_events: z.number(),
  host_followers: z.number(),
  /** Takes requests for private meetings. */
  host_meetings: z.boolean(),
  /** Offers public replays as a podcast. */
  host_podcast: z.boolean(),
});

const eventList = z.object({ events: z.array(wireEventCard), next_cursor: z.string().nullable() });

/** What `GET /hosts/{username}` answers: the whole first page, the same for everybody. */
export const wireHostPage = z.object({
  user: wireUser,
  influencer: wireInfluencer,
  host: wireHost,
  /** Live and to come; more by `GET /events?host=…&cursor=…`. */
  upcoming: eventList,
  /** More by `GET /events?host=…&past=true&cursor=…`. */
  past: eventList,
  /** More by `GET /hosts/{username}/reviews?cursor=…`. */
  reviews: wireReviewList,
});

const embedSites = z.object({
  /** Origins, `https://*.example.com` for all subdomains; null: any website; empty: none. */
  embed_sites: z.array(z.string().max(embedSiteCharsMax)).max(100).nullable(),
});

const podcastSwitch = z.object({
  /** Public replays that are free for everyone are episodes. */
  enabled: z.boolean(),
  /** As the host says: apps warn of it, and leave it out for children. */
  explicit: z.boolean(),
});

const wirePodcast = podcastSwitch.extend({
  /** Whether episodes are made on this site. */
  available: z.boolean(),
  url: z.string(),
  /** The latest first; none while it is off. */
  episodes: z.array(
    z.object({
      event_uuid: z.string(),
      title: z.string(),
      recorded_at: epochMs,
      state: z.enum(['queued', 'running', 'ready', 'failed']),
      /** In percent. */
      progress: z.number().int().min(0).max(100),
      problem: z.enum(['disk_full', 'failed', 'no_sound']).nullable(),
      length_ms: z.number().nullable(),
    }),
  ),
});

export const hostsApi = {
  'GET /hosts/:username': {
    summary: 'Public page of a host: profile, numbers, first pages of events (ETag, 304)',
    params: z.object({ username }),
    answer: wireHostPage,
  },
  'POST /hosts/follow': {
    summary: 'Follow a host, or no longer; saying the same again changes nothing',
    body: z.object({ username, follow: z.boolean() }),
    answer: z.object({ following: z.boolean(), host_followers: z.number() }),
  },
  'POST /hosts/unfollow_by_mail': {
    summary: 'No longer follow the host of a mail; the token of the mail stands for the login',
    body: z.object({ token: z.string().max(200) }),
    answer: z.object({ user: wireUser }),
  },
  'GET /user/following': {
    summary: 'Usernames of the hosts the caller follows, newest first',
    answer: z.object({ usernames: z.array(z.string()) }),
  },
  'GET /user/followed_hosts': {
    summary: 'The hosts the caller follows, newest first',
    query: z.object({ cursor: z.string().max(200).optional() }),
    answer: z.object({
      hosts: z.array(z.object({ user: wireUser, influencer: wireInfluencer, upcoming_events: z.number() })),
      next_cursor: z.string().nullable(),
    }),
  },
  'POST /influencer/profile': {
    summary: 'Change what the public page says of the calling host',
    body: z.object({
      bio: z.string().max(5_000),
      lang_ides: z.array(z.number().int()).max(50),
      links: z.array(z.string().max(2_000)).max(20),
    }),
    answer: wireHost.pick({ host_bio: true, host_lang_ides: true, host_links: true }),
  },
  'GET /host/podcast': {
    summary: 'The calling host’s podcast: whether it is offered, where, and its episodes',
    answer: wirePodcast,
  },
  'POST /host/podcast': {
    summary: 'Offer the calling host’s public replays as a podcast, or no longer',
    body: podcastSwitch,
    answer: wirePodcast,
  },
  'GET /host/embed_sites': {
    summary: 'Websites on which the calling host’s events may be embedded',
    answer: embedSites,
  },
  'POST /host/embed_sites': {
    summary: 'Change the websites on which the calling host’s events may be embedded',
    body: embedSites,
    answer: embedSites,
  },
} as const satisfies EndpointTable;

export type WirePodcast = z.infer<typeof wirePodcast>;
export type WireHostPage = z.infer<typeof wireHostPage>;
