import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { LaunchOptions, Locator } from '@playwright/test';
import { browserOptions } from './browser.ts';

const width = 640;
const height = 480;
const side = 360;

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
  // One picture of YUV4MPEG2; Chromium repeats it. Without color both other planes are 128.
  const head = Buffer.from(`YUV4MPEG2 W${width} H${height} F5:1 Ip A1:1 C420\nFRAME\n`);
  const file = join(mkdtempSync(join(tmpdir(), 'frontrow-camera-')), 'ticket.y4m');
  writeFileSync(file, Buffer.concat([head, Buffer.from(grey), Buffer.alloc((width * height) / 2, 128)]));
  return { ...browserOptions, args: [...(browserOptions.args ?? []), `--use-file-for-fake-video-capture=${file}`] };
}
