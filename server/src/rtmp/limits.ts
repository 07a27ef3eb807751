import { availableParallelism } from 'node:os';

/** Limits for one encoder, and for all of them together. */

/** A frame of 1080p60 at 12 Mbps is far smaller. */
export const messageBytesMax = 4 * 1024 * 1024;
/** Before the key is accepted, when only commands of a few hundred bytes are expected. */
export const messageBytesBeforeKeyMax = 16 * 1024;
/** Codec configurations that arrive before the key is accepted; they have about a hundred bytes each. */
export const earlyBytesMax = 16 * 1024;
/** All unfinished messages of a connection together. */
export const unfinishedBytesMax = 2 * messageBytesMax;
export const chunkStreamsMax = 16;
/** The specification allows chunks of a single byte, and asks for at least 128. */
export const chunkBytesMin = 1;
/** Unread answers to an encoder that does not read; our answers are small. */
export const unreadAnswerBytesMax = 64 * 1024;

/** The smallest acknowledgement window, however small a one the encoder asks for. */
export const acknowledgeEveryBytesMin = 16 * 1024;

export const handshakeWithinMs = 5_000;
/** From the connection to an accepted key, including the app's time. */
export const keyWithinMs = 15_000;
/** From the end of a stream to the next one on the same connection. */
export const nextStreamWithinMs = 15_000;
export const idleMsMax = 10_000;

export const connectionsWithoutKeyMax = 200;
export const connectionsWithoutKeyPerAddressMax = 50;
export const encodersMax = 100;
/**
 * Streams transcoded at the same time; each takes about half a core. Copies in VP8 only get what these leave over: a
 * stream that no viewer could watch goes first.
 */
export const transcodingsMax = availableParallelism();
/** A retiring listener keeps its encoders for this long; then they reconnect to another one. */
export const drainMsMax = 6 * 60 * 60_000;

/** Per network and minute, as on the WHIP endpoint; beyond it, one connection every half second is accepted. */
export const wrongKeysMax = 20;
export const wrongKeysWindowMs = 60_000;
export const tryEveryMsOverLimit = 500;
export const networksRememberedMax = 10_000;
/** How often refusals that the listener decided itself are reported to the app's security log. */
export const reportEveryMs = 5_000;
/** Anything else cannot be a stream key, so the app is not asked. */
export const streamKeyForm = /^[\w.~-]{1,200}$/;

/** How long the connection of an encoder with an unsupported stream is held, by the number of refusals before. */
export const holdDelaysMs = [0, 30_000, 60_000] as const;
/** A later refusal counts as the first one again. */
export const refusalRememberedMs = 10 * 60_000;
export const refusalsRememberedMax = 1_000;
/** Networks in one report, at most `networksReportedMax` in core's broadcast limits. */
export const networksReportedMax = 500;
