import type { Frame, TrackFormat } from './rtp/frames.ts';
import { type PlacedSound, silence, silenceMs } from './rtp/opus-timeline.ts';
import type { StreamFile } from './stream-file.ts';
import { continues } from './track-recorder.ts';

/** Sound that is this late is replaced by silence, so that the picture does not wait for a muted microphone. */
const soundLateMsMax = 1_000;
/** A picture that is this late is replaced by the last key frame, so that the sound does not wait for a camera. */
const pictureLateMsMax = 1_500;
const stillEveryMs = 500;
/** After a longer pause a new file begins. */
const pauseMsMax = 3_000;
/**
 * Browsers begin with a small picture, also after a pause. A file begins once the size has not changed for this long.
 */
const steadyMs = 1_000;
const fileMsMax = 4 * 60 * 60 * 1000;

/** The beginning of a file while it is not known whether the size of the picture stays. */
interface Pending {
  readonly format: TrackFormat;
  readonly beganAt: number;
  lastMs: number;
  readonly items: { readonly ms: number; readonly write: () => void }[];
}

interface LiveStreamParts {
  readonly begin: (format: TrackFormat, beganAt: number) => StreamFile;
  readonly finished: (file: StreamFile) => void;
}

/**
 * Joins picture and sound of a broadcast to files for viewers by HLS. Each file has both from beginning to end, because
 * players do not take a stream whose tracks come and go.
 */
export class LiveStream {
  private readonly parts: LiveStreamParts;
  private file: StreamFile | undefined;
  private pending: Pending | undefined;
  private format: TrackFormat | undefined;
  /** The newest key frame, and the times up to which the file has picture and sound. */
  private keyFrame: Buffer | undefined;
  private pictureMs = 0;
  private soundMs = 0;
  private needsKeyFrame = false;

  constructor(parts: LiveStreamParts) {
    this.parts = parts;
  }

  /** HLS carries no VP8, so of such a stream nothing is written. */
  onVideo(frame: Frame, ms: number): void {
    if (frame.key) this.atKeyFrame(frame.format!, ms);
    const { pending } = this;
    if (!pending) return this.addVideo(frame, ms);
    pending.items.push({ ms, write: () => this.addVideo(frame, ms) });
    pending.lastMs = ms;
    if (ms - pending.beganAt >= steadyMs) this.begin(pending);
  }

  onSound(sound: PlacedSound): void {
    const { pending } = this;
    if (!pending) return this.addSound(sound);
    if (sound.ms - pending.lastMs > pauseMsMax) this.pending = undefined;
    else if (sound.ms >= pending.beganAt) pending.items.push({ ms: sound.ms, write: () => this.addSound(sound) });
  }

  private addVideo({ bytes, key }: Frame, ms: number): void {
    if (key && this.file) {
      if (this.needsKeyFrame) this.addStills(ms - stillEveryMs);
      this.keyFrame = bytes;
      this.needsKeyFrame = false;
    }
    if (!this.file || this.needsKeyFrame || ms <= this.pictureMs) return;
    this.file.addVideo(bytes, key, ms);
    this.pictureMs = ms;
    this.addSilence(ms - soundLateMsMax);
  }

  private addSound(sound: PlacedSound): void {
    if (!this.file || sound.ms < this.soundMs) return;
    if (sound.ms - Math.max(this.soundMs, this.pictureMs) > pauseMsMax) return this.end();
    this.addSilence(sound.ms);
    const ms = Math.max(sound.ms, this.soundMs);
    this.file.addSound({ ...sound, ms });
    this.soundMs = ms + sound.lengthMs;
    this.addStills(this.soundMs - pictureLateMsMax);
  }

  /** The app rejected a piece of this file, so a new one begins. */
  endFile(id: string): void {
    if (this.file?.id === id) this.end();
  }

  end(): void {
    const { file } = this;
    this.file = undefined;
    this.pending = undefined;
    if (file) this.parts.finished(file);
  }

  private atKeyFrame(format: TrackFormat, ms: number): void {
    const { file, pending } = this;
    const [before, lastMs] = pending ? [pending.format, pending.lastMs] : [this.format, this.pictureMs];
    const isContinued = before && continues(before, format) && ms - lastMs <= pauseMsMax;
    if (isContinued && (pending || (file && ms - file.beganAt <= fileMsMax))) return;
    this.end();
    if (format.codec === 'avc') this.pending = { format, beganAt: ms, lastMs: ms, items: [] };
  }

  private begin({ format, beganAt, items }: Pending): void {
    this.pending = undefined;
    this.format = format;
    this.file = this.parts.begin(format, beganAt);
    this.pictureMs = beganAt - 1;
    this.soundMs = beganAt;
    for (const { write } of items.toSorted((one, other) => one.ms - other.ms)) write();
  }

  /** Repeats the last key frame. What follows another frame than that cannot be decoded then. */
  private addStills(untilMs: number): void {
    for (; untilMs > this.pictureMs && this.keyFrame; this.needsKeyFrame = true) {
      this.pictureMs += stillEveryMs;
      this.file?.addVideo(this.keyFrame, true, this.pictureMs);
    }
  }

  private addSilence(untilMs: number): void {
    for (; untilMs - this.soundMs >= silenceMs; this.soundMs += silenceMs)
      this.file?.addSound({ bytes: silence, ms: this.soundMs, lengthMs: silenceMs });
  }
}
