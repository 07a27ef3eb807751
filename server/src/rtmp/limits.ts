import { availableParallelism } from 'node:os';

/** What one encoder, and everybody together, may ask of the listener. */

/** A picture of 1080p60 at 12 Mbps stays far below it. */
export const messageBytesMax = 4 * 1024 * 1024;
/** Before the key was accepted: commands are a few hundred bytes. */
export const messageBytesBeforeKeyMax = 16 * 1024;
/** Of the descriptions that came before it: a picture's and a sound's are a hundred bytes. */
export const earlyBytesMax = 16 * 1024;
/** Of all messages that a connection has begun and not finished. */
export const unfinishedBytesMax = 2 * messageBytesMax;
export const chunkStreamsMax = 16;
/** The specification allows chunks of a single byte, and asks for at least 128. */
export const chunkBytesMin = 1;
/** Bytes on the way to an encoder that does not read: our answers are small. */
export const unreadAnswerBytesMax = 64 * 1024;

/** However small a window the encoder names: an answer to each of its packets would be a burden. */
export const acknowledgeEveryBytesMin = 16 * 1024;

export const handshakeWithinMs = 5_000;
/** From the connection to an accepted key, the door's own time included. */
export const keyWithinMs = 15_000;
/** From the end of a stream to the next one on the same connection. */
export const againWithinMs = 15_000;
export const idleMsMax = 10_000;

export const connectionsWithoutKeyMax = 200;
export const connectionsWithoutKeyPerAddressMax = 50;
export const encodersMax = 100;
/** Pictures that are encoded again at once: each takes about half a core. */
export const reencodingsMax = availableParallelism();
/** A listener that takes no new encoder keeps those it has for so long; then they reconnect, to another one. */
export const keptMsMax = 6 * 60 * 60_000;

/** Of one network in a minute, as at the WHIP endpoint; beyond it, one connection every half second is taken. */
export const wrongKeysMax = 20;
export const wrongKeysWindowMs = 60_000;
export const tryEveryMsOverLimit = 500;
export const networksRememberedMax = 10_000;
/** Refusals that the app did not decide are reported to its security log so often. */
export const reportEveryMs = 5_000;
/** Anything else is no stream key of ours: the app is not asked. */
export const streamKeyForm = /^[\w.~-]{1,200}$/;

/** An encoder that comes back after it was refused for what it sends is kept waiting: the reason is the same. */
export const heldMs = [0, 30_000, 60_000] as const;
/** After so long it is a new try. */
export const refusalRememberedMs = 10 * 60_000;
export const refusalsRememberedMax = 1_000;
/** Networks in one report. The app refuses longer ones: `networksReportedMax` of core's broadcast. */
export const networksReportedMax = 500;
