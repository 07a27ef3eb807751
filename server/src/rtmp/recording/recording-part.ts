import {
  EncodedAudioPacketSource,
  EncodedPacket,
  EncodedVideoPacketSource,
  Mp4OutputFormat,
  NullTarget,
  Output,
} from 'mediabunny';
import type { PictureForm } from '../h264/sps.ts';
import type { AacForm } from './aac-config.ts';

export interface PictureTrack {
  readonly avcC: Buffer;
  readonly form: Pick<PictureForm, 'width' | 'height'>;
}

/** A fragment: it begins with a key frame and can be played with the head of its part alone. */
export interface Fragment {
  /** Only with the first one: what a player must know before it. */
  readonly head: Buffer | undefined;
  readonly bytes: Buffer;
  /** From the beginning of the part. */
  readonly beginsMs: number;
}

const fragmentSecondsMin = 1;
/** Only of a part's last picture: all others last until the next. */
const lastPictureSeconds = 0.04;

/** A stretch of a stream as fragmented MP4. Nothing is encoded again. */
export class RecordingPart {
  /** Bytes that are in no fragment yet. */
  waitingBytes = 0;
  readonly picture: PictureTrack;
  readonly sound: AacForm | undefined;
  /** The time at which the first key frame is shown, on the encoder's timeline. */
  readonly fromMs: number;
  private readonly output: Output;
  private readonly pictures = new EncodedVideoPacketSource('avc');
  private readonly sounds = new EncodedAudioPacketSource('aac');
  /** Of the pictures so far; and of those since the newest key frame the earliest time, and how much they are late. */
  private newestMs: number | undefined;
  private groupFromMs = 0;
  private shiftMs = 0;
  private described = { picture: false, sound: false };
  /** What mediabunny was asked to do, one after the other. */
  private work: Promise<unknown>;
  private head: Buffer[] = [];
  private moof: { readonly bytes: Buffer; readonly beginsMs: number } | undefined;
  private readonly onFragment: (fragment: Fragment) => void;
  /** Timestamps that no MP4 can hold: the part ends where it is. */
  private readonly onBroken: () => void;

  constructor(
    from: { readonly picture: PictureTrack; readonly sound: AacForm | undefined; readonly fromMs: number },
    onFragment: (fragment: Fragment) => void,
    onBroken: () => void,
  ) {
    this.picture = from.picture;
    this.sound = from.sound;
    this.fromMs = from.fromMs;
    this.onFragment = onFragment;
    this.output = new Output({
      format: new Mp4OutputFormat({
        fastStart: 'fragmented',
        minimumFragmentDuration: fragmentSecondsMin,
        onFtyp: (bytes) => this.head.push(Buffer.from(bytes)),
        onMoov: (bytes) => this.head.push(Buffer.from(bytes)),
        onMoof: (bytes, _at, seconds) => (this.moof = { bytes: Buffer.from(bytes), beginsMs: toMs(seconds) }),
        onMdat: (bytes) => this.whole(Buffer.from(bytes)),
      }),
      target: new NullTarget(),
    });
    this.output.addVideoTrack(this.pictures);
    if (this.sound) this.output.addAudioTrack(this.sounds);
    this.onBroken = onBroken;
    this.work = this.output.start();
  }

  addPicture(units: Buffer, key: boolean, ms: number, compositionMs: number): void {
    const { avcC, form } = this.picture;
    const seconds = this.shownAt(key, ms + compositionMs - this.fromMs) / 1000;
    const packet = new EncodedPacket(Buffer.from(units), key ? 'key' : 'delta', seconds, lastPictureSeconds);
    const decoderConfig = {
      codec: `avc1.${avcC.toString('hex', 1, 4)}`,
      codedWidth: form.width,
      codedHeight: form.height,
      description: avcC,
    };
    const meta = this.described.picture ? undefined : { decoderConfig };
    this.described.picture = true;
    this.waitingBytes += units.length;
    this.then(() => this.pictures.add(packet, meta));
  }

  addSound(frame: Buffer, ms: number): void {
    const { sound } = this;
    if (sound === undefined || ms < this.fromMs) return;
    const seconds = (ms - this.fromMs) / 1000;
    const packet = new EncodedPacket(Buffer.from(frame), 'key', seconds, sound.frameSamples / sound.sampleRate);
    const { codec, sampleRate, channels, config } = sound;
    const decoderConfig = { codec, sampleRate, numberOfChannels: channels, description: config };
    const meta = this.described.sound ? undefined : { decoderConfig };
    this.described.sound = true;
    this.waitingBytes += frame.length;
    this.then(() => this.sounds.add(packet, meta));
  }

  /** No picture is shown before those that precede its key frame: an MP4 cannot say that. */
  private shownAt(key: boolean, ms: number): number {
    if (key) {
      this.groupFromMs = this.newestMs === undefined ? 0 : this.newestMs + 1;
      this.shiftMs = Math.max(0, this.groupFromMs - ms);
    }
    const shown = Math.max(this.groupFromMs, ms + this.shiftMs);
    this.newestMs = Math.max(this.newestMs ?? shown, shown);
    return shown;
  }

  /** Hands over what is in no fragment yet. */
  async finish(): Promise<void> {
    await this.work.catch(() => undefined);
    await this.output.finalize().catch(() => undefined);
  }

  private then(step: () => Promise<void>): void {
    this.work = this.work.then(step);
    this.work.catch(this.onBroken);
  }

  private whole(mdat: Buffer): void {
    const { moof } = this;
    // The last sound of a part may be alone: without a picture nothing can begin there.
    if (moof === undefined || !holdsPicture(moof.bytes)) return;
    this.waitingBytes = Math.max(0, this.waitingBytes - mdat.length);
    const head = this.head.length > 0 ? Buffer.concat(this.head) : undefined;
    this.head = [];
    this.onFragment({ head, bytes: Buffer.concat([moof.bytes, mdat]), beginsMs: moof.beginsMs });
  }
}

const pictureTrack = 1;

/** Whether a fragment has a `tfhd`, which names its track, of the picture. */
function holdsPicture(moof: Buffer): boolean {
  for (let at = moof.indexOf('tfhd'); at > 0; at = moof.indexOf('tfhd', at + 4))
    if (moof.readUInt32BE(at + 8) === pictureTrack) return true;
  return false;
}

const toMs = (seconds: number): number => Math.max(0, Math.round(seconds * 1000));
