const feedPath = (username: string, file: string): string => `/hosts/${encodeURIComponent(username)}/${file}`;

/** A host's public events, for calendars. */
export const hostCalendarPath = (username: string): string => feedPath(username, 'calendar.ics');
/** The same as RSS. */
export const hostRssPath = (username: string): string => feedPath(username, 'feed.xml');
