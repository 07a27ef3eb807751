export const starsMax = 5;
/** Code points. */
export const reviewCharsMax = 500;
