/** Characters of filler an upload measurement may send. */
export const networkCheckCharsMax = 300_000;
