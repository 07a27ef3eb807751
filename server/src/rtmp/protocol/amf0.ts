import { type Amf, AmfBytes } from './amf-bytes.ts';
import { Amf3Reader } from './amf3-reader.ts';

const marker = {
  number: 0,
  boolean: 1,
  string: 2,
  object: 3,
  movieClip: 4,
  null: 5,
  undefined: 6,
  reference: 7,
  ecmaArray: 8,
  objectEnd: 9,
  strictArray: 10,
  date: 11,
  longString: 12,
  unsupported: 13,
  recordSet: 14,
  xml: 15,
  typedObject: 16,
  amf3: 17,
} as const;

/**
 * All values of a command or of metadata, up to one that cannot be understood: encoders put what we need first. Objects
 * become maps, so that no name of theirs means anything to us. Throws `BadStream` where the bytes are cut off, or hold
 * more values than any encoder sends.
 */
export function readAmf0(bytes: Buffer): Amf[] {
  const reader = new Amf0Reader(bytes);
  const values: Amf[] = [];
  while (!reader.atEnd()) values.push(reader.value(0));
  return values;
}

class Amf0Reader {
  private readonly bytes: AmfBytes;
  /** Of objects and arrays, in the order they began: later values may refer to them. */
  private readonly complex: Amf[] = [];
  private over = false;

  constructor(bytes: Buffer) {
    this.bytes = new AmfBytes(bytes);
  }

  atEnd(): boolean {
    return this.over || this.bytes.atEnd();
  }

  value(depth: number): Amf {
    const { bytes } = this;
    bytes.countValue(depth);
    const kind = bytes.byte();
    switch (kind) {
      case marker.number:
        return bytes.double();
      case marker.boolean:
        return bytes.byte() !== 0;
      case marker.string:
        return bytes.text(bytes.uint16());
      case marker.longString:
      case marker.xml:
        return bytes.text(bytes.uint32());
      case marker.typedObject:
        bytes.text(bytes.uint16());
        return this.members(depth);
      case marker.object:
        return this.members(depth);
      case marker.ecmaArray:
        bytes.uint32();
        return this.members(depth);
      case marker.strictArray:
        return this.list(bytes.uint32(), depth);
      case marker.date:
        return this.date();
      case marker.reference:
        return this.complex[bytes.uint16()] ?? null;
      case marker.amf3:
        return this.amf3(depth);
      case marker.null:
      case marker.undefined:
      case marker.unsupported:
      case marker.movieClip:
      case marker.recordSet:
        return null;
      default:
        // Its length is unknown, and with it where the next value begins.
        this.over = true;
        return null;
    }
  }

  private amf3(depth: number): Amf {
    const reader = new Amf3Reader(this.bytes);
    const value = reader.value(depth);
    this.over = reader.over;
    return value;
  }

  private members(depth: number): ReadonlyMap<string, Amf> {
    const { bytes } = this;
    const members = new Map<string, Amf>();
    this.complex.push(members);
    while (!this.over) {
      const name = bytes.text(bytes.uint16());
      if (name === '' && bytes.peek() === marker.objectEnd) {
        bytes.skip(1);
        return members;
      }
      members.set(name, this.value(depth + 1));
    }
    return members;
  }

  private list(length: number, depth: number): Amf[] {
    const list: Amf[] = [];
    this.complex.push(list);
    for (let index = 0; index < length && !this.over; index += 1) list.push(this.value(depth + 1));
    return list;
  }

  /** Milliseconds since 1970, and a time zone that nobody uses. */
  private date(): number {
    const ms = this.bytes.double();
    this.bytes.skip(2);
    return ms;
  }
}

export type Written = number | boolean | string | null | undefined | { readonly [name: string]: Written };

/** The few kinds of values that our answers hold. */
export function writeAmf0(...values: readonly Written[]): Buffer {
  return Buffer.concat(values.map(written));
}

function written(value: Written): Buffer {
  if (value === null) return Buffer.from([5]);
  if (value === undefined) return Buffer.from([6]);
  if (typeof value === 'number') {
    const bytes = Buffer.alloc(9);
    bytes.writeDoubleBE(value, 1);
    return bytes;
  }
  if (typeof value === 'boolean') return Buffer.from([1, Number(value)]);
  if (typeof value === 'string') return Buffer.concat([Buffer.from([2]), text(value)]);
  const members = Object.entries(value).flatMap(([name, member]) => [text(name), written(member)]);
  return Buffer.concat([Buffer.from([3]), ...members, Buffer.from([0, 0, 9])]);
}

function text(value: string): Buffer {
  const bytes = Buffer.from(value, 'utf8').subarray(0, 0xff_ff);
  const length = Buffer.alloc(2);
  length.writeUInt16BE(bytes.length);
  return Buffer.concat([length, bytes]);
}
