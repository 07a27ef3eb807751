import { BadStream } from './bad-stream.ts';

export type Amf = number | boolean | string | null | undefined | readonly Amf[] | ReadonlyMap<string, Amf>;

const valuesMax = 500;
const depthMax = 6;

/** The bytes of a command, with the limits that its values have together. */
export class AmfBytes {
  private at = 0;
  private values = 0;
  private readonly bytes: Buffer;

  constructor(bytes: Buffer) {
    this.bytes = bytes;
  }

  atEnd(): boolean {
    return this.at >= this.bytes.length;
  }

  /** Called for each value. Throws `BadStream` for too many, or too deep ones. */
  countValue(depth: number): void {
    this.values += 1;
    if (this.values > valuesMax || depth > depthMax) throw new BadStream('a command is too large');
  }

  /** The next byte, which is not taken. */
  peek(): number | undefined {
    return this.bytes[this.at];
  }

  byte(): number {
    return this.bytes[this.skip(1)]!;
  }

  uint16(): number {
    return this.bytes.readUInt16BE(this.skip(2));
  }

  uint32(): number {
    return this.bytes.readUInt32BE(this.skip(4));
  }

  double(): number {
    return this.bytes.readDoubleBE(this.skip(8));
  }

  text(length: number): string {
    const from = this.skip(length);
    return this.bytes.toString('utf8', from, from + length);
  }

  /** Where the next `count` bytes lie. */
  skip(count: number): number {
    const from = this.at;
    if (from + count > this.bytes.length) throw new BadStream('a command is cut off');
    this.at += count;
    return from;
  }
}
