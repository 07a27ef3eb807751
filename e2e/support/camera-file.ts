import { existsSync, mkdirSync, mkdtempSync, renameSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import type { LaunchOptions, Locator } from '@playwright/test';
import { browserOptions } from './browser.ts';

const width = 640;
const height = 480;
const side = 360;

/**
 * The smallest picture that LiveKit's client still publishes in two sizes. Chromium's fake camera takes any size that
 * is asked for, and to encode 1920 × 1080 without a graphics card starves everything else.
 */
const small = { width: 480, height: 270 };
const smallPictures = 10;
const barWidth = small.width / smallPictures;

/** Chromium with a small camera, which sees a bar that moves from left to right every two seconds. */
export const smallCamera: LaunchOptions = withCamera(smallCameraFile());

function smallCameraFile(): string {
  const file = fileURLToPath(new URL('../../.cache/small-camera.y4m', import.meta.url));
  if (existsSync(file)) return file;
  const pictures = Array.from({ length: smallPictures }, (_, shown) => {
    const line = Buffer.alloc(small.width, 90);
    line.fill(200, shown * barWidth, (shown + 1) * barWidth);
    return Buffer.concat(Array.from({ length: small.height }, () => line));
  });
  mkdirSync(dirname(file), { recursive: true });
  // Two workers may begin at once: each writes a whole file and puts it in place.
  const own = `${file}.${process.pid}`;
  writeFileSync(own, film(small, pictures));
  renameSync(own, file);
  return file;
}

/** Chromium whose camera sees what `picture` shows: a drawing on a screen, held in front of it. */
export async function cameraThatSees(picture: Locator): Promise<LaunchOptions> {
  const grey = await picture.evaluate(
    async (drawn, size) => {
      const image = new Image();
      image.src = `data:image/svg+xml;utf8,${encodeURIComponent(new XMLSerializer().serializeToString(drawn))}`;
      await image.decode();
      const canvas = document.createElement('canvas');
      [canvas.width, canvas.height] = [size.width, size.height];
      const context = canvas.getContext('2d')!;
      context.fillStyle = 'rgb(90, 90, 90)';
      context.fillRect(0, 0, size.width, size.height);
      context.drawImage(image, (size.width - size.side) / 2, (size.height - size.side) / 2, size.side, size.side);
      const { data } = context.getImageData(0, 0, size.width, size.height);
      return Array.from({ length: size.width * size.height }, (_, n) => data[n * 4]!);
    },
    { width, height, side },
  );
  const file = join(mkdtempSync(join(tmpdir(), 'frontrow-camera-')), 'ticket.y4m');
  writeFileSync(file, film({ width, height }, [Buffer.from(grey)]));
  return withCamera(file);
}

/** YUV4MPEG2 of `pictures` in shades of grey, one byte for each point, five a second. Chromium repeats them. */
function film(size: { width: number; height: number }, pictures: readonly Buffer[]): Buffer {
  // Without color both other planes are 128.
  const colors = Buffer.alloc((size.width * size.height) / 2, 128);
  const frames = pictures.flatMap((picture) => [Buffer.from('FRAME\n'), picture, colors]);
  return Buffer.concat([Buffer.from(`YUV4MPEG2 W${size.width} H${size.height} F5:1 Ip A1:1 C420\n`), ...frames]);
}

function withCamera(file: string): LaunchOptions {
  return { ...browserOptions, args: [...(browserOptions.args ?? []), `--use-file-for-fake-video-capture=${file}`] };
}
