import { flvHead, flvTag } from '../flv/flv-writer.ts';
import { readAacConfig } from '../recording/aac-config.ts';
import { FfmpegChild, type Ffmpeg } from './ffmpeg-child.ts';
import { OggReader } from './ogg-reader.ts';
import { SoundLevel } from './sound-level.ts';

const packetMs = 20;
/** In front of the description in its message. */
const tagHeadBytes = 2;
const restMs = 2_000;
const arrivalsKept = 256;
const silentMs = 4_000;
/** A longer pause is a new beginning: as silence it would leave here in one go, thousands of packets at once. */
const pauseMsMax = 2_000;
const backMsMax = 1_000;

/**
 * Mono stays mono: spread over two channels ffmpeg makes it 3 dB quieter. What has more than two is mixed down, in
 * floating point: with integers ffmpeg lowers everything so that the loudest sum still fits.
 */
const layoutFor = (channels: number): string =>
  `aformat=sample_fmts=flt:channel_layouts=${channels > 2 ? 'stereo' : 'mono|stereo'}`;

const argsFor = (channels: number): string[] =>
  [
    '-fflags nobuffer -probesize 32 -analyzeduration 0 -f flv -i pipe:0',
    // Gaps become silence and the sound keeps to the encoder's clock, so that counting packets tells the time.
    `-map 0:a -af ${layoutFor(channels)},aresample=48000:async=1000 -c:a libopus -b:a 128k`,
    `-frame_duration ${packetMs} -page_duration 1 -flush_packets 1 -f ogg pipe:1`,
    `-map 0:a -af ${layoutFor(channels)} -ar 8000 -flush_packets 1 -f s16le pipe:3`,
  ].flatMap((part) => part.split(' '));

/** AAC in, Opus out, and how loud it is. A decoder that ends is started again with the next sound. */
export class SoundToOpus {
  readonly level = new SoundLevel();
  private child: FfmpegChild | undefined;
  private config: Buffer | undefined;
  private restUntil = 0;
  private firstMs = 0;
  private lastMs = 0;
  private packets = 0;
  /** When the first frame came that nothing was heard after. */
  private unheardSince: number | undefined;
  /** When the sound of a moment came from the encoder. */
  private readonly arrivals: { readonly ms: number; readonly at: number }[] = [];
  private readonly ffmpeg: Ffmpeg;
  private readonly onOpus: (packet: Buffer, ms: number, arrivedAt: number) => void;

  constructor(ffmpeg: Ffmpeg, onOpus: (packet: Buffer, ms: number, arrivedAt: number) => void) {
    this.ffmpeg = ffmpeg;
    this.onOpus = onOpus;
  }

  /** What describes the sound: another description is another decoder. */
  describe(payload: Buffer): void {
    if (this.config?.equals(payload)) return;
    this.config = Buffer.from(payload);
    this.close();
  }

  sound(payload: Buffer, ms: number, now: number): void {
    if (this.config === undefined) return;
    const stepMs = ms - this.lastMs;
    this.lastMs = ms;
    if (this.child !== undefined && (stepMs > pauseMsMax || stepMs < -backMsMax)) {
      this.close();
      this.restUntil = 0;
      this.unheardSince = undefined;
    }
    if (this.child?.ended !== false) {
      if (now < this.restUntil) return;
      this.restUntil = now + restMs;
      this.begin(this.config, ms);
    }
    this.unheardSince ??= now;
    this.arrivals.push({ ms, at: now });
    if (this.arrivals.length > arrivalsKept) this.arrivals.shift();
    this.child?.write(flvTag('audio', ms, payload));
  }

  /** Frames came for a while, and nothing could be made of them. */
  isSilent(now: number): boolean {
    return this.unheardSince !== undefined && now - this.unheardSince > silentMs;
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
      (bytes) => ogg.read(bytes, (packet) => this.child === child && this.opus(packet)),
      (bytes) => this.level.hear(bytes),
    ]);
    this.child = child;
    child.write(flvHead('audio'));
    child.write(flvTag('audio', ms, config));
  }

  private opus(packet: Buffer): void {
    const ms = this.firstMs + this.packets * packetMs;
    this.packets += 1;
    this.unheardSince = undefined;
    while (this.arrivals.length > 1 && this.arrivals[1]!.ms <= ms) this.arrivals.shift();
    const came = this.arrivals[0];
    this.onOpus(packet, ms, came === undefined ? performance.now() : came.at + (ms - came.ms));
  }
}
