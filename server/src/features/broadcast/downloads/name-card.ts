import { avatarSvg } from '@frontrow/artwork/avatars.ts';
import sharp from 'sharp';
import { lineHeight, paragraphsOf, runsOf } from '../../../typesetting/lines.ts';
import { lineWidth, outlinesOf } from '../../../typesetting/outlines.ts';

const stageText = '#F6F3F8';
const drawingSecondsMax = 8;

export interface CardForm {
  readonly width: number;
  readonly height: number;
  /** The color behind it. */
  readonly ground: string;
}

/** Instead of a picture: face and name of someone whose camera was off, or who stayed off the recording, as PNG. */
export async function drawNameCard(username: string, { width, height, ground }: CardForm): Promise<Buffer> {
  const face = Math.round(height * 0.36);
  const wanted = Math.round(height * 0.07) + 6;
  const [paragraph] = paragraphsOf(username, true);
  const runs = paragraph ? runsOf(paragraph, 0, paragraph.text.length) : [];
  const size = Math.min(wanted, (wanted * width * 0.9) / Math.max(1, lineWidth(runs, wanted)));
  const gap = Math.round(height * 0.03);
  const top = Math.round((height - face - gap - size * lineHeight) / 2);
  const name = outlinesOf(runs, { x: (width - lineWidth(runs, size)) / 2, y: top + face + gap, size });
  const svg = (inside: string, w: number, h: number): Buffer =>
    Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="${w}" height="${h}">${inside}</svg>`);
  const round = svg(`<circle cx="${face / 2}" cy="${face / 2}" r="${face / 2}"/>`, face, face);
  const drawn = await sharp(Buffer.from(avatarSvg(username)))
    .resize(face, face)
    .composite([{ input: round, blend: 'dest-in' }])
    .png()
    .toBuffer();
  return sharp({ create: { width, height, channels: 3, background: ground } })
    .composite([
      { input: drawn, left: Math.round((width - face) / 2), top },
      { input: svg(`<g fill="${stageText}">${name}</g>`, width, height), left: 0, top: 0 },
    ])
    .png()
    .timeout({ seconds: drawingSecondsMax })
    .toBuffer();
}
