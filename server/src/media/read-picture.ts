import { coverBytesMax, coverPixelsMax } from '@frontrow/core/events/limits.ts';
import type { Refusal } from '@frontrow/core/kernel/refusal.ts';
import { refuse } from '@frontrow/core/refuse.ts';
import { fileTypeFromBuffer } from 'file-type';
import sharp from 'sharp';

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
