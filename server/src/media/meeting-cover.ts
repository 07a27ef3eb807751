import { coverSvg } from '@frontrow/artwork/covers.ts';
import { coverWidths } from '@frontrow/core/events/limits.ts';
import type { Kit } from '../kit.ts';
import { encodeSizes, flatten } from './size-cover.ts';

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
