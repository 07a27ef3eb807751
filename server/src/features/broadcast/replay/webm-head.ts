import { type IndexedPiece, lengthOf } from './mp4-head.ts';

const segmentId = 0x18538067;
const infoId = 0x1549a966;
const durationId = 0x4489;
const cuesId = 0x1c53bb6b;
const cuePointId = 0xbb;
const cueTimeId = 0xb3;
const cueTrackPositionsId = 0xb7;
const cueTrackId = 0xf7;
const cueClusterPositionId = 0xf1;
const firstTrack = 1;

/** An EBML element (RFC 8794) in a buffer. */
interface Element {
  readonly id: number;
  readonly at: number;
  readonly dataAt: number;
  readonly end: number;
}

/**
 * What comes before the clusters of a WebM file: its head with the duration, and cues, which players need to seek.
 * Neither was known while it was recorded.
 */
export function webmHeadWithCues(head: Buffer, pieces: readonly IndexedPiece[]): Buffer {
  const segment = elementsIn(head, 0, head.length).find(({ id }) => id === segmentId);
  const info = segment && elementsIn(head, segment.dataAt, head.length).find(({ id }) => id === infoId);
  if (!segment || !info) return head;
  const kept = elementsIn(head, info.dataAt, info.end).filter(({ id }) => id !== durationId);
  const longer = element(infoId, [
    ...kept.map(({ at, end }) => head.subarray(at, end)),
    element(durationId, [float(lengthOf(pieces))]),
  ]);
  const before = head.subarray(segment.dataAt, info.at);
  const after = head.subarray(info.end);
  const cuesBytes = cues(pieces, 0).length;
  const clustersAt = before.length + longer.length + after.length + cuesBytes;
  return Buffer.concat([head.subarray(0, segment.dataAt), before, longer, after, cues(pieces, clustersAt)]);
}

/** Positions are relative to the segment's data. All numbers have a fixed size, so the positions do not change it. */
function cues(pieces: readonly IndexedPiece[], clustersAt: number): Buffer {
  let at = clustersAt;
  const points = pieces.map(({ bytes, beginsMs }) => {
    const positions = element(cueTrackPositionsId, [
      element(cueTrackId, [whole(firstTrack)]),
      element(cueClusterPositionId, [whole(at)]),
    ]);
    at += bytes;
    return element(cuePointId, [element(cueTimeId, [whole(beginsMs)]), positions]);
  });
  return element(cuesId, points);
}

function element(id: number, data: readonly Buffer[]): Buffer {
  const idBytes = Buffer.from(id.toString(16), 'hex');
  const size = Buffer.alloc(8);
  size.writeBigUInt64BE(BigInt(data.reduce((sum, { length }) => sum + length, 0)) | (1n << 56n));
  return Buffer.concat([idBytes, size, ...data]);
}

function whole(value: number): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64BE(BigInt(value));
  return bytes;
}

function float(value: number): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeDoubleBE(value);
  return bytes;
}

/** An element of unknown size extends to the end. */
function elementsIn(bytes: Buffer, from: number, end: number): Element[] {
  const found: Element[] = [];
  for (let at = from; at < end;) {
    const idBytes = Math.clz32(bytes[at]!) - 23;
    const sizeAt = at + idBytes;
    if (idBytes > 4 || sizeAt >= end) break;
    const sizeBytes = Math.clz32(bytes[sizeAt]!) - 23;
    if (sizeBytes > 8 || sizeAt + sizeBytes > end) break;
    const raw = BigInt(`0x${bytes.toString('hex', sizeAt, sizeAt + sizeBytes)}`) & ((1n << BigInt(7 * sizeBytes)) - 1n);
    const isUnknown = raw === (1n << BigInt(7 * sizeBytes)) - 1n;
    const dataAt = sizeAt + sizeBytes;
    const last = isUnknown ? end : Math.min(end, dataAt + Number(raw));
    found.push({ id: bytes.readUIntBE(at, idBytes), at, dataAt, end: last });
    at = last;
  }
  return found;
}
