import { randomUUID } from 'node:crypto';
import {
  EncodedAudioPacketSource,
  EncodedPacket,
  EncodedVideoPacketSource,
  Mp4OutputFormat,
  NullTarget,
  Output,
  WebMOutputFormat,
} from 'mediabunny';
import type { TrackFormat } from './rtp/frames.ts';

/** A piece of a file. It begins with a key frame; the first one carries the head of the file. */
export interface FilePiece {
  readonly ordinal: number;
  readonly head: Buffer | undefined;
  readonly bytes: Buffer;
  readonly beginsMs: number;
  readonly lengthMs: number;
}

const pieceSecondsMin = 1;
export const lastFrameMs: Readonly<Record<TrackFormat['codec'], number>> = { opus: 20, avc: 33, vp8: 33 };

/**
 * Writes one track without transcoding: H.264 and Opus as fragmented MP4, VP8 as WebM, because browsers do not play it
 * in MP4.
 */
export class TrackFile {
  readonly id = randomUUID();
  readonly format: TrackFormat;
  /** The time of its first frame, on the app's clock. */
  readonly beganAt: number;
  /** Bytes that are not in a piece yet. */
  waitingBytes = 0;
  private readonly output: Output;
  private readonly source: EncodedVideoPacketSource | EncodedAudioPacketSource;
  private lastMs = -1;
  private isDescribed = false;
  private pieces = 0;
  private head: Buffer[] = [];
  /** Calls to mediabunny, one after the other. */
  private work: Promise<unknown>;
  private readonly onPiece: (piece: FilePiece) => void;

  constructor(format: TrackFormat, beganAt: number, onPiece: (piece: FilePiece) => void) {
    this.format = format;
    this.beganAt = beganAt;
    this.onPiece = onPiece;
    this.output = new Output({
      format:
        format.codec === 'vp8'
          ? this.webm()
          : fragmentedMp4(
              (bytes) => void this.head.push(bytes),
              (bytes, beginsMs) => this.onBytes(bytes, beginsMs),
            ),
      target: new NullTarget(),
    });
    if (format.codec === 'opus') {
      this.source = new EncodedAudioPacketSource('opus');
      this.output.addAudioTrack(this.source);
    } else {
      this.source = new EncodedVideoPacketSource(format.codec);
      this.output.addVideoTrack(this.source);
    }
    this.work = this.output.start();
  }

  get mimeType(): string {
    const { codec } = this.format;
    return codec === 'opus' ? 'audio/mp4' : codec === 'vp8' ? 'video/webm' : 'video/mp4';
  }

  /** `ms`: from the beginning of the file; moved by a millisecond where times do not increase. */
  add(bytes: Buffer, key: boolean, ms: number): void {
    const { format } = this;
    const at = Math.max(0, this.lastMs + 1, Math.round(ms));
    this.lastMs = at;
    const seconds = lastFrameMs[format.codec] / 1000;
    const packet = new EncodedPacket(bytes, key ? 'key' : 'delta', at / 1000, seconds);
    const meta = this.isDescribed ? undefined : { decoderConfig: decoderConfigOf(format) };
    this.isDescribed = true;
    this.waitingBytes += bytes.length;
    this.work = this.work.then(() => this.source.add(packet, meta as never)).catch(() => undefined);
  }

  /** Writes the frames that are not in a piece yet. */
  async finish(): Promise<void> {
    await this.work;
    await this.output.finalize().catch(() => undefined);
  }

  private webm(): WebMOutputFormat {
    return new WebMOutputFormat({
      appendOnly: true,
      minimumClusterDuration: pieceSecondsMin,
      onEbmlHeader: (bytes) => void this.head.push(Buffer.from(bytes)),
      onSegmentHeader: (bytes) => this.head.push(Buffer.from(bytes)),
      onCluster: (bytes, _at, seconds) => this.onBytes(Buffer.from(bytes), Math.round(seconds * 1000)),
    });
  }

  private onBytes(bytes: Buffer, beginsMs: number): void {
    this.waitingBytes = Math.max(0, this.waitingBytes - bytes.length);
    const head = this.head.length > 0 ? Buffer.concat(this.head) : undefined;
    this.head = [];
    const lengthMs = Math.max(1, this.lastMs + lastFrameMs[this.format.codec] - beginsMs);
    this.onPiece({ ordinal: this.pieces++, head, bytes, beginsMs, lengthMs });
  }
}

/** Fragmented MP4 as it is written: first the parts of its head, then each fragment with when it begins. */
export function fragmentedMp4(
  onHead: (bytes: Buffer) => void,
  onFragment: (bytes: Buffer, beginsMs: number) => void,
): Mp4OutputFormat {
  let moof: { readonly bytes: Buffer; readonly beginsMs: number } | undefined;
  return new Mp4OutputFormat({
    fastStart: 'fragmented',
    minimumFragmentDuration: pieceSecondsMin,
    onFtyp: (bytes) => onHead(Buffer.from(bytes)),
    onMoov: (bytes) => onHead(Buffer.from(bytes)),
    onMoof: (bytes, _at, seconds) => (moof = { bytes: Buffer.from(bytes), beginsMs: Math.round(seconds * 1000) }),
    onMdat: (bytes) => {
      if (moof) onFragment(Buffer.concat([moof.bytes, bytes]), moof.beginsMs);
    },
  });
}

/**
 * RFC 7845, 5.1: two channels, 48 kHz, no pre-skip. Without it, mediabunny declares a pre-skip of 80 ms, and players
 * discard the first 80 ms of sound.
 */
const opusHead = Buffer.from([...Buffer.from('OpusHead'), 1, 2, 0, 0, 0x80, 0xbb, 0, 0, 0, 0, 0]);

export function decoderConfigOf(format: TrackFormat): VideoDecoderConfig | AudioDecoderConfig {
  if (format.codec === 'opus') return { codec: 'opus', sampleRate: 48_000, numberOfChannels: 2, description: opusHead };
  const size = { codedWidth: format.width, codedHeight: format.height };
  if (format.codec === 'vp8') return { codec: 'vp8', ...size };
  return { codec: `avc1.${format.avcC.toString('hex', 1, 4)}`, ...size, description: format.avcC };
}
