const feedPath = (username: string, file: string): string => `/hosts/${encodeURIComponent(username)}/${file}`;

/** A host's public events, for calendars. */
export const hostCalendarPath = (username: string): string => feedPath(username, 'calendar.ics');
/** The same as RSS. */
export const hostRssPath = (username: string): string => feedPath(username, 'feed.xml');
/** Sound of the host's public replays, as RSS for podcast apps. */
export const podcastPath = (username: string): string => feedPath(username, 'podcast.xml');
export const podcastCoverPath = (username: string, version: string): string =>
  feedPath(username, `podcast-${version}.jpg`);
/** The sound of an episode: a new address whenever it is made again. */
export const episodePath = (fileId: string): string => `/recordings/podcasts/${fileId}.m4a`;
