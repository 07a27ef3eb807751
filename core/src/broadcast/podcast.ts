import { days, hours } from '../kernel/instant.ts';

/** Episodes of one podcast, the latest ones: of older replays no sound is kept. */
export const podcastEpisodesMax = 50;

/** Why the sound of an episode was not made. */
export type EpisodeProblem = 'disk_full' | 'failed' | 'no_sound';

/**
 * After how many milliseconds an episode that was not made is tried again. One without sound is not, unless its replay
 * changes.
 */
export const episodeRetryMs: Readonly<Record<Exclude<EpisodeProblem, 'no_sound'>, number>> = {
  disk_full: hours(1),
  failed: days(1),
};

/** Apple's names of categories, which other directories read, too; the second one is below the first. */
export type PodcastCategory = readonly [string] | readonly [string, string];

const categories: Readonly<Record<string, PodcastCategory>> = {
  music: ['Music'],
  cooking: ['Arts', 'Food'],
  fitness: ['Health & Fitness', 'Fitness'],
  coding: ['Technology'],
  comedy: ['Comedy'],
  language: ['Education', 'Language Learning'],
  wellness: ['Health & Fitness', 'Mental Health'],
  art: ['Arts', 'Visual Arts'],
  talk: ['Society & Culture'],
  dance: ['Arts', 'Performing Arts'],
  gaming: ['Leisure', 'Video Games'],
};

/** The category of a podcast whose episodes have these (our own names): the most frequent one, then the first. */
export function podcastCategory(slugs: readonly (string | null)[]): PodcastCategory {
  return categories[mostFrequent(slugs) ?? ''] ?? ['Society & Culture'];
}

/** Of several as frequent the first; undefined where none is known. */
export function mostFrequent(values: readonly (string | null)[]): string | undefined {
  const counts = new Map<string, number>();
  for (const value of values) if (value !== null) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts].toSorted(([, one], [, other]) => other - one)[0]?.[0];
}
