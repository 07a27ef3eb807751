import { randomUUID } from 'node:crypto';
import { readAvcConfig } from '../h264/avc-config.ts';
import { readSps } from '../h264/sps.ts';
import type { Picture } from '../media/last-pictures.ts';
import type { KeptPiece } from '../whip/door.ts';
import { type AacForm, readAacConfig } from './aac-config.ts';
import { type Kept, PieceQueue } from './piece-queue.ts';
import { type PictureTrack, RecordingPart } from './recording-part.ts';

/** Sound that is older than this at a key frame has stopped. */
const soundGapMs = 1_500;
/** Without a key frame the part ends here, so that memory stays bounded. */
const waitingBytesMax = 32 * 1024 * 1024;
/** A part's index is read whole for each request of a player. */
const partMsMax = 4 * 60 * 60 * 1000;

interface OpenPart {
  readonly id: string;
  readonly began: number;
  readonly file: RecordingPart;
  pieces: number;
  /** The newest picture's time, from the beginning of the part. */
  lastMs: number;
}

/**
 * Writes what one encoder sends, picture and sound as they are. A part begins at a key frame and ends where the stream
 * changes: another size, sound that comes or goes, or the recording is switched off.
 */
export class Recorder {
  private readonly queue: PieceQueue;
  private wanted = false;
  private track: PictureTrack | undefined;
  private sound: AacForm | undefined;
  private lastSoundMs: number | undefined;
  /** Of the first key frame. */
  private firstMs: number | undefined;
  private part: OpenPart | undefined;
  /** Of parts that ended. */
  private finishing: Promise<void> = Promise.resolve();

  constructor(keep: (piece: KeptPiece) => Promise<Kept>) {
    this.queue = new PieceQueue(keep, (part) => this.part?.id === part && (this.part = undefined));
  }

  /** The app does not take what is recorded. */
  get stuck(): boolean {
    return this.queue.stuck;
  }

  set recording(wanted: boolean) {
    this.wanted = wanted;
    if (!wanted) this.end();
  }

  describePicture(avcC: Buffer): void {
    if (this.track?.avcC.equals(avcC)) return;
    this.end();
    this.track = { avcC: Buffer.from(avcC), form: readSps(readAvcConfig(avcC).sps[0]!) };
  }

  describeSound(config: Buffer): void {
    if (this.sound?.config.equals(config)) return;
    // The pictures go on in this part until the next key frame, which begins a part with the new sound.
    this.sound = readAacConfig(config);
  }

  picture({ units, key, ms, compositionMs }: Pick<Picture, 'units' | 'key' | 'ms' | 'compositionMs'>): void {
    if (!this.wanted || this.track === undefined) return;
    if (key) this.atKeyFrame(this.track, ms, ms + compositionMs);
    if (this.part === undefined) return;
    this.part.lastMs = Math.max(this.part.lastMs, ms + compositionMs - this.part.file.fromMs);
    this.part.file.addPicture(units, key, ms, compositionMs);
    if (this.part.file.waitingBytes > waitingBytesMax) this.end();
  }

  frameOfSound(frame: Buffer, ms: number): void {
    this.lastSoundMs = ms;
    if (this.part?.file.sound === this.sound) this.part?.file.addSound(frame, ms);
  }

  /** Ends the recording; resolves when everything is with the app. */
  async close(): Promise<void> {
    this.recording = false;
    await this.finishing;
    await this.queue.flush();
  }

  private atKeyFrame(track: PictureTrack, ms: number, shownMs: number): void {
    this.firstMs ??= ms;
    const hears = ms - (this.lastSoundMs ?? this.firstMs) < soundGapMs;
    const sound = hears ? this.sound : undefined;
    if (this.part && (this.part.file.sound !== sound || ms - this.part.file.fromMs > partMsMax)) this.end();
    this.part ??= this.begin(track, sound, shownMs);
  }

  private begin(picture: PictureTrack, sound: AacForm | undefined, fromMs: number): OpenPart {
    const part: OpenPart = {
      id: randomUUID(),
      began: performance.now(),
      pieces: 0,
      lastMs: 0,
      file: new RecordingPart(
        { picture, sound, fromMs },
        ({ head, bytes, beginsMs }) =>
          this.queue.add({
            part: part.id,
            ordinal: part.pieces++,
            headBytes: head?.length ?? 0,
            bytes: head ? Buffer.concat([head, bytes]) : bytes,
            beginsMs,
            lengthMs: Math.max(1, Math.round(part.lastMs - beginsMs)),
            partBeganAt: part.began,
          }),
        () => this.part === part && this.end(),
      ),
    };
    return part;
  }

  private end(): void {
    const { part } = this;
    this.part = undefined;
    if (part) this.finishing = this.finishing.then(() => part.file.finish());
  }
}
