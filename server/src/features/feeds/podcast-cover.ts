import { createHash } from 'node:crypto';
import { avatarSvg } from '@frontrow/artwork/avatars.ts';
import { markShapes } from '@frontrow/artwork/mark.ts';
import { LRUCache } from 'lru-cache';
import sharp from 'sharp';
import type { Kit } from '../../kit.ts';
import { oneAtATime } from '../../media/pictures.ts';

/** Directories take squares from 1400 to 3000 pixels. */
const side = 1_400;
const face = 860;
const top = 200;
const quality = 82;
const drawingSecondsMax = 8;
/** About 100 kB each. */
const keptMax = 50;

export interface CoverOwner {
  readonly username: string;
  /** Of the picture that the host uploaded; null: the drawn face. */
  readonly avatar_key: string | null;
}

/** Part of the address: another picture has another one, because apps never ask again for one that they know. */
export const coverVersion = ({ username, avatar_key: key }: CoverOwner): string =>
  createHash('sha256')
    .update(`1 ${key ?? username}`)
    .digest('hex')
    .slice(0, 16);

/** Covers of podcasts, drawn when they are asked for: the host's face on a ground of our colors. */
export function createPodcastCovers({ storage }: Pick<Kit, 'storage'>): (owner: CoverOwner) => Promise<Buffer> {
  const kept = new LRUCache<string, Promise<Buffer>>({ max: keptMax });
  const inTurn = oneAtATime();
  const pictureOf = async ({ username, avatar_key: key }: CoverOwner): Promise<Uint8Array> =>
    (key === null ? undefined : await storage.get(key))?.bytes ?? Buffer.from(avatarSvg(username));
  const draw = async (picture: Uint8Array): Promise<Buffer> => {
    const round = svg(`<circle cx="${face / 2}" cy="${face / 2}" r="${face / 2}"/>`, face);
    const portrait = await sharp(picture)
      .resize(face, face, { fit: 'cover' })
      .composite([{ input: round, blend: 'dest-in' }])
      .png()
      .toBuffer();
    return sharp(svg(ground, side))
      .composite([
        { input: portrait, left: (side - face) / 2, top },
        { input: svg(mark, side), left: 0, top: 0 },
      ])
      .flatten()
      .jpeg({ quality, progressive: true })
      .timeout({ seconds: drawingSecondsMax })
      .toBuffer();
  };
  return (owner) => {
    const version = coverVersion(owner);
    const known = kept.get(version);
    if (known) return known;
    // A storage that is slow to answer holds up no other cover.
    const drawing = pictureOf(owner).then((picture) => inTurn(() => draw(picture)));
    kept.set(version, drawing);
    // A failure is passed to those who waited and is not cached.
    drawing.catch(() => kept.delete(version));
    return drawing;
  };
}

const svg = (inside: string, size: number): Buffer =>
  Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}">${inside}</svg>`);

const ground =
  '<defs><linearGradient id="ground" x2="1" y2="1"><stop stop-color="#2A1B5C"/><stop offset="1" stop-color="#15121B"/>' +
  `</linearGradient></defs><rect width="${side}" height="${side}" fill="url(#ground)"/>` +
  `<circle cx="${side / 2}" cy="${top + face / 2}" r="${face / 2 + 18}" fill="#FF5A4A"/>`;
const mark = `<g transform="translate(601 1150) scale(6)">${markShapes}</g>`;
