import { randomUUID } from 'node:crypto';
import { EncodedAudioPacketSource, EncodedPacket, EncodedVideoPacketSource, NullTarget, Output } from 'mediabunny';
import type { TrackFormat } from './rtp/frames.ts';
import type { PlacedSound } from './rtp/opus-timeline.ts';
import { decoderConfigOf, type FilePiece, fragmentedMp4, lastFrameMs, pieceSecondsMin } from './track-file.ts';

/** In seconds, as mediabunny counts: of whole milliseconds a second may come out as a little less. */
const isLong = (from: number, to: number): boolean => to / 1000 - from / 1000 >= pieceSecondsMin;

/**
 * Picture and sound in one file of fragmented MP4, without transcoding, for viewers by HLS: their light player reads no
 * second playlist for the sound. Times count from the beginning of the file.
 */
export class StreamFile {
  readonly id = randomUUID();
  /** The time of its first frame, on the app's clock. */
  readonly beganAt: number;
  private readonly video = new EncodedVideoPacketSource('avc');
  private readonly sound = new EncodedAudioPacketSource('opus');
  private readonly format: TrackFormat;
  private readonly output: Output;
  private readonly onPiece: (piece: FilePiece) => void;
  private work: Promise<unknown>;
  private head: Buffer[] = [];
  private pieces = 0;
  private readonly frames: { readonly ms: number; readonly key: boolean }[] = [];
  private readonly sounds: number[] = [];
  private isVideoDescribed = false;
  private isSoundDescribed = false;
  private endMs = 0;

  constructor(format: TrackFormat, beganAt: number, onPiece: (piece: FilePiece) => void) {
    this.format = format;
    this.beganAt = beganAt;
    this.onPiece = onPiece;
    const mp4 = fragmentedMp4(
      (bytes) => void this.head.push(bytes),
      (piece, beginsMs) => this.onBytes(piece, beginsMs),
    );
    this.output = new Output({ format: mp4, target: new NullTarget() });
    this.output.addVideoTrack(this.video);
    this.output.addAudioTrack(this.sound);
    this.work = this.output.start();
  }

  addVideo(bytes: Buffer, key: boolean, at: number): void {
    const ms = Math.max((this.frames.at(-1)?.ms ?? -1) + 1, Math.round(at - this.beganAt));
    this.frames.push({ ms, key });
    this.endMs = Math.max(this.endMs, ms + lastFrameMs.avc);
    const packet = new EncodedPacket(bytes, key ? 'key' : 'delta', ms / 1000, lastFrameMs.avc / 1000);
    const meta = this.isVideoDescribed ? undefined : { decoderConfig: decoderConfigOf(this.format) };
    this.isVideoDescribed = true;
    this.add(() => this.video.add(packet, meta as never));
  }

  addSound({ bytes, ms: at, lengthMs }: PlacedSound): void {
    const ms = Math.max((this.sounds.at(-1) ?? -1) + 1, Math.round(at - this.beganAt));
    this.sounds.push(ms);
    const packet = new EncodedPacket(bytes, 'key', ms / 1000, lengthMs / 1000);
    const meta = this.isSoundDescribed ? undefined : { decoderConfig: decoderConfigOf({ codec: 'opus' }) };
    this.isSoundDescribed = true;
    this.add(() => this.sound.add(packet, meta as never));
  }

  /** Writes the frames that are not in a piece yet. */
  async finish(): Promise<void> {
    await this.work;
    await this.output.finalize().catch(() => undefined);
  }

  private add(work: () => Promise<void>): void {
    this.work = this.work.then(work).catch(() => undefined);
  }

  private onBytes(bytes: Buffer, beginsMs: number): void {
    const head = this.head.length > 0 ? Buffer.concat(this.head) : undefined;
    this.head = [];
    while (this.frames.length > 1 && this.frames[0]!.ms < beginsMs) this.frames.shift();
    while (this.sounds.length > 1 && this.sounds[0]! < beginsMs) this.sounds.shift();
    // The last milliseconds of sound: players wait for the picture of each piece.
    if (this.frames.every(({ ms }) => ms < beginsMs)) return;
    const lengthMs = Math.max(1, this.endOfPiece() - beginsMs);
    this.onPiece({ ordinal: this.pieces++, head, bytes, beginsMs, lengthMs });
  }

  /**
   * Where the next piece begins, so that the lengths in a playlist add up: mediabunny begins it at a key frame, or at
   * the first sound after the frame before it.
   */
  private endOfPiece(): number {
    const [firstFrame, firstSound] = [this.frames[0]?.ms ?? 0, this.sounds[0] ?? 0];
    for (const [at, { ms, key }] of this.frames.entries()) {
      const before = this.frames[at - 1];
      if (!key || !before) continue;
      const split = this.sounds.find((one) => one > before.ms && one < ms && isLong(firstSound, one));
      if (split !== undefined) return split;
      if (isLong(firstFrame, ms)) return ms;
    }
    return this.endMs;
  }
}
