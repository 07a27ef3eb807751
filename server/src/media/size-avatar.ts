import { coverPixelsMax } from '@frontrow/core/events/limits.ts';
import { refuse } from '@frontrow/core/refuse.ts';
import sharp from 'sharp';

/** Pixels: twice the largest portrait on any page. */
const side = 256;
const decodeSecondsMax = 4;
const quality = 80;

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
      .webp({ quality })
      .timeout({ seconds: decodeSecondsMax })
      .toBuffer();
  } catch {
    throw refuse('image_unreadable', {}, { field });
  }
}
