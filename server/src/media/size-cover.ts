import { coverPixelsMax, coverWidths } from '@frontrow/core/events/limits.ts';
import { refuse } from '@frontrow/core/refuse.ts';
import sharp, { type Raw } from 'sharp';

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
