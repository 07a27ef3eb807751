import { minutes, seconds } from '../kernel/instant.ts';

/** A stream key has 128 bits: nobody guesses one, and OBS takes it in one line. */
export const streamKeyBytes = 16;
/** The listener reports every second. One that is silent for this long is taken for dead, and its encoder for gone. */
export const listenerSilentMsMax = seconds(3);
/** An encoder that was admitted has this long to appear in the engine's list of participants. */
export const encoderAppearsMsMax = seconds(10);
/** A browser without H.264 asks for a copy in VP8 this often while it watches. */
export const vp8AskEveryMs = seconds(5);
/** Of many browsers that ask at the same time, one is noted in this time. */
export const vp8AskedAgainMsMin = seconds(3);
/** The copy ends this long after the last one asked. */
export const vp8NeededMs = seconds(20);
/** Places in the engine's room of a copy, one of them for the copy itself. */
export const vp8ViewersMax = 200;
/** A report of the host's browser that no picture arrives counts for this long. */
export const silenceReportedMsMax = seconds(10);
/** Of 1080p at 12 Mbps with a key frame every ten seconds. */
export const recordingPieceBytesMax = 24 * 1024 * 1024;
/** The head of a recorded part describes two tracks. */
export const recordingHeadBytesMax = 64 * 1024;
/** The last pieces of a recording come after its session, or its event, has ended. */
export const recordingLateMsMax = seconds(60);
/** Of one part, at least a second each. */
export const recordingPiecesMax = 50_000;
/** Rooms that one recorder process records at the same time. */
export const recordersRoomsMax = 20;
/** A recording never fills the disk to the brim: the database may live on the same one. */
export const recordingFreeBytesMin = 512 * 1024 * 1024;
/** How long the URL of a replay's video is valid; each request checks again who may watch. */
export const replayAddressMs = minutes(30);
/** The last pieces of a recording arrive within this after the end. */
export const replaySettlesMs = seconds(10);
/** Files of one replay: a track has one for each stretch between pauses. */
export const replayPartsMax = 5_000;
export const replayChaptersMax = 5_000;
/** Stretches of a replay in one report of a player. */
export const playedRangesMax = 50;
/** The chat of a replay is read in windows. */
export const replayChatWindowMsMax = minutes(5);
export const replayChatMessagesMax = 300;
/** An offer of a browser or of OBS has a few kilobytes. */
export const sdpBytesMax = 64 * 1024;

/** Networks in one report of the RTMP listener about tries that it refused without the app. */
export const networksReportedMax = 500;

/** A viewer whose ticket is refunded can watch until the next key: for at most this long. */
export const segmentKeyMs = minutes(4);
/** The seat of a person without a socket is renewed with each key, and kept this long. */
export const fileReaderSeatMs = segmentKeyMs + minutes(2);
/** Measured with `npm run bench broadcast`: about an eighth of a core at five messages a second. */
export const chatSocketsMaxDefault = 1_000;
/** Segments that no replay keeps are deleted this long after the end. */
export const liveSegmentsKeptMs = minutes(60);
/** Measured with `npm run bench broadcast`: about what the embedded engine serves at 720p with one core. */
export const webrtcViewersPerCore = 40;
/** The minimum of `EXT-X-TARGETDURATION`: our listener transcodes video with rarer key frames. */
export const segmentSecondsMax = 4;
/** What a delta update contains; HLS requires at least six target durations. */
export const playlistTailSeconds = 36;
