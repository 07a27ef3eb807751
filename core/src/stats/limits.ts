/** A named source (`?ref=`) is a word; a referrer is a host name. */
export const sourceCharsMax = 60;
/** More sources of one page and day are counted together, as `other`: everybody may write a `?ref=`. */
export const sourcesPerDayMax = 50;
/** Views that wait in memory for the next write; more of one second are not counted. */
export const viewsWaitingMax = 20_000;
/** The longest range of days that is answered: two years. */
export const rangeDaysMax = 731;
/** The range that is shown where none is named. */
export const rangeDaysDefault = 30;
/** Rows of a page of events, and of a page of activity. */
export const statsEventsPage = 10;
export const activityPage = 20;
/** What is older than this many days is not new, read or not: a mark that never goes says nothing. */
export const unreadForDays = 7;
/** More unread lines than this are `99+`. */
export const unreadMax = 100;
/** Rows of an exported table of events. */
export const exportedEventsMax = 5_000;
