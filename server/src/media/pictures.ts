import { refuse } from '@frontrow/core/refuse.ts';
import { coverBytesMax, coverPixelsMax, coverWidths } from '@frontrow/core/events/limits.ts';
import type { Refusal } from '@frontrow/core/kernel/refusal.ts';
import { fileTypeFromBuffer } from 'file-type';
import sharp, { type Raw } from 'sharp';
import { coverSvg } from '@frontrow/artwork/covers.ts';
import { ConcurrencyLimiter } from '../concurrency-limiter.ts';
import type { Kit } from '../kit.ts';

/** Besides the one that is being sized. */
const waitingMax = 19;

/** Runs work one after another; what waits is limited, so that pictures never pile up in memory. */
export function oneAtATime(): <T>(work: () => Promise<T>) => Promise<T> {
  const limiter = new ConcurrencyLimiter({ runningMax: 1, waitingMax, retryAfterSeconds: 5 });
  return (work) => limiter.run(work);
}

const taken = new Set(['image/png', 'image/jpeg', 'image/webp']);
const dataUrlHead = /^data:image\/[a-z0-9.+-]{1,40};base64,/i;
const base64 = /^[A-Za-z0-9+/]+={0,2}$/;

/** A picture that is PNG, JPEG or WebP by its bytes and small enough to decode. */
export interface Picture {
  readonly bytes: Buffer;
}

/**
 * Reads a data URL as a picture. Its media type is not trusted: the first bytes tell the type and the header the size,
 * before a single pixel is decoded. Returns the refusal instead of throwing it, so that a form can list it with others.
 */
export async function readPicture(dataUrl: string | undefined, field: string): Promise<Picture | Refusal> {
  if (!dataUrl?.trim()) return refuse('image_required', {}, { field });
  const head = dataUrlHead.exec(dataUrl);
  if (!head) return refuse('image_type', {}, { field });
  const text = dataUrl.slice(head[0].length).trimEnd();
  if ((text.length / 4) * 3 > coverBytesMax + 3) return refuse('image_too_large', {}, { field });
  if (!base64.test(text)) return refuse('image_unreadable', {}, { field });
  const bytes = Buffer.from(text, 'base64');
  if (bytes.length > coverBytesMax) return refuse('image_too_large', {}, { field });
  const kind = await fileTypeFromBuffer(bytes).catch(() => undefined);
  if (!kind || !taken.has(kind.mime)) return refuse('image_type', {}, { field });
  try {
    const { width, height } = await sharp(bytes, { limitInputPixels: false }).metadata();
    if (width * height > coverPixelsMax) return refuse('image_too_large', {}, { field });
  } catch {
    return refuse('image_unreadable', {}, { field });
  }
  return { bytes };
}

// One thread and no cache: pictures are sized one at a time, and memory stays at what one of them needs.
sharp.concurrency(1);
sharp.cache(false);

const decodeSecondsMax = 4;
const quality = 78;
const effort = 3;

/** 16:9, as every page shows covers. */
const heightOf = (width: number): number => Math.round((width * 9) / 16);

export interface SizedPicture {
  readonly width: number;
  readonly webp: Buffer;
}

/**
 * Decodes a picture once and encodes it in the sizes of a cover: upright by its orientation tag, cropped to 16:9,
 * without metadata. Throws `image_unreadable` on a broken picture or one that takes too long.
 */
export async function sizeCover(bytes: Buffer): Promise<SizedPicture[]> {
  const [largest] = coverWidths;
  try {
    const { data, info } = await sharp(bytes, { limitInputPixels: coverPixelsMax, failOn: 'error' })
      .rotate()
      .resize(largest, heightOf(largest), { fit: 'cover' })
      .toColourspace('srgb')
      .raw()
      .timeout({ seconds: decodeSecondsMax })
      .toBuffer({ resolveWithObject: true });
    return await encodeSizes(data, { width: info.width, height: info.height, channels: info.channels });
  } catch {
    throw refuse('image_unreadable', {}, { field: 'event_cover_image' });
  }
}

/** One of our SVG drawings as raw pixels of the largest size. */
export async function flatten(svg: string): Promise<{ data: Buffer; raw: Raw }> {
  const [largest] = coverWidths;
  const { data, info } = await sharp(Buffer.from(svg))
    .resize(largest, heightOf(largest))
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { data, raw: { width: info.width, height: info.height, channels: info.channels } };
}

/** Encodes raw pixels of the largest size in every size. */
export async function encodeSizes(pixels: Buffer, raw: Raw): Promise<SizedPicture[]> {
  const sized: SizedPicture[] = [];
  for (const width of coverWidths) {
    const webp = await sharp(pixels, { raw })
      .resize(width, heightOf(width))
      .webp({ quality, effort })
      .timeout({ seconds: decodeSecondsMax })
      .toBuffer();
    sized.push({ width, webp });
  }
  return sized;
}

/** Pixels: twice the largest portrait on any page. */
const side = 256;
const avatarQuality = 80;

/**
 * Decodes a picture and encodes it as a portrait: upright by its orientation tag, its middle cut square, without
 * metadata. Throws `image_unreadable` for `field` on a broken picture or one that takes too long.
 */
export async function sizeAvatar(bytes: Buffer, field: string): Promise<Buffer> {
  try {
    return await sharp(bytes, { limitInputPixels: coverPixelsMax, failOn: 'error' })
      .rotate()
      .resize(side, side, { fit: 'cover' })
      .toColourspace('srgb')
      .webp({ quality: avatarQuality })
      .timeout({ seconds: decodeSecondsMax })
      .toBuffer();
  } catch {
    throw refuse('image_unreadable', {}, { field });
  }
}

/** The cover of every private meeting: no one publishes one, so no one chose a picture. */
export const meetingCoverKey = 'covers/private-meeting';

const fileOf = (width: number): string => `${meetingCoverKey}-${width}.webp`;

/** Draws the cover of private meetings, and stores it, the first time a file of it is wanted. */
export function meetingCover({ storage }: Pick<Kit, 'storage'>): (key: string) => Promise<Uint8Array | undefined> {
  let drawing: Promise<ReadonlyMap<string, Buffer>> | undefined;
  const draw = async (): Promise<ReadonlyMap<string, Buffer>> => {
    const pixels = await flatten(coverSvg('private-meeting', 'talk', { grain: false }));
    const files = new Map((await encodeSizes(pixels.data, pixels.raw)).map(({ width, webp }) => [fileOf(width), webp]));
    for (const [key, webp] of files) await storage.put(key, webp, 'image/webp');
    return files;
  };
  return async (key) => {
    if (!coverWidths.some((width) => fileOf(width) === key)) return undefined;
    drawing ??= draw().finally(() => (drawing = undefined));
    return (await drawing).get(key);
  };
}
