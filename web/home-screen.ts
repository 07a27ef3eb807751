import { readFileSync } from 'node:fs';
import sharp from 'sharp';
import type { Plugin } from 'vite';
import { dark, gray } from './src/shared/styles/palette.ts';

const paper = gray[0]!;
const ink = gray[9]!;
const stage = dark[9]!;

const drawing = readFileSync(new URL('./public/favicon.svg', import.meta.url), 'utf8');
/** The side of the drawing's square. */
const side = 34;

const square = `viewBox="0 0 ${side} ${side}"`;

/** The drawing on a full square, which a phone may cut to any shape; `share` of the side is certain to be shown. */
function fullSquare(share: number): string {
  const [inset, inner] = [((1 - share) * side) / 2, share * side];
  const ground = `<rect width="${side}" height="${side}" fill="${ink}"/>`;
  const place = `x="${inset}" y="${inset}" width="${inner}" height="${inner}"`;
  return `<svg xmlns="http://www.w3.org/2000/svg" ${square}>${ground}<svg ${place} ${square}>${drawing}</svg></svg>`;
}

const icons = [
  { file: 'app-icon-192.png', size: 192, svg: drawing, purpose: 'any' },
  { file: 'app-icon-512.png', size: 512, svg: drawing, purpose: 'any' },
  { file: 'app-icon-maskable-512.png', size: 512, svg: fullSquare(0.8), purpose: 'maskable' },
] as const;
const appleIcon = { file: 'apple-touch-icon.png', size: 180, svg: fullSquare(0.9) };

const manifest = {
  id: '/',
  start_url: '/',
  name: 'Frontrow',
  short_name: 'Frontrow',
  lang: 'en',
  scope: '/',
  display: 'standalone',
  theme_color: paper,
  background_color: paper,
  icons: icons.map(({ file, size, purpose }) => ({
    src: `/${file}`,
    type: 'image/png',
    sizes: `${size}x${size}`,
    purpose,
  })),
};

const drawn = ({ svg, size }: { svg: string; size: number }): Promise<Buffer> =>
  sharp(Buffer.from(svg), { density: (72 * size) / side })
    .resize(size, size)
    .png({ compressionLevel: 9 })
    .toBuffer();

/** What a browser needs to keep the page on a home screen: the manifest, its icons, and the colors around the page. */
export const homeScreen = (): Plugin => ({
  name: 'home-screen',
  async generateBundle() {
    if (this.environment.name !== 'client') return;
    this.emitFile({ type: 'asset', fileName: 'manifest.webmanifest', source: JSON.stringify(manifest) });
    for (const icon of [...icons, appleIcon])
      this.emitFile({ type: 'asset', fileName: icon.file, source: await drawn(icon) });
  },
  transformIndexHtml: () => [
    { tag: 'link', attrs: { rel: 'manifest', href: '/manifest.webmanifest' } },
    { tag: 'link', attrs: { rel: 'apple-touch-icon', href: `/${appleIcon.file}` } },
    { tag: 'meta', attrs: { name: 'theme-color', content: paper, media: '(prefers-color-scheme: light)' } },
    { tag: 'meta', attrs: { name: 'theme-color', content: stage, media: '(prefers-color-scheme: dark)' } },
  ],
});
