import { BadStream } from '../protocol/bad-stream.ts';

const zerosMax = 31;

/** Bits and Exp-Golomb numbers, as H.264 writes them. */
export class BitReader {
  private at = 0;
  private readonly bytes: Buffer;

  constructor(bytes: Buffer) {
    this.bytes = bytes;
  }

  skip(count: number): void {
    this.at += count;
    if (this.at > this.bytes.length * 8) throw new BadStream('the description of the picture is cut off');
  }

  /** Up to 31 bits. */
  number(count: number): number {
    let value = 0;
    for (let index = 0; index < count; index += 1) {
      const byte = this.bytes[this.at >> 3];
      if (byte === undefined) throw new BadStream('the description of the picture is cut off');
      value = value * 2 + ((byte >> (7 - (this.at & 7))) & 1);
      this.at += 1;
    }
    return value;
  }

  unsigned(): number {
    let zeros = 0;
    while (this.number(1) === 0) {
      zeros += 1;
      if (zeros > zerosMax) throw new BadStream('the description of the picture cannot be read');
    }
    return 2 ** zeros - 1 + this.number(zeros);
  }

  signed(): number {
    const value = this.unsigned();
    return value % 2 === 0 ? -value / 2 : (value + 1) / 2;
  }
}
