import { BadStream } from '../protocol/bad-stream.ts';

const capture = Buffer.from('OggS');
const headBytes = 27;
const packetBytesMax = 64 * 1024;
/** `OpusHead` and `OpusTags`. */
const headers = 2;

/** Reads Opus packets from an Ogg stream as it is written. */
export class OggReader {
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
