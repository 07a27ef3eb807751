/** Letters a search takes, in code points; fewer find everything, more are a text. */
export const searchCharsMin = 2;
export const searchCharsMax = 100;
/** Words that count; the rest of a long search is ignored. */
export const searchWordsMax = 8;
/** Tags and hosts shown beside the events. */
export const searchTagsMax = 8;
export const searchHostsMax = 6;
/** Where to go from a search that found nothing. */
export const suggestionsMax = 6;
