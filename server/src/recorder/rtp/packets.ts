/** RTP and RTCP packets (RFC 3550, 4585) as far as a receiver needs them. */

export interface RtpPacket {
  readonly ssrc: number;
  readonly payloadType: number;
  readonly sequence: number;
  readonly timestamp: number;
  readonly marker: boolean;
  /** Without padding; empty for a packet of padding only. */
  readonly payload: Buffer;
}

export interface SenderReport {
  readonly ssrc: number;
  readonly ntpMs: number;
  /** The middle 32 bits of the NTP time, which receiver reports repeat. */
  readonly ntpMiddle: number;
  readonly timestamp: number;
}

const version = 2;
const headBytes = 12;
const senderReport = 200;
const receiverReport = 201;
const transportFeedback = 205;
const payloadFeedback = 206;
/** Seconds from 1900, when NTP begins, to 1970. */
const ntpEpochSeconds = 2_208_988_800;
const ourSsrc = 1;
const lostPerEntry = 17;

/** RTCP shares the port with RTP and has packet types from 192 to 223 (RFC 5761). */
export const isRtcp = (bytes: Buffer): boolean => bytes.length >= 8 && bytes[1]! >= 192 && bytes[1]! <= 223;

/** Undefined if the bytes are not an RTP packet. */
export function readRtp(bytes: Buffer): RtpPacket | undefined {
  if (bytes.length < headBytes || bytes[0]! >> 6 !== version) return undefined;
  let from = headBytes + (bytes[0]! & 0x0f) * 4;
  if ((bytes[0]! & 0x10) !== 0) {
    if (from + 4 > bytes.length) return undefined;
    from += 4 + bytes.readUInt16BE(from + 2) * 4;
  }
  const padding = (bytes[0]! & 0x20) === 0 ? 0 : bytes.at(-1)!;
  const end = bytes.length - padding;
  if (from > end) return undefined;
  return {
    ssrc: bytes.readUInt32BE(8),
    payloadType: bytes[1]! & 0x7f,
    sequence: bytes.readUInt16BE(2),
    timestamp: bytes.readUInt32BE(4),
    marker: bytes[1]! >= 0x80,
    payload: bytes.subarray(from, end),
  };
}

/** The sender reports of a compound packet. */
export function senderReportsIn(bytes: Buffer): SenderReport[] {
  const reports: SenderReport[] = [];
  for (let at = 0; at + 4 <= bytes.length; at += (bytes.readUInt16BE(at + 2) + 1) * 4) {
    if (bytes[at + 1] !== senderReport || at + 20 > bytes.length) continue;
    const seconds = bytes.readUInt32BE(at + 8);
    const fraction = bytes.readUInt32BE(at + 12);
    reports.push({
      ssrc: bytes.readUInt32BE(at + 4),
      ntpMs: (seconds - ntpEpochSeconds + fraction / 2 ** 32) * 1000,
      ntpMiddle: ((seconds & 0xffff) * 65_536 + (fraction >>> 16)) >>> 0,
      timestamp: bytes.readUInt32BE(at + 16),
    });
  }
  return reports;
}

/** Requests a key frame. */
export function pictureLoss(mediaSsrc: number): Buffer {
  const bytes = headOf(payloadFeedback, 1, 12);
  bytes.writeUInt32BE(mediaSsrc, 8);
  return bytes;
}

/** Requests lost packets (NACK). `sequences`: ascending, in 16 bits that may wrap around. */
export function missing(mediaSsrc: number, sequences: readonly number[]): Buffer {
  const entries: { first: number; others: number }[] = [];
  for (const sequence of sequences) {
    const last = entries.at(-1);
    const distance = last === undefined ? lostPerEntry : (sequence - last.first) & 0xffff;
    if (last === undefined || distance >= lostPerEntry || distance === 0) entries.push({ first: sequence, others: 0 });
    else last.others |= 1 << (distance - 1);
  }
  const bytes = headOf(transportFeedback, 1, 12 + entries.length * 4);
  bytes.writeUInt32BE(mediaSsrc, 8);
  for (const [index, { first, others }] of entries.entries()) {
    bytes.writeUInt16BE(first, 12 + index * 4);
    bytes.writeUInt16BE(others, 14 + index * 4);
  }
  return bytes;
}

export interface Reception {
  readonly ssrc: number;
  /** The highest number received, with its wrap-arounds in the upper 16 bits. */
  readonly highest: number;
  readonly lost: number;
  readonly lastReport: { readonly ntpMiddle: number; readonly agoMs: number } | undefined;
}

export function reception({ ssrc, highest, lost, lastReport }: Reception): Buffer {
  const bytes = headOf(receiverReport, 1, 32);
  bytes.writeUInt32BE(ssrc, 8);
  bytes.writeUIntBE(Math.min(lost, 0x7fffff), 13, 3);
  bytes.writeUInt32BE(highest >>> 0, 16);
  bytes.writeUInt32BE(lastReport?.ntpMiddle ?? 0, 24);
  bytes.writeUInt32BE(lastReport ? Math.round((lastReport.agoMs * 65_536) / 1000) >>> 0 : 0, 28);
  return bytes;
}

function headOf(type: number, format: number, length: number): Buffer {
  const bytes = Buffer.alloc(length);
  bytes[0] = (version << 6) | format;
  bytes[1] = type;
  bytes.writeUInt16BE(length / 4 - 1, 2);
  bytes.writeUInt32BE(ourSsrc, 4);
  return bytes;
}
