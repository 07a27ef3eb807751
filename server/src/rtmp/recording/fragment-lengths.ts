/** As mediabunny numbers the tracks of a file: in the order in which they are added. */
const videoTrackId = 1;
const audioTrackId = 2;

const boxHeadBytes = 8;
/** What follows the version and the flags of a box. */
const firstFieldAt = boxHeadBytes + 4;

/**
 * Measures the fragments of a file with a video track and perhaps an audio track after it. A fragment lasts until the
 * next one begins, so that the lengths in a playlist add up. mediabunny writes a fragment once it has the frames that
 * the next one begins with; by then, later ones may have come as well.
 */
export class FragmentLengths {
  /** Frames that are in no fragment yet, in the order of decoding. */
  private readonly video: { readonly ms: number; readonly key: boolean }[] = [];
  private readonly audio: number[] = [];
  private readonly lastFrameMs: number;
  private videoEndMs = 0;
  /** The end of the newest fragment. */
  private endMs: number | undefined;

  constructor(lastFrameMs: number) {
    this.lastFrameMs = lastFrameMs;
  }

  /** Before mediabunny gets the frame. `ms`: when it is shown. */
  addVideo(ms: number, key: boolean): void {
    this.video.push({ ms, key });
    this.videoEndMs = Math.max(this.videoEndMs, ms + this.lastFrameMs);
  }

  addAudio(ms: number): void {
    this.audio.push(ms);
  }

  /**
   * To be called for each fragment, in order. Undefined without video: the last audio of a file may be alone, and
   * playback cannot begin there.
   */
  lengthOf(fragment: Buffer, beginsMs: number): number | undefined {
    const samples = samplesIn(fragment);
    const frames = samples.get(videoTrackId);
    if (frames === undefined) return undefined;
    this.video.splice(0, frames);
    this.audio.splice(0, samples.get(audioTrackId) ?? 0);
    // Frames that are shown before their key frame may come too late for this length: the next one makes up for it.
    const fromMs = this.endMs ?? beginsMs;
    this.endMs = Math.max(fromMs + 1, Math.round(this.video.length > 0 ? this.nextBeginsMs() : this.videoEndMs));
    return this.endMs - fromMs;
  }

  /** With the next key frame, a frame that is shown before it, or audio before both. */
  private nextBeginsMs(): number {
    let ms = this.audio[0] ?? Number.POSITIVE_INFINITY;
    for (const [at, frame] of this.video.entries()) {
      if (at > 0 && frame.key) break;
      ms = Math.min(ms, frame.ms);
    }
    return ms;
  }
}

/** How many samples of each track a fragment holds. Each `traf` has one `tfhd`, `tfdt` and `trun`. */
function samplesIn(fragment: Buffer): Map<number, number> {
  const after = (at: number): number => at + fragment.readUInt32BE(at);
  const samples = new Map<number, number>();
  for (let at = boxHeadBytes; at < after(0); at = after(at)) {
    if (fragment.toString('latin1', at + 4, at + boxHeadBytes) !== 'traf') continue;
    const tfhd = at + boxHeadBytes;
    const trun = after(after(tfhd));
    samples.set(fragment.readUInt32BE(tfhd + firstFieldAt), fragment.readUInt32BE(trun + firstFieldAt));
  }
  return samples;
}
