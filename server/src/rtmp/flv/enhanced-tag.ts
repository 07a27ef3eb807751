/** What Enhanced RTMP (Veovera, version 2) adds to the header of an FLV tag; the same for picture and sound. */
export interface EnhancedTag {
  /** What kind of message it is: a description, coded frames and so on, by numbers of their own for each medium. */
  readonly packet: number;
  /** The codec, as four letters. */
  readonly name: string;
  readonly data: Buffer;
}

const modifier = 7;
const oneTrack = 0;
const manyCodecs = 2;
/** The track that players without several tracks show: the others are alternatives to it. */
const mainTrack = 0;

/** Reads from the second byte on. Undefined where the message is cut off, or is about other tracks only. */
export function readEnhanced(payload: Buffer, multitrack: number): EnhancedTag | undefined {
  const bytes = new Bytes(payload);
  let packet = bytes.number(1) & 0x0f;
  while (packet === modifier && !bytes.short) {
    const length = bytes.number(1) + 1;
    bytes.take(length === 256 ? bytes.number(2) + 1 : length);
    packet = bytes.number(1) & 0x0f;
  }
  if (packet !== multitrack) return whole(bytes, packet, bytes.name(), bytes.rest());
  const form = bytes.number(1);
  const kind = form >> 4;
  let name = kind === manyCodecs ? '' : bytes.name();
  while (!bytes.short && !bytes.atEnd) {
    if (kind === manyCodecs) name = bytes.name();
    const track = bytes.number(1);
    const data = kind === oneTrack ? bytes.rest() : bytes.take(bytes.number(3));
    if (track === mainTrack) return whole(bytes, form & 0x0f, name, data);
  }
  return undefined;
}

const whole = ({ short }: Bytes, packet: number, name: string, data: Buffer): EnhancedTag | undefined =>
  short ? undefined : { packet, name, data };

class Bytes {
  /** More was asked for than there is: nothing that was read counts. */
  short = false;
  private at = 0;
  private readonly bytes: Buffer;

  constructor(bytes: Buffer) {
    this.bytes = bytes;
  }

  get atEnd(): boolean {
    return this.at >= this.bytes.length;
  }

  take(count: number): Buffer {
    const taken = this.bytes.subarray(this.at, this.at + count);
    this.short ||= taken.length < count;
    this.at += count;
    return taken;
  }

  rest(): Buffer {
    return this.take(Math.max(0, this.bytes.length - this.at));
  }

  number(count: 1 | 2 | 3): number {
    const taken = this.take(count);
    return taken.length < count ? 0 : taken.readUIntBE(0, count);
  }

  name(): string {
    return this.take(4).toString('latin1');
  }
}
