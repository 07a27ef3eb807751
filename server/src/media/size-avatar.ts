import { coverPixelsMax } from '@frontrow/core/events/limits.ts';
import { refuse } from '@frontrow/core/refuse.ts';
import sharp from 'sharp';

/** Twice the largest portrait of a page. */
const side = 256;
const decodeSecondsMax = 4;
const quality = 80;

/**
 * Decodes a picture and encodes it anew as a portrait: turned as its camera held it, its middle cut square, without metadata.
 * Throws `image_unreadable` beside `field` on a broken picture or one that takes too long.
 */
export async function sizeAvatar(bytes: Buffer, field: string): Promise<Buffer> {
  try {
    return await sharp(bytes, { limitInputPixels: coverPixelsMax, failOn: 'error' })
      .rotate()
      .resize(side, side, { fit: 'cover' })
      .toColourspace('srgb')
      .webp({ quality })
      .timeout({ seconds: decodeSecondsMax })
      .toBuffer();
  } catch {
    throw refuse('image_unreadable', {}, { field });
  }
}
