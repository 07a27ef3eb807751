import type { AacForm } from '../recording/aac-config.ts';

/** A frame that comes this much later than the end of the one before it follows a gap. */
const gapMsMin = 40;
const forwardShare = 1 / 2;
/** Some encoders stamp a bundle of frames alike, or step back: early stamps only correct a slow drift. */
const backShare = 1 / 2_048;

/**
 * Places frames of AAC one after the other. Each has a fixed length, and their timestamps are whole milliseconds at
 * best; a stamp that steps back never makes a frame begin before the one that precedes it.
 */
export class AudioTimeline {
  private lastMs: number | undefined;

  place(ms: number, form: Pick<AacForm, 'frameSamples' | 'sampleRate'> | undefined): number {
    const frameMs = form === undefined ? 0 : (form.frameSamples * 1000) / form.sampleRate;
    this.lastMs = this.lastMs === undefined ? ms : this.next(ms, this.lastMs, frameMs);
    return this.lastMs;
  }

  private next(ms: number, lastMs: number, frameMs: number): number {
    const expected = lastMs + frameMs;
    const late = ms - expected;
    if (late > gapMsMin) return ms;
    return expected + (late > 0 ? late * forwardShare : Math.max(late * backShare, -frameMs / 2));
  }
}
