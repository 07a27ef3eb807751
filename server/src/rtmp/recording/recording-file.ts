import {
  EncodedAudioPacketSource,
  EncodedPacket,
  EncodedVideoPacketSource,
  Mp4OutputFormat,
  NullTarget,
  Output,
} from 'mediabunny';
import type { VideoInfo } from '../h264/sps.ts';
import type { AacInfo } from './aac-config.ts';
import { FragmentLengths } from './fragment-lengths.ts';

export interface VideoTrack {
  readonly avcC: Buffer;
  readonly info: Pick<VideoInfo, 'width' | 'height'>;
}

/** A fragment begins with a key frame and plays with nothing but the file's head in front of it. */
export interface Fragment {
  /** The file's head (`ftyp` and `moov`), with the first fragment only. */
  readonly head: Buffer | undefined;
  readonly bytes: Buffer;
  /** From the beginning of the file. */
  readonly beginsMs: number;
  readonly lengthMs: number;
}

const fragmentSecondsMin = 1;
/** Duration of a file's last frame; every other frame lasts until the next one. */
const lastFrameMs = 40;

/** Writes a stretch of a stream as fragmented MP4 without transcoding. */
export class RecordingFile {
  /** Bytes that are not in a fragment yet. */
  waitingBytes = 0;
  readonly video: VideoTrack;
  readonly audio: AacInfo | undefined;
  /** Presentation time of the first key frame, on the encoder's timeline. */
  readonly fromMs: number;
  private readonly output: Output;
  private readonly videoSource = new EncodedVideoPacketSource('avc');
  private readonly audioSource = new EncodedAudioPacketSource('aac');
  /** The latest presentation time so far; for the frames since the newest key frame, their earliest time and shift. */
  private newestMs: number | undefined;
  private groupFromMs = 0;
  private shiftMs = 0;
  private readonly lengths = new FragmentLengths(lastFrameMs);
  private described = { video: false, audio: false };
  /** Calls to mediabunny, one after the other. */
  private work: Promise<unknown>;
  private head: Buffer[] = [];
  private moof: { readonly bytes: Buffer; readonly beginsMs: number } | undefined;
  private readonly onFragment: (fragment: Fragment) => void;
  /** Called for timestamps that MP4 cannot express, which end the file. */
  private readonly onBroken: () => void;

  constructor(
    from: { readonly video: VideoTrack; readonly audio: AacInfo | undefined; readonly fromMs: number },
    onFragment: (fragment: Fragment) => void,
    onBroken: () => void,
  ) {
    this.video = from.video;
    this.audio = from.audio;
    this.fromMs = from.fromMs;
    this.onFragment = onFragment;
    this.output = new Output({
      format: new Mp4OutputFormat({
        fastStart: 'fragmented',
        minimumFragmentDuration: fragmentSecondsMin,
        onFtyp: (bytes) => this.head.push(Buffer.from(bytes)),
        onMoov: (bytes) => this.head.push(Buffer.from(bytes)),
        onMoof: (bytes, _at, seconds) => (this.moof = { bytes: Buffer.from(bytes), beginsMs: toMs(seconds) }),
        onMdat: (bytes) => this.onFragmentData(Buffer.from(bytes)),
      }),
      target: new NullTarget(),
    });
    this.output.addVideoTrack(this.videoSource);
    if (this.audio) this.output.addAudioTrack(this.audioSource);
    this.onBroken = onBroken;
    this.work = this.output.start();
  }

  addVideo(units: Buffer, key: boolean, ms: number, compositionMs: number): void {
    const { avcC, info } = this.video;
    const shownMs = this.shownAt(key, ms + compositionMs - this.fromMs);
    const type = key ? 'key' : 'delta';
    const packet = new EncodedPacket(Buffer.from(units), type, shownMs / 1000, lastFrameMs / 1000);
    const decoderConfig = {
      codec: `avc1.${avcC.toString('hex', 1, 4)}`,
      codedWidth: info.width,
      codedHeight: info.height,
      description: avcC,
    };
    const meta = this.described.video ? undefined : { decoderConfig };
    this.described.video = true;
    this.waitingBytes += units.length;
    this.enqueue(() => {
      this.lengths.addVideo(shownMs, key);
      return this.videoSource.add(packet, meta);
    });
  }

  addAudio(frame: Buffer, ms: number): void {
    const { audio } = this;
    if (audio === undefined || ms < this.fromMs) return;
    const seconds = (ms - this.fromMs) / 1000;
    const packet = new EncodedPacket(Buffer.from(frame), 'key', seconds, audio.frameSamples / audio.sampleRate);
    const { codec, sampleRate, channels, config } = audio;
    const decoderConfig = { codec, sampleRate, numberOfChannels: channels, description: config };
    const meta = this.described.audio ? undefined : { decoderConfig };
    this.described.audio = true;
    this.waitingBytes += frame.length;
    this.enqueue(() => {
      this.lengths.addAudio(ms - this.fromMs);
      return this.audioSource.add(packet, meta);
    });
  }

  /** MP4 cannot show a frame before those that precede its key frame, so such a group is shifted. */
  private shownAt(key: boolean, ms: number): number {
    if (key) {
      this.groupFromMs = this.newestMs === undefined ? 0 : this.newestMs + 1;
      this.shiftMs = Math.max(0, this.groupFromMs - ms);
    }
    const shown = Math.max(this.groupFromMs, ms + this.shiftMs);
    this.newestMs = Math.max(this.newestMs ?? shown, shown);
    return shown;
  }

  /** Writes the frames that are not in a fragment yet. */
  async finish(): Promise<void> {
    await this.work.catch(() => undefined);
    await this.output.finalize().catch(() => undefined);
  }

  private enqueue(step: () => Promise<void>): void {
    this.work = this.work.then(step);
    this.work.catch(this.onBroken);
  }

  private onFragmentData(mdat: Buffer): void {
    if (this.moof === undefined) return;
    const { bytes: moof, beginsMs } = this.moof;
    const lengthMs = this.lengths.lengthOf(moof, beginsMs);
    if (lengthMs === undefined) return;
    this.waitingBytes = Math.max(0, this.waitingBytes - mdat.length);
    const head = this.head.length > 0 ? Buffer.concat(this.head) : undefined;
    this.head = [];
    this.onFragment({ head, bytes: Buffer.concat([moof, mdat]), beginsMs, lengthMs });
  }
}

const toMs = (seconds: number): number => Math.max(0, Math.round(seconds * 1000));
