/** Code points. */
export const bioCharsMax = 500;
export const hostLinksMax = 5;
/** Characters of one link. */
export const linkCharsMax = 200;
/** Hosts one person may follow. */
export const followsMax = 1000;
/** Events one person may keep. */
export const favoritesMax = 1000;
