import { randomInt } from 'node:crypto';

const clockPerMs = 48;
const reportEveryMs = 1_000;
/** Seconds between the year 1900, where NTP begins, and 1970. */
const ntpOffset = 2_208_988_800;
const senderReport = 200;
const description = 202;
const cnameItem = 1;

/** Packs Opus into RTP, with the RTCP sender reports that let a receiver synchronize audio and video. */
export class OpusPacketizer {
  private sequence = randomInt(2 ** 16);
  private sent = 0;
  private sentBytes = 0;
  private reportedAt = -Infinity;
  private readonly ssrc: number;
  private readonly type: number;
  private readonly cname: string;

  constructor(ssrc: number, type: number, cname: string) {
    this.ssrc = ssrc;
    this.type = type;
    this.cname = cname;
  }

  /** `moment`: the time that a report names for this timestamp (`performance.now()`). */
  packetize(opus: Buffer, ms: number, moment: number): Buffer[] {
    const timestamp = Math.round(ms * clockPerMs) >>> 0;
    const head = Buffer.alloc(12);
    head[0] = 0x80;
    head[1] = this.type | (this.sent === 0 ? 0x80 : 0);
    head.writeUInt16BE(this.sequence, 2);
    head.writeUInt32BE(timestamp, 4);
    head.writeUInt32BE(this.ssrc, 8);
    this.sequence = (this.sequence + 1) & 0xff_ff;
    this.sent += 1;
    this.sentBytes += opus.length;
    const packet = Buffer.concat([head, opus]);
    if (performance.now() - this.reportedAt < reportEveryMs) return [packet];
    this.reportedAt = performance.now();
    return [packet, this.report(timestamp, moment)];
  }

  private report(timestamp: number, moment: number): Buffer {
    const seconds = (performance.timeOrigin + moment) / 1000 + ntpOffset;
    const report = Buffer.alloc(28);
    report[0] = 0x80;
    report[1] = senderReport;
    report.writeUInt16BE(6, 2);
    report.writeUInt32BE(this.ssrc, 4);
    report.writeUInt32BE(Math.floor(seconds) % 2 ** 32, 8);
    report.writeUInt32BE(Math.floor((seconds % 1) * 2 ** 32), 12);
    report.writeUInt32BE(timestamp, 16);
    report.writeUInt32BE(this.sent, 20);
    report.writeUInt32BE(this.sentBytes >>> 0, 24);
    return Buffer.concat([report, this.source()]);
  }

  private source(): Buffer {
    const name = Buffer.from(this.cname);
    const words = 1 + Math.ceil((2 + name.length + 1) / 4);
    const chunk = Buffer.alloc(4 + words * 4);
    chunk[0] = 0x81;
    chunk[1] = description;
    chunk.writeUInt16BE(words, 2);
    chunk.writeUInt32BE(this.ssrc, 4);
    chunk[8] = cnameItem;
    chunk[9] = name.length;
    name.copy(chunk, 10);
    return chunk;
  }
}
