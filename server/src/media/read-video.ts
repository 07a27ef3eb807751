import { type FileHandle, open } from 'node:fs/promises';
import type { VideoType } from '@frontrow/core/events/event-video.ts';
import { type Box, boxAt, BrokenVideo } from './video-boxes.ts';
import { videoLength } from './video-length.ts';

/** What the content of a file says, whatever its name and its sender claim. */
export interface ReadVideo {
  readonly type: VideoType;
  readonly durationMs: number;
}

/**
 * Major brands that cameras, phones and editors write; pictures (heic, avif), sound (M4A) and 3gp are not among them.
 */
const mp4Brands: ReadonlySet<string> = new Set([
  'isom',
  'iso2',
  'iso4',
  'iso5',
  'iso6',
  'iso8',
  'mp41',
  'mp42',
  'avc1',
  'M4V ',
  'M4VH',
  'M4VP',
  'MSNV',
  'XAVC',
  'dash',
]);
const typeOfBrand = (brand: string): VideoType | undefined =>
  brand === 'qt  ' ? 'video/quicktime' : mp4Brands.has(brand) ? 'video/mp4' : undefined;

/** Lengths are differences of fractions: 20 s must not become 20.001 s by rounding. */
const roundingMs = 0.000_1;
const topBoxesMax = 8_192;
const headBytes = 16;
const ftypBytesMax = 4_096;
/** The tables of 20 s have some ten kilobytes; a larger index is not that of a short video. */
const indexBytesMax = 16 * 1024 * 1024;

/**
 * Reads the boxes of an mp4 or mov with all sizes and counts bounded; no decoder and no other program ever sees the
 * file. Undefined when it is neither, is broken or cut off, or has no picture.
 */
export async function readVideo(path: string): Promise<ReadVideo | undefined> {
  const file = await open(path, 'r');
  try {
    return await readBoxes(file, (await file.stat()).size);
  } catch (error) {
    if (error instanceof BrokenVideo) return undefined;
    throw error;
  } finally {
    await file.close();
  }
}

async function readBoxes(file: FileHandle, size: number): Promise<ReadVideo | undefined> {
  let type: VideoType | undefined;
  let index: Buffer | undefined;
  const fragments: Buffer[] = [];
  let indexBytes = 0;
  let mediaBytes = 0;
  let at = 0;
  for (let count = 0; at < size; count++) {
    if (count >= topBoxesMax) throw new BrokenVideo('too many boxes');
    const box = boxAt(await part(file, at, Math.min(headBytes, size - at)), at, size);
    if (count === 0) {
      if (box.kind !== 'ftyp' || box.end - box.start > ftypBytesMax || box.end - box.start < 8) return undefined;
      type = typeOfBrand((await part(file, box.start, 4)).toString('latin1'));
      if (!type) return undefined;
    } else if (box.kind === 'moov' || box.kind === 'moof') {
      indexBytes += box.end - box.start;
      if (indexBytes > indexBytesMax) throw new BrokenVideo('the index is too large');
      const bytes = await content(file, box);
      if (box.kind === 'moof') fragments.push(bytes);
      else if (index) throw new BrokenVideo('two indexes');
      else index = bytes;
    } else if (box.kind === 'mdat') mediaBytes += box.end - box.start;
    at = box.end;
  }
  if (!type || !index) return undefined;
  const durationMs = videoLength({ index, fragments, mediaBytes, fileBytes: size });
  return { type, durationMs: Math.ceil(durationMs - roundingMs) };
}

const content = (file: FileHandle, { start, end }: Box): Promise<Buffer> => part(file, start, end - start);

async function part(file: FileHandle, at: number, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, at);
  if (bytesRead < length) throw new BrokenVideo('cut off');
  return buffer;
}
