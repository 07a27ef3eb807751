import { messageBytesMax } from '../limits.ts';
import { BadStream } from '../protocol/bad-stream.ts';

const headBytes = 9 + 4;
const tagHeadBytes = 11;
const video = 9;

/** Video tags out of an FLV file as it is written. */
export class FlvReader {
  private rest = Buffer.alloc(0);
  private headSeen = false;

  read(bytes: Buffer, onVideo: (payload: Buffer, ms: number) => void): void {
    let left = this.rest.length === 0 ? bytes : Buffer.concat([this.rest, bytes]);
    if (!this.headSeen && left.length >= headBytes) {
      left = left.subarray(headBytes);
      this.headSeen = true;
    }
    while (this.headSeen && left.length >= tagHeadBytes) {
      const length = left.readUIntBE(1, 3);
      if (length > messageBytesMax) throw new BadStream(`a tag of ${length} bytes`);
      const end = tagHeadBytes + length + 4;
      if (left.length < end) break;
      if (left[0] === video) {
        const ms = (left.readUIntBE(4, 3) | (left[7]! << 24)) >>> 0;
        onVideo(left.subarray(tagHeadBytes, tagHeadBytes + length), ms);
      }
      left = left.subarray(end);
    }
    this.rest = Buffer.from(left);
  }
}
