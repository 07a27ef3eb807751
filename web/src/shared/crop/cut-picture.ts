/** Crops are JPEG at quality 1. */
const jpegQuality = 1;

export interface PictureSize {
  readonly width: number;
  readonly height: number;
}

export interface Area extends PictureSize {
  readonly x: number;
  readonly y: number;
}

async function loadImage(src: string): Promise<HTMLImageElement> {
  const image = new Image();
  image.src = src;
  await image.decode();
  return image;
}

/** A picture, or the part of it that was cropped, as a JPEG data URL of this size. */
export async function cutPicture(src: string, { width, height }: PictureSize, area?: Area): Promise<string> {
  const image = await loadImage(src);
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = height;
  const context = canvas.getContext('2d');
  if (!context) throw new Error('no canvas');
  context.imageSmoothingQuality = 'high';
  // JPEG knows no transparency: a logo without a ground would be on black.
  context.fillStyle = 'white';
  context.fillRect(0, 0, width, height);
  // A drawn picture has no fixed size to cut from: it is stretched over the whole.
  if (area) context.drawImage(image, area.x, area.y, area.width, area.height, 0, 0, width, height);
  else context.drawImage(image, 0, 0, width, height);
  return canvas.toDataURL('image/jpeg', jpegQuality);
}
