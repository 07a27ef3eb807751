import { randomInt } from 'node:crypto';

const headBytes = 12;
const descriptorBytes = 4;
const markerBit = 0x80;
const startOfPartition = 0x10;
const extended = 0x80;
const hasPictureId = 0x80;
const longPictureId = 0x80;
const pictureIds = 2 ** 15;

/** Cuts VP8 frames into RTP packets (RFC 7741), each with the number of its picture: the engine counts frames by it. */
export class Vp8Packetizer {
  private sequence = randomInt(2 ** 16);
  private picture = randomInt(pictureIds);
  private readonly ssrc: number;
  private readonly type: number;
  private readonly packetBytes: number;

  constructor(ssrc: number, type: number, packetBytes: number) {
    this.ssrc = ssrc;
    this.type = type;
    this.packetBytes = packetBytes;
  }

  packetize(frame: Buffer, timestamp: number): Buffer[] {
    const room = this.packetBytes - headBytes - descriptorBytes;
    const count = Math.ceil(frame.length / room);
    // Of equal size, because a tiny last packet costs as much as a full one.
    const size = Math.ceil(frame.length / Math.max(1, count));
    this.picture = (this.picture + 1) % pictureIds;
    return Array.from({ length: count }, (_, index) => {
      const head = Buffer.alloc(headBytes + descriptorBytes);
      head[0] = 0x80;
      head[1] = this.type | (index === count - 1 ? markerBit : 0);
      head.writeUInt16BE(this.sequence, 2);
      head.writeUInt32BE(timestamp, 4);
      head.writeUInt32BE(this.ssrc, 8);
      head[12] = extended | (index === 0 ? startOfPartition : 0);
      head[13] = hasPictureId;
      head[14] = longPictureId | (this.picture >> 8);
      head[15] = this.picture & 0xff;
      this.sequence = (this.sequence + 1) & 0xff_ff;
      return Buffer.concat([head, frame.subarray(index * size, (index + 1) * size)]);
    });
  }
}
