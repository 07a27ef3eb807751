import { coverSvg } from '@frontrow/core/media/covers.ts';
import { dataUrl } from '@frontrow/core/media/data-url.ts';

/** Three pictures of our own to start from; the first is the default (spec §2). */
const recipes = [
  { seed: 'publish-1', category: 'music', variant: 1, palette: 'noir' },
  { seed: 'publish-2', category: 'music', variant: 0, palette: 'noir' },
  { seed: 'publish-3', category: 'talk', variant: 0, palette: 'plum' },
] as const;

export const placeholders: readonly string[] = recipes.map(({ seed, category, variant, palette }) =>
  dataUrl(coverSvg(seed, category, { variant, palette, grain: false })),
);

export const placeholderAt = (index: number): string => placeholders[index] ?? placeholders[0]!;

/** Spec §9: crops are JPEG at quality 1. */
const jpegQuality = 1;
const coverWidthPx = 1280;
const coverHeightPx = 720;

export interface Area {
  x: number;
  y: number;
  width: number;
  height: number;
}

async function loadImage(src: string): Promise<HTMLImageElement> {
  const image = new Image();
  image.src = src;
  await image.decode();
  return image;
}

/** A picture (or the part of it that was cropped) as a 16:9 JPEG data URL. */
export async function toJpeg(src: string, area?: Area): Promise<string> {
  const image = await loadImage(src);
  const canvas = document.createElement('canvas');
  canvas.width = coverWidthPx;
  canvas.height = coverHeightPx;
  const context = canvas.getContext('2d');
  if (!context) throw new Error('no canvas');
  context.imageSmoothingQuality = 'high';
  // A drawn picture has no size of its own to cut from: it is stretched over the whole, which is 16:9 already.
  if (area) context.drawImage(image, area.x, area.y, area.width, area.height, 0, 0, coverWidthPx, coverHeightPx);
  else context.drawImage(image, 0, 0, coverWidthPx, coverHeightPx);
  return canvas.toDataURL('image/jpeg', jpegQuality);
}
