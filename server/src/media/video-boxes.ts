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
export function signed64(bytes: Buffer, at: number): number {
  const value = bytes.readBigInt64BE(at);
  return value < 0n ? Number(value) : unsigned64(bytes, at);
}
