import { BadStream } from '../protocol/bad-stream.ts';
import { flvHead, flvTag } from '../flv/flv.ts';
import { readAacConfig } from '../recording/aac-config.ts';
import { FfmpegChild, type Ffmpeg } from './ffmpeg-child.ts';

const full = 32_768;

/** Peak level since the last call of `take`, from 0 to 1. */
export class AudioLevel {
  private loudest: number | undefined;
  private odd: number | undefined;

  /** Takes 16-bit little-endian samples, in chunks of any length. */
  onAudio(bytes: Buffer): void {
    let at = 0;
    if (this.odd !== undefined && bytes.length > 0) {
      this.add(Buffer.from([this.odd, bytes[at++]!]).readInt16LE());
      this.odd = undefined;
    }
    for (; at + 1 < bytes.length; at += 2) this.add(bytes.readInt16LE(at));
    if (at < bytes.length) this.odd = bytes[at];
  }

  /** Null when there was no sample. */
  take(): number | null {
    const { loudest } = this;
    this.loudest = undefined;
    return loudest === undefined ? null : Math.round((loudest / full) * 1000) / 1000;
  }

  private add(sample: number): void {
    this.loudest = Math.max(this.loudest ?? 0, Math.abs(sample));
  }
}

const capture = Buffer.from('OggS');
const headBytes = 27;
const packetBytesMax = 64 * 1024;
/** `OpusHead` and `OpusTags`. */
const headers = 2;

/** Reads Opus packets from an Ogg stream as it is written. */
class OggReader {
  private rest = Buffer.alloc(0);
  private begun: Buffer[] = [];
  private begunBytes = 0;
  private packets = 0;

  read(bytes: Buffer, onPacket: (packet: Buffer) => void): void {
    let left = this.rest.length === 0 ? bytes : Buffer.concat([this.rest, bytes]);
    for (;;) {
      if (left.length < headBytes) break;
      if (!left.subarray(0, 4).equals(capture)) throw new BadStream('the Ogg stream is out of sync');
      const lengths = left.subarray(headBytes, headBytes + left[26]!);
      let at = headBytes + left[26]!;
      const end = at + lengths.reduce((sum, length) => sum + length, 0);
      if (left.length < end) break;
      for (const length of lengths) {
        this.add(left.subarray(at, at + length));
        at += length;
        if (length < 255) this.end(onPacket);
      }
      left = left.subarray(end);
    }
    this.rest = Buffer.from(left);
  }

  private add(part: Buffer): void {
    this.begun.push(part);
    this.begunBytes += part.length;
    if (this.begunBytes > packetBytesMax) throw new BadStream('an Opus packet is too large');
  }

  private end(onPacket: (packet: Buffer) => void): void {
    const packet = Buffer.concat(this.begun);
    this.begun = [];
    this.begunBytes = 0;
    this.packets += 1;
    if (this.packets > headers) onPacket(packet);
  }
}

const packetMs = 20;
/** FLV bytes in front of the AAC configuration. */
const tagHeadBytes = 2;
const restMs = 2_000;
const arrivalsKept = 256;
const silentMs = 4_000;
/** A longer pause restarts the transcoder; filled with silence it would leave as thousands of packets at once. */
const pauseMsMax = 2_000;
const backMsMax = 1_000;

/**
 * Mono stays mono, because ffmpeg makes it 3 dB quieter when it spreads it over two channels. More than two channels
 * are mixed down in floating point, because with integers ffmpeg lowers the level to avoid clipping.
 */
const layoutFor = (channels: number): string =>
  `aformat=sample_fmts=flt:channel_layouts=${channels > 2 ? 'stereo' : 'mono|stereo'}`;

const argsFor = (channels: number): string[] =>
  [
    '-fflags nobuffer -probesize 32 -analyzeduration 0 -f flv -i pipe:0',
    // Gaps are filled with silence, so that the number of packets gives the time on the encoder's clock.
    `-map 0:a -af ${layoutFor(channels)},aresample=48000:async=1000 -c:a libopus -b:a 128k`,
    `-frame_duration ${packetMs} -page_duration 1 -flush_packets 1 -f ogg pipe:1`,
    `-map 0:a -af ${layoutFor(channels)} -ar 8000 -flush_packets 1 -f s16le pipe:3`,
  ].flatMap((part) => part.split(' '));

/** Transcodes AAC to Opus and measures its level. A process that ends is restarted by the next audio frame. */
export class AacToOpusTranscoder {
  readonly level = new AudioLevel();
  private child: FfmpegChild | undefined;
  private config: Buffer | undefined;
  private restUntil = 0;
  private firstMs = 0;
  private lastMs = 0;
  private packets = 0;
  /** When the first frame arrived that produced no output. */
  private silentSince: number | undefined;
  /** Arrival times by timestamp. */
  private readonly arrivals: { readonly ms: number; readonly at: number }[] = [];
  private readonly ffmpeg: Ffmpeg;
  private readonly onOpus: (packet: Buffer, ms: number, arrivedAt: number) => void;

  constructor(ffmpeg: Ffmpeg, onOpus: (packet: Buffer, ms: number, arrivedAt: number) => void) {
    this.ffmpeg = ffmpeg;
    this.onOpus = onOpus;
  }

  /** A new AAC configuration restarts the decoder. */
  describe(payload: Buffer): void {
    if (this.config?.equals(payload)) return;
    this.config = Buffer.from(payload);
    this.close();
  }

  write(payload: Buffer, ms: number, now: number): void {
    if (this.config === undefined) return;
    const stepMs = ms - this.lastMs;
    this.lastMs = ms;
    if (this.child !== undefined && (stepMs > pauseMsMax || stepMs < -backMsMax)) {
      this.close();
      this.restUntil = 0;
      this.silentSince = undefined;
    }
    if (this.child?.ended !== false) {
      if (now < this.restUntil) return;
      this.restUntil = now + restMs;
      this.begin(this.config, ms);
    }
    this.silentSince ??= now;
    this.arrivals.push({ ms, at: now });
    if (this.arrivals.length > arrivalsKept) this.arrivals.shift();
    this.child?.write(flvTag('audio', ms, payload));
  }

  /** Frames have arrived for a while without any output. */
  isSilent(now: number): boolean {
    return this.silentSince !== undefined && now - this.silentSince > silentMs;
  }

  close(): void {
    this.child?.close();
    this.child = undefined;
  }

  private begin(config: Buffer, ms: number): void {
    const ogg = new OggReader();
    const channels = readAacConfig(config.subarray(tagHeadBytes))?.channels ?? 2;
    this.firstMs = ms;
    this.packets = 0;
    this.arrivals.length = 0;
    const child: FfmpegChild = new FfmpegChild(this.ffmpeg, argsFor(channels), [
      (bytes) => ogg.read(bytes, (packet) => this.child === child && this.onPacket(packet)),
      (bytes) => this.level.onAudio(bytes),
    ]);
    this.child = child;
    child.write(flvHead('audio'));
    child.write(flvTag('audio', ms, config));
  }

  private onPacket(packet: Buffer): void {
    const ms = this.firstMs + this.packets * packetMs;
    this.packets += 1;
    this.silentSince = undefined;
    while (this.arrivals.length > 1 && this.arrivals[1]!.ms <= ms) this.arrivals.shift();
    const came = this.arrivals[0];
    this.onOpus(packet, ms, came === undefined ? performance.now() : came.at + (ms - came.ms));
  }
}
