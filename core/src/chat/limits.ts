import { seconds } from '../kernel/instant.ts';

/** The length of a message and how many are kept (rule R7), and how fast one person, and one room, may write. */
export const chatMessageCharsMax = 200;
export const chatKeptMax = 100;
export const chatFloodMessages = 20;
export const chatFloodWindowMs = seconds(30);
/** One person may send this many at once. After that they get one more per `chatFloodWindowMs / chatFloodMessages`. */
export const chatBurstMessages = 5;
export const roomFloodMessages = 50;
export const roomFloodWindowMs = seconds(1);
