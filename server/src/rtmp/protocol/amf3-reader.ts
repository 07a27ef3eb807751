import type { Amf, AmfBytes } from './amf-bytes.ts';
import { BadStream } from './bad-stream.ts';

const marker = {
  undefined: 0,
  null: 1,
  false: 2,
  true: 3,
  integer: 4,
  double: 5,
  string: 6,
  xmlDocument: 7,
  date: 8,
  array: 9,
  object: 10,
  xml: 11,
  byteArray: 12,
} as const;

interface Traits {
  readonly names: readonly string[];
  readonly isDynamic: boolean;
}

const namesMax = 100;

/** Reads the values that an AMF0 command holds in AMF3 (marker 17). */
export class Amf3Reader {
  /** A vector or externalizable object came, after which nothing can be read. */
  over = false;
  private readonly bytes: AmfBytes;
  private readonly strings: string[] = [];
  private readonly traits: Traits[] = [];
  private readonly complex: Amf[] = [];

  constructor(bytes: AmfBytes) {
    this.bytes = bytes;
  }

  value(depth: number): Amf {
    const { bytes } = this;
    bytes.countValue(depth);
    switch (bytes.byte()) {
      case marker.undefined:
      case marker.null:
        return null;
      case marker.false:
        return false;
      case marker.true:
        return true;
      case marker.integer:
        // 29 bits with a sign.
        return (this.uint29() << 3) >> 3;
      case marker.double:
        return bytes.double();
      case marker.string:
        return this.text();
      case marker.xmlDocument:
      case marker.xml:
      case marker.byteArray:
        return this.referred((length) => bytes.text(length));
      case marker.date:
        return this.referred(() => bytes.double());
      case marker.array:
        return this.referred((length) => this.array(length, depth));
      case marker.object:
        return this.referred((flags) => this.object(flags, depth));
      default:
        this.over = true;
        return null;
    }
  }

  private uint29(): number {
    let value = 0;
    for (let count = 0; count < 3; count += 1) {
      const byte = this.bytes.byte();
      value = (value << 7) | (byte & 0x7f);
      if (byte < 0x80) return value;
    }
    return (value << 8) | this.bytes.byte();
  }

  private text(): string {
    const head = this.uint29();
    if ((head & 1) === 0) return this.strings[head >> 1] ?? '';
    const text = this.bytes.text(head >> 1);
    if (text !== '') this.strings.push(text);
    return text;
  }

  /** The lowest bit says whether the value is here or was sent before. */
  private referred(read: (head: number) => Amf): Amf {
    const head = this.uint29();
    if ((head & 1) === 0) return this.complex[head >> 1] ?? null;
    // Its number is taken when it begins: its members may refer to it.
    const index = this.complex.push(null) - 1;
    const value = read(head >> 1);
    this.complex[index] = value;
    return value;
  }

  private array(length: number, depth: number): Amf {
    const named = new Map<string, Amf>();
    this.dynamicMembers(named, depth);
    const list: Amf[] = [];
    for (let index = 0; index < length && !this.over; index += 1) list.push(this.value(depth + 1));
    return named.size > 0 ? named : list;
  }

  private object(flags: number, depth: number): Amf {
    const traits = this.traitsOf(flags);
    const members = new Map<string, Amf>();
    for (const name of traits.names) if (!this.over) members.set(name, this.value(depth + 1));
    if (traits.isDynamic) this.dynamicMembers(members, depth);
    return members;
  }

  private traitsOf(flags: number): Traits {
    if ((flags & 1) === 0) {
      const known = this.traits[flags >> 1];
      if (!known) throw new BadStream('a command names an object that was not described');
      return known;
    }
    const isExternal = (flags & 2) !== 0;
    if (isExternal) this.over = true;
    const count = isExternal ? 0 : flags >> 3;
    if (count > namesMax) throw new BadStream('a command is too large');
    this.text();
    const names = Array.from({ length: count }, () => this.text());
    const traits = { names, isDynamic: (flags & 4) !== 0 };
    this.traits.push(traits);
    return traits;
  }

  private dynamicMembers(members: Map<string, Amf>, depth: number): void {
    while (!this.over) {
      const name = this.text();
      if (name === '') return;
      members.set(name, this.value(depth + 1));
    }
  }
}
