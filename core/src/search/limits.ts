/** Length of a search, in code points: a single letter matches nearly everything, and nobody types a whole text. */
export const searchCharsMin = 2;
export const searchCharsMax = 100;
/** Words of a search that are looked for; the rest of a long one is ignored. */
export const searchWordsMax = 8;
/** Tags and hosts shown next to the events. */
export const searchTagsMax = 8;
export const searchHostsMax = 6;
/** Suggestions after a search that found nothing. */
export const suggestionsMax = 6;
