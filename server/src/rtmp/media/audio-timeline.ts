import type { AacInfo } from '../recording/aac-config.ts';

/** A frame this much later than the end of the previous one follows a gap. */
const gapMsMin = 40;
const forwardShare = 1 / 2;
/** Some encoders give a group of frames one timestamp or step back, so early timestamps only correct slow drift. */
const backShare = 1 / 2_048;

/**
 * Places AAC frames one after the other. Frames have a fixed length and timestamps in whole milliseconds at best. A
 * timestamp that steps back never makes a frame begin before the previous one.
 */
export class AudioTimeline {
  private lastMs: number | undefined;

  place(ms: number, form: Pick<AacInfo, 'frameSamples' | 'sampleRate'> | undefined): number {
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
