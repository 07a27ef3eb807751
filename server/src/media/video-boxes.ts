/** The file contradicts itself: it is broken, cut off or not a video. */
export class BrokenVideo extends Error {}

export interface Box {
  readonly kind: string;
  /** Offsets of its content. */
  readonly start: number;
  readonly end: number;
}

const boxesMax = 4_096;
const plainHeadBytes = 8;
const longHeadBytes = 16;

/**
 * Reads the header of the box at `at`, which must end by `limit`. `head` holds its first 16 bytes, or fewer at the
 * end.
 */
export function boxAt(head: Buffer, at: number, limit: number): Box {
  if (head.length < plainHeadBytes) throw new BrokenVideo('cut off in the head of a box');
  const size = head.readUInt32BE(0);
  const kind = head.toString('latin1', 4, 8);
  if (size === 0) return { kind, start: at + plainHeadBytes, end: limit };
  const long = size === 1;
  if (long && head.length < longHeadBytes) throw new BrokenVideo('cut off in the head of a box');
  const whole = long ? unsigned64(head, 8) : size;
  const start = at + (long ? longHeadBytes : plainHeadBytes);
  const end = at + whole;
  if (end < start || end > limit) throw new BrokenVideo(`${kind} does not fit where it stands`);
  return { kind, start, end };
}

/** The boxes directly inside a range of bytes, without their children. */
export function boxesIn(bytes: Buffer, { start, end }: Pick<Box, 'start' | 'end'>): Box[] {
  const boxes: Box[] = [];
  let at = start;
  // QuickTime ends some lists with four zero bytes.
  while (end - at >= plainHeadBytes) {
    if (boxes.length >= boxesMax) throw new BrokenVideo('too many boxes');
    const box = boxAt(bytes.subarray(at, Math.min(at + longHeadBytes, end)), at, end);
    boxes.push(box);
    at = box.end;
  }
  return boxes;
}

export const childOf = (bytes: Buffer, parent: Box, kind: string): Box | undefined =>
  boxesIn(bytes, parent).find((box) => box.kind === kind);

/** The content of a box, at least `least` bytes of it. */
export function contentOf(bytes: Buffer, box: Box, least: number): Buffer {
  if (box.end - box.start < least) throw new BrokenVideo(`${box.kind} is too short`);
  return bytes.subarray(box.start, box.end);
}

/** A 64-bit number; infinite where it is larger than JavaScript's safe integers. */
export function unsigned64(bytes: Buffer, at: number): number {
  const value = bytes.readBigUInt64BE(at);
  return value > BigInt(Number.MAX_SAFE_INTEGER) ? Number.POSITIVE_INFINITY : Number(value);
}

/** The same with a sign. */
function signed64(bytes: Buffer, at: number): number {
  const value = bytes.readBigInt64BE(at);
  return value < 0n ? Number(value) : unsigned64(bytes, at);
}

/** How long a player shows a track with this length of media, in milliseconds; 0 where it shows none of them. */
export type PlayedMs = (mediaMs: number) => number;

/** The place of an edit that is a pause. */
const pause = -1;
/** A cut has a row or two; this leaves room for an editor's list. */
const editsMax = 1_000;

/**
 * Reads the edit list (`edts`/`elst`) of a track. A clip that was cut without re-encoding keeps the pictures since
 * the last key frame before the cut, and its edit list tells players to skip them. Only what is skipped at the
 * beginning is taken off the media's length: not every player stops where the last edit ends. The sum of the edits
 * counts where it is longer, because edits can repeat the same media.
 */
export function editsOf(
  bytes: Buffer,
  trak: Box,
  { movieTimescale, mediaTimescale }: { readonly movieTimescale: number; readonly mediaTimescale: number },
): PlayedMs {
  const edits = readEdits(bytes, trak);
  if (edits.length === 0) return (mediaMs) => mediaMs;
  if (edits.some(({ from }) => from < pause)) throw new BrokenVideo('an edit before the beginning');
  const msOf = (some: readonly Edit[]): number =>
    (some.reduce((sum, { ticks }) => sum + ticks, 0) * 1000) / movieTimescale;
  const shown = edits.filter(({ from }) => from !== pause);
  const pausesMs = msOf(edits) - msOf(shown);
  const skippedMs = (Math.min(...shown.map(({ from }) => from)) * 1000) / mediaTimescale;
  return (mediaMs) => (mediaMs > skippedMs ? Math.max(msOf(edits), pausesMs + mediaMs - skippedMs) : 0);
}

interface Edit {
  /** Length, in the movie's time scale. */
  readonly ticks: number;
  /** Where it begins, in the media's time scale. */
  readonly from: number;
}

function readEdits(bytes: Buffer, trak: Box): Edit[] {
  const edts = childOf(bytes, trak, 'edts');
  const elst = edts && childOf(bytes, edts, 'elst');
  if (!elst) return [];
  const content = contentOf(bytes, elst, 8);
  const long = content[0] === 1;
  const width = long ? 20 : 12;
  const count = content.readUInt32BE(4);
  if (count > editsMax || 8 + count * width > content.length) throw new BrokenVideo('elst is cut off');
  return Array.from({ length: count }, (_, row) => {
    const at = 8 + row * width;
    return long
      ? { ticks: unsigned64(content, at), from: signed64(content, at + 8) }
      : { ticks: content.readUInt32BE(at), from: content.readInt32BE(at + 4) };
  });
}
