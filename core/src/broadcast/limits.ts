import { seconds } from '../kernel/instant.ts';

/** A stream key has 128 bits: nobody guesses one, and OBS takes it in one line. */
export const streamKeyBytes = 16;
/** The listener reports every second. One that is silent for this long is taken for dead, and its encoder for gone. */
export const listenerSilentMsMax = seconds(3);
/** An encoder that was admitted has this long to appear in the engine's list of participants. */
export const encoderAppearsMsMax = seconds(10);
/** A report of the host's browser that no picture arrives counts for this long. */
export const silenceReportedMsMax = seconds(10);
/** An offer of a browser or of OBS has a few kilobytes. */
export const sdpBytesMax = 64 * 1024;
