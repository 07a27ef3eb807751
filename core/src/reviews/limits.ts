export const starsMax = 5;
/** Code points. */
export const reviewCharsMax = 500;
/** Code points of what a host says when it reports a review. */
export const reportCharsMax = 500;
