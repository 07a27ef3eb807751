import { minutes, seconds } from '../kernel/instant.ts';

/** How often the chat of a broadcast is written as a file for viewers without a socket. */
export const chatFileEveryMs = seconds(2);
/** Who is further behind than this many files begins again with the state of the room. */
export const chatFilesBehindMax = 30;
/** A file is kept for two minutes, so that readers who lost their connection find what they missed. */
export const chatFilesKept = 2 * chatFilesBehindMax;
/** Reactions and captions are in no log: each process remembers those that the next file may need. */
export const momentsKeptMs = seconds(10);
/** A person who wrote reads by a socket for this long. */
export const chatSocketKeptMs = minutes(5);
