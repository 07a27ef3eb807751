import { randomUUID } from 'node:crypto';
import { EncodedAudioPacketSource, EncodedPacket, EncodedVideoPacketSource, NullTarget, Output } from 'mediabunny';
import { FragmentLengths } from '../rtmp/recording/fragment-lengths.ts';
import type { TrackFormat } from './rtp/frames.ts';
import type { PlacedSound } from './rtp/opus-timeline.ts';
import { decoderConfigOf, type FilePiece, fragmentedMp4, lastFrameMs } from './track-file.ts';

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
  private readonly lengths = new FragmentLengths(lastFrameMs.avc);
  private videoMs = -1;
  private soundMs = -1;
  private isVideoDescribed = false;
  private isSoundDescribed = false;

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
    const ms = Math.max(this.videoMs + 1, Math.round(at - this.beganAt));
    this.videoMs = ms;
    const packet = new EncodedPacket(bytes, key ? 'key' : 'delta', ms / 1000, lastFrameMs.avc / 1000);
    const meta = this.isVideoDescribed ? undefined : { decoderConfig: decoderConfigOf(this.format) };
    this.isVideoDescribed = true;
    this.add(() => {
      this.lengths.addVideo(ms, key);
      return this.video.add(packet, meta as never);
    });
  }

  addSound({ bytes, ms: at, lengthMs }: PlacedSound): void {
    const ms = Math.max(this.soundMs + 1, Math.round(at - this.beganAt));
    this.soundMs = ms;
    const packet = new EncodedPacket(bytes, 'key', ms / 1000, lengthMs / 1000);
    const meta = this.isSoundDescribed ? undefined : { decoderConfig: decoderConfigOf({ codec: 'opus' }) };
    this.isSoundDescribed = true;
    this.add(() => {
      this.lengths.addAudio(ms);
      return this.sound.add(packet, meta as never);
    });
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
    const lengthMs = this.lengths.lengthOf(bytes, beginsMs);
    if (lengthMs !== undefined) this.onPiece({ ordinal: this.pieces++, head, bytes, beginsMs, lengthMs });
  }
}
