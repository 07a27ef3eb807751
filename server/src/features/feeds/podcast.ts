import { mostFrequent, podcastCategory } from '@frontrow/core/broadcast/podcast.ts';
import { languageOf, sourceLanguage } from '@frontrow/core/kernel/language.ts';
import { episodePath, podcastCoverPath, podcastPath } from '@frontrow/contract/feeds/paths.ts';
import { Feed } from 'feed';
import { createElement as h } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { say, writeIn } from '../../i18n/say.ts';
import type { Kit } from '../../kit.ts';
import { type Episode, podcastAudioType } from '../broadcast/index.ts';
import { coverVersion, type CoverOwner } from './podcast-cover.ts';
import { textOf, titleOf } from './rss.ts';

/** For how many minutes apps may keep the feed. */
const ttlMinutes = 60;

export interface PodcastHost extends CoverOwner {
  readonly id: number;
  readonly name: string;
  readonly bio: string;
  readonly podcast_explicit: boolean;
  readonly since_ms: number;
}

/**
 * A host's public replays as RSS 2.0 with Apple's elements, the latest first. It is in the language of most episodes;
 * what we say ourselves is, where we speak it.
 */
export function podcastRss({ config }: Pick<Kit, 'config'>, host: PodcastHost, episodes: readonly Episode[]): string {
  const code = mostFrequent(episodes.map(({ language }) => language)) ?? sourceLanguage;
  return writeIn(languageOf(code) ?? sourceLanguage, () => feedOf(config.publicUrl, host, episodes, code));
}

function feedOf(publicUrl: string, host: PodcastHost, episodes: readonly Episode[], language: string): string {
  const { username } = host;
  const shown = textOf(host.name || username);
  const cover = publicUrl + podcastCoverPath(username, coverVersion(host));
  const feed = new Feed({
    title: textOf(say`${shown} on Frontrow`),
    description: textOf(host.bio || say`Live events by ${shown}, to listen to again.`),
    link: `${publicUrl}/${encodeURIComponent(username)}`,
    feedLinks: { rss: publicUrl + podcastPath(username) },
    language,
    generator: 'Frontrow',
    ttl: ttlMinutes,
    image: cover,
    podcast: true,
    author: { name: shown },
    // The library's default is the time of the request, and the feed would never stay the same.
    updated: new Date(Math.max(host.since_ms, ...episodes.map(({ made_at: at }) => at.getTime()))),
  });
  const [main, sub] = podcastCategory(episodes.map(({ category }) => category));
  const explicit = { _text: String(host.podcast_explicit) };
  // As the library has none of these, or in an older form (`itunes:category` as text).
  feed.addExtension({ name: 'itunes:image', objects: { _attributes: { href: cover } } });
  feed.addExtension({
    name: 'itunes:category',
    objects: {
      _attributes: { text: inAttribute(main) },
      ...(sub !== undefined && { 'itunes:category': { _attributes: { text: inAttribute(sub) } } }),
    },
  });
  feed.addExtension({ name: 'itunes:explicit', objects: explicit });
  feed.addExtension({ name: 'itunes:type', objects: { _text: 'episodic' } });
  for (const episode of episodes) {
    const link = `${publicUrl}/replay/${episode.id}`;
    feed.addItem({
      title: titleOf(episode.title),
      // Stays when the sound is made again: apps take it for the same episode.
      guid: episode.id,
      link,
      date: episode.finished_at,
      description: descriptionOf(episode, link),
      enclosure: { url: publicUrl + episodePath(episode.file_id), length: episode.bytes, type: podcastAudioType },
      extensions: [
        { name: 'itunes:duration', objects: { _text: String(Math.round(episode.length_ms / 1000)) } },
        { name: 'itunes:explicit', objects: explicit },
        { name: 'itunes:episodeType', objects: { _text: 'full' } },
      ],
    });
  }
  return feed.rss2();
}

/** The library escapes texts, but of attributes only their quotes. */
const inAttribute = (text: string): string => text.replaceAll('&', '&amp;');

/** Apps take a description as HTML. */
function descriptionOf({ description }: Episode, link: string): string {
  const lines = description.split(/(?:\r?\n)+/).map((line) => h('p', { key: line }, textOf(line)));
  const replay = h('p', null, h('a', { href: link }, say`Watch the replay with its chat`));
  return [...lines, replay].map((line) => renderToStaticMarkup(line)).join('');
}
