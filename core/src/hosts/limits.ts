/** Code points. */
export const bioCharsMax = 500;
export const hostLinksMax = 5;
/** Characters of one link. */
export const linkCharsMax = 200;
