import { BadStream } from './bad-stream.ts';

export type Amf0 = number | boolean | string | null | undefined | readonly Amf0[] | ReadonlyMap<string, Amf0>;

const valuesMax = 500;
const depthMax = 6;

const marker = {
  number: 0,
  boolean: 1,
  string: 2,
  object: 3,
  null: 5,
  undefined: 6,
  ecmaArray: 8,
  objectEnd: 9,
  strictArray: 10,
  date: 11,
  longString: 12,
} as const;

/** All values of a command or of metadata. Objects become maps, so that no name of theirs means anything to us. */
export function readAmf0(bytes: Buffer): Amf0[] {
  const reader = new Reader(bytes);
  const values: Amf0[] = [];
  while (!reader.atEnd()) values.push(reader.value(0));
  return values;
}

class Reader {
  private at = 0;
  private values = 0;
  private readonly bytes: Buffer;

  constructor(bytes: Buffer) {
    this.bytes = bytes;
  }

  atEnd(): boolean {
    return this.at >= this.bytes.length;
  }

  value(depth: number): Amf0 {
    this.values += 1;
    if (this.values > valuesMax || depth > depthMax) throw new BadStream('a command is too large');
    const kind = this.byte();
    switch (kind) {
      case marker.number:
        return this.bytes.readDoubleBE(this.skip(8));
      case marker.boolean:
        return this.byte() !== 0;
      case marker.string:
        return this.text(this.bytes.readUInt16BE(this.skip(2)));
      case marker.longString:
        return this.text(this.bytes.readUInt32BE(this.skip(4)));
      case marker.object:
        return this.members(depth);
      case marker.ecmaArray:
        this.skip(4);
        return this.members(depth);
      case marker.strictArray:
        return this.list(this.bytes.readUInt32BE(this.skip(4)), depth);
      case marker.date:
        return this.bytes.readDoubleBE(this.skip(10));
      case marker.null:
      case marker.undefined:
        return null;
      default:
        throw new BadStream(`a command holds a value of kind ${kind}`);
    }
  }

  private members(depth: number): ReadonlyMap<string, Amf0> {
    const members = new Map<string, Amf0>();
    for (;;) {
      const name = this.text(this.bytes.readUInt16BE(this.skip(2)));
      if (name === '' && this.bytes[this.at] === marker.objectEnd) {
        this.at += 1;
        return members;
      }
      members.set(name, this.value(depth + 1));
    }
  }

  private list(length: number, depth: number): Amf0[] {
    const list: Amf0[] = [];
    for (let index = 0; index < length; index += 1) list.push(this.value(depth + 1));
    return list;
  }

  private byte(): number {
    return this.bytes[this.skip(1)]!;
  }

  private text(length: number): string {
    const from = this.skip(length);
    return this.bytes.toString('utf8', from, from + length);
  }

  /** Where the next `count` bytes lie. */
  private skip(count: number): number {
    const from = this.at;
    if (from + count > this.bytes.length) throw new BadStream('a command is cut off');
    this.at += count;
    return from;
  }
}
