import { randomUUID } from 'node:crypto';
import { readAvcConfig } from '../h264/units.ts';
import { readSps } from '../h264/sps.ts';
import type { StreamFrame } from '../media/health.ts';
import type { RecordingSegment, SessionOrders, StoreResult } from '../webrtc/app-client.ts';
import { type AacInfo, readAacConfig } from './aac-config.ts';
import { SegmentQueue } from './segment-queue.ts';
import { type VideoTrack, RecordingFile } from './recording-file.ts';

/** Audio that is older than this at a key frame has stopped. */
const audioGapMs = 1_500;
/** Without a key frame the file ends here, so that memory stays bounded. */
const waitingBytesMax = 32 * 1024 * 1024;
/** A player's request reads the whole index of a file, so a file has a maximum length. */
const fileMsMax = 4 * 60 * 60 * 1000;

interface OpenFile {
  readonly id: string;
  readonly began: number;
  readonly writer: RecordingFile;
  segments: number;
}

/**
 * Records one encoder's stream without transcoding. A file begins at a key frame and ends where the stream changes: at
 * a new video size, when audio starts or stops, or when recording or the replay is turned on or off.
 */
export class Recorder {
  private readonly queue: SegmentQueue;
  private wanted = false;
  private forReplay = false;
  private track: VideoTrack | undefined;
  private audio: AacInfo | undefined;
  private lastAudioMs: number | undefined;
  /** Time of the first key frame. */
  private firstMs: number | undefined;
  private file: OpenFile | undefined;
  /** Completion of the files that have ended. */
  private finishing: Promise<void> = Promise.resolve();

  constructor(keep: (piece: RecordingSegment) => Promise<StoreResult>) {
    this.queue = new SegmentQueue(keep, (id) => this.file?.id === id && (this.file = undefined));
  }

  /** The app does not store what is recorded. */
  get stuck(): boolean {
    return this.queue.stuck;
  }

  /** A file is either part of the replay or not, so it ends where that changes. */
  follow({ recording, replay }: Pick<NonNullable<SessionOrders>, 'recording' | 'replay'>): void {
    if (!recording || replay !== this.forReplay) this.end();
    this.wanted = recording;
    this.forReplay = replay;
  }

  describeVideo(avcC: Buffer): void {
    if (this.track?.avcC.equals(avcC)) return;
    this.end();
    this.track = { avcC: Buffer.from(avcC), info: readSps(readAvcConfig(avcC).sps[0]!) };
  }

  describeAudio(config: Buffer): void {
    if (this.audio?.config.equals(config)) return;
    // Video continues in this file until the next key frame, which begins a file with the new audio.
    this.audio = readAacConfig(config);
  }

  onVideo({ units, key, ms, compositionMs }: Pick<StreamFrame, 'units' | 'key' | 'ms' | 'compositionMs'>): void {
    if (!this.wanted || this.track === undefined) return;
    if (key) this.atKeyFrame(this.track, ms, ms + compositionMs);
    if (this.file === undefined) return;
    this.file.writer.addVideo(units, key, ms, compositionMs);
    if (this.file.writer.waitingBytes > waitingBytesMax) this.end();
  }

  onAudio(frame: Buffer, ms: number): void {
    this.lastAudioMs = ms;
    if (this.file?.writer.audio === this.audio) this.file?.writer.addAudio(frame, ms);
  }

  /** Ends the recording; resolves once the app has everything. */
  async close(): Promise<void> {
    this.follow({ recording: false, replay: false });
    await this.finishing;
    await this.queue.flush();
  }

  private atKeyFrame(track: VideoTrack, ms: number, shownMs: number): void {
    this.firstMs ??= ms;
    const hasAudio = ms - (this.lastAudioMs ?? this.firstMs) < audioGapMs;
    const audio = hasAudio ? this.audio : undefined;
    if (this.file && (this.file.writer.audio !== audio || ms - this.file.writer.fromMs > fileMsMax)) this.end();
    this.file ??= this.begin(track, audio, shownMs);
  }

  private begin(video: VideoTrack, audio: AacInfo | undefined, fromMs: number): OpenFile {
    const file: OpenFile = {
      id: randomUUID(),
      began: performance.now(),
      segments: 0,
      writer: new RecordingFile(
        { video, audio, fromMs },
        ({ head, bytes, beginsMs, lengthMs }) =>
          this.queue.add({
            file: file.id,
            ordinal: file.segments++,
            headBytes: head?.length ?? 0,
            bytes: head ? Buffer.concat([head, bytes]) : bytes,
            beginsMs,
            lengthMs,
            fileBeganAt: file.began,
          }),
        () => this.file === file && this.end(),
      ),
    };
    return file;
  }

  private end(): void {
    const { file } = this;
    this.file = undefined;
    if (file) this.finishing = this.finishing.then(() => file.writer.finish());
  }
}
