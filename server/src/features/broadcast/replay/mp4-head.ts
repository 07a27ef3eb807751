/** A fragment of a recorded part, in order. */
export interface IndexedPiece {
  readonly bytes: number;
  readonly beginsMs: number;
  readonly lengthMs: number;
}

const boxHeadBytes = 8;
const msPerSecond = 1000;
/** Each fragment begins with a key frame: players may begin there. */
const startsWithKeyFrame = 0x90000000;

/** How long a part is. */
export function lengthOf(pieces: readonly IndexedPiece[]): number {
  const last = pieces.at(-1);
  return last === undefined ? 0 : last.beginsMs + last.lengthMs;
}

/**
 * What stands before the fragments of a part: its head with the length that is known by now, and an index (`sidx`,
 * ISO/IEC 14496-12) by which players seek without reading everything. Neither could be written while it was recorded.
 */
export function headWithIndex(head: Buffer, pieces: readonly IndexedPiece[]): Buffer {
  const moov = boxIn(head, { at: 0, end: head.length }, 'moov');
  if (!moov) return head;
  return Buffer.concat([withLength(head, moov, lengthOf(pieces)), indexOf(pieces, pictureTimescale(head, moov))]);
}

/** The descriptions (`stsd`) of a file's tracks: files with the same ones can be continued by each other. */
export function codecsOf(head: Buffer): string {
  const found: string[] = [];
  for (let at = head.indexOf('stsd'); at > 0; at = head.indexOf('stsd', at + 1))
    found.push(head.toString('base64', at, at - 4 + head.readUInt32BE(at - 4)));
  return found.join(' ');
}

/** The names of a file's codecs as MP4 has them, such as `avc1`, `mp4a` (AAC) and `Opus`: the first of each track. */
export function sampleEntriesOf(head: Buffer): string[] {
  const found: string[] = [];
  for (let at = head.indexOf('stsd'); at > 0; at = head.indexOf('stsd', at + 1))
    if (at + 20 <= head.length) found.push(head.toString('latin1', at + 16, at + 20));
  return found;
}

/** The length of a movie in milliseconds, as its first bytes say it; undefined where they don't. */
export function lengthOfMovie(bytes: Buffer): number | undefined {
  const at = bytes.indexOf('mvhd') - 4;
  if (at < 0 || at + 44 > bytes.length) return undefined;
  const isLong = bytes[at + boxHeadBytes] === 1;
  const length = isLong ? Number(bytes.readBigUInt64BE(at + 32)) : bytes.readUInt32BE(at + 24);
  const timescale = timescaleOf(bytes, { at, end: bytes.length });
  return timescale > 0 ? Math.round((length * msPerSecond) / timescale) : undefined;
}

/**
 * In the picture's own timescale: FFmpeg, and with it Chrome, takes no other. It counts from the time of the first
 * piece, which is not 0 where the beginning was cut out.
 */
function indexOf(pieces: readonly IndexedPiece[], timescale: number): Buffer {
  const entryBytes = 12;
  const ticks = (ms: number): number => Math.round((ms * timescale) / msPerSecond);
  const fixed = Buffer.alloc(40);
  fixed.writeUInt32BE(fixed.length + pieces.length * entryBytes, 0);
  fixed.write('sidx', 4, 'latin1');
  fixed.writeUInt8(1, 8);
  fixed.writeUInt32BE(1, 12);
  fixed.writeUInt32BE(timescale, 16);
  fixed.writeBigUInt64BE(BigInt(ticks(pieces[0]?.beginsMs ?? 0)), 20);
  fixed.writeUInt16BE(pieces.length, 38);
  const entries = pieces.map((piece, index) => {
    const next = pieces[index + 1];
    const entry = Buffer.alloc(entryBytes);
    entry.writeUInt32BE(piece.bytes, 0);
    const lengthMs = Math.max(1, next ? next.beginsMs - piece.beginsMs : piece.lengthMs);
    entry.writeUInt32BE(ticks(lengthMs), 4);
    entry.writeUInt32BE(startsWithKeyFrame, 8);
    return entry;
  });
  return Buffer.concat([fixed, ...entries]);
}

/** The head with an `mehd` box in its `mvex`: the length of a movie whose fragments come later. */
function withLength(head: Buffer, moov: Span, lengthMs: number): Buffer {
  const mvhd = boxIn(head, inside(moov), 'mvhd');
  const mvex = boxIn(head, inside(moov), 'mvex');
  if (!mvhd || !mvex) return head;
  const timescale = timescaleOf(head, mvhd);
  const mehd = Buffer.alloc(20);
  mehd.writeUInt32BE(mehd.length, 0);
  mehd.write('mehd', 4, 'latin1');
  mehd.writeUInt8(1, 8);
  mehd.writeBigUInt64BE(BigInt(Math.round((lengthMs * timescale) / msPerSecond)), 12);
  const at = mvex.at + boxHeadBytes;
  const longer = Buffer.concat([head.subarray(0, at), mehd, head.subarray(at)]);
  for (const box of [moov, mvex]) longer.writeUInt32BE(box.end - box.at + mehd.length, box.at);
  return longer;
}

/** The picture is the first track. */
function pictureTimescale(head: Buffer, moov: Span): number {
  const trak = boxIn(head, inside(moov), 'trak');
  const mdia = trak && boxIn(head, inside(trak), 'mdia');
  const mdhd = mdia && boxIn(head, inside(mdia), 'mdhd');
  return mdhd ? timescaleOf(head, mdhd) : msPerSecond;
}

/** Of an `mvhd` or `mdhd`, whose version 1 has times of 64 bits before it. */
const timescaleOf = (bytes: Buffer, { at }: Span): number =>
  bytes.readUInt32BE(at + boxHeadBytes + (bytes[at + boxHeadBytes] === 1 ? 20 : 12));

interface Span {
  readonly at: number;
  readonly end: number;
}

const inside = ({ at, end }: Span): Span => ({ at: at + boxHeadBytes, end });

function boxIn(bytes: Buffer, { at: from, end }: Span, kind: string): Span | undefined {
  for (let at = from; at + boxHeadBytes <= end;) {
    const size = bytes.readUInt32BE(at);
    if (size < boxHeadBytes || at + size > end) return undefined;
    if (bytes.toString('latin1', at + 4, at + boxHeadBytes) === kind) return { at, end: at + size };
    at += size;
  }
  return undefined;
}
