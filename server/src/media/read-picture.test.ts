import { deflateSync } from 'node:zlib';
import sharp, { type Sharp } from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newHost, type TestActor } from '../../test/actors.ts';
import { testApp, type TestApp } from '../../test/harness.ts';
import { dataUrlOf, goodForm, publish } from '../../test/publish-form.ts';
import { readPicture, sizeCover } from './pictures.ts';

let app: TestApp;
let host: TestActor;
beforeAll(async () => {
  app = await testApp();
  host = await newHost(app);
});
afterAll(() => app.close());

const small = (): Sharp => sharp({ create: { width: 64, height: 36, channels: 3, background: '#FF5A4A' } });
const codeOf = async (dataUrl: string): Promise<unknown> =>
  ((await readPicture(dataUrl, 'event_cover_image')) as { code?: string }).code;

/** A PNG of one color whose pixels would be far larger than its bytes. */
function bomb(side: number): Buffer {
  const chunk = (name: string, body: Buffer): Buffer => {
    const typed = Buffer.concat([Buffer.from(name, 'latin1'), body]);
    const length = Buffer.alloc(4);
    length.writeUInt32BE(body.length);
    const sum = Buffer.alloc(4);
    sum.writeUInt32BE(crc32(typed));
    return Buffer.concat([length, typed, sum]);
  };
  const header = Buffer.alloc(13);
  header.writeUInt32BE(side, 0);
  header.writeUInt32BE(side, 4);
  header.set([8, 0, 0, 0, 0], 8);
  const rows = deflateSync(Buffer.alloc((side + 1) * side), { level: 9 });
  return Buffer.concat([
    Buffer.from([137, 80, 78, 71, 13, 10, 26, 10]),
    chunk('IHDR', header),
    chunk('IDAT', rows),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function crc32(bytes: Buffer): number {
  let sum = 0xffffffff;
  for (const byte of bytes) {
    sum ^= byte;
    for (let bit = 0; bit < 8; bit++) sum = (sum >>> 1) ^ (sum & 1 ? 0xedb88320 : 0);
  }
  return (sum ^ 0xffffffff) >>> 0;
}

describe('pictures that are not taken', () => {
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>');
  const html = Buffer.from('<!doctype html><script>alert(1)</script>');
  const gif = Buffer.from('GIF89a\u0001\u0000\u0001\u0000\u0000\u0000\u0000;', 'latin1');

  test.each([
    ['nothing', '', 'image_required'],
    ['an address', 'https://example.test/cat.png', 'image_type'],
    ['svg', dataUrlOf(svg, 'image/svg+xml'), 'image_type'],
    ['svg that calls itself png', dataUrlOf(svg, 'image/png'), 'image_type'],
    ['html', dataUrlOf(html, 'text/html'), 'image_type'],
    ['html that calls itself png', dataUrlOf(html, 'image/png'), 'image_type'],
    ['gif', dataUrlOf(gif, 'image/gif'), 'image_type'],
    ['gif that calls itself jpeg', dataUrlOf(gif, 'image/jpeg'), 'image_type'],
    ['something else than base64', 'data:image/png;base64,%%%', 'image_unreadable'],
    [
      'a png of which only the first bytes are there',
      dataUrlOf(Buffer.from([137, 80, 78, 71, 13, 10, 26, 10, 0, 0])),
      'image_type',
    ],
    ['more than 10 MB', dataUrlOf(Buffer.alloc(10 * 1024 * 1024 + 1)), 'image_too_large'],
  ])('%s', async (_what, dataUrl, code) => expect(await codeOf(dataUrl)).toBe(code));

  test('a truncated picture is refused when it is decoded, and nothing is kept', async () => {
    const whole = await sharp({
      create: {
        width: 800,
        height: 450,
        channels: 3,
        background: 'red',
        noise: { type: 'gaussian', mean: 120, sigma: 40 },
      },
    })
      .jpeg()
      .toBuffer();
    const before = await app.db.one('SELECT count(*) FROM event');
    const answer = await publish(
      app,
      host,
      await goodForm(app, { event_cover_image: dataUrlOf(whole.subarray(0, whole.length / 2), 'image/jpeg') }),
    );
    expect(answer.errors).toEqual([
      {
        message: 'We can’t read this image. Please choose another one.',
        code: 'image_unreadable',
        field: 'event_cover_image',
      },
    ]);
    expect(await app.db.one('SELECT count(*) FROM event')).toEqual(before);
  });

  test('a 14,000 × 14,000 bomb is refused from its header: its 196 million pixels are never decoded', async () => {
    const dataUrl = dataUrlOf(bomb(14_000));
    expect(dataUrl.length).toBeLessThan(1_000_000);
    const before = process.memoryUsage.rss();
    const answer = await publish(app, host, await goodForm(app, { event_cover_image: dataUrl }));
    expect(answer.status).toBe(413);
    expect(answer.errors).toEqual([
      {
        message: 'This image is too large. Use at most 10 MB and 25 megapixels.',
        code: 'image_too_large',
        field: 'event_cover_image',
      },
    ]);
    expect(process.memoryUsage.rss() - before).toBeLessThan(100_000_000);
  });

  test('a form field far over the limit is refused while it arrives', async () => {
    const answer = await publish(
      app,
      host,
      await goodForm(app, { event_cover_image: `data:image/png;base64,${'A'.repeat(15 * 1024 * 1024)}` }),
    );
    expect(answer.status).toBe(413);
  });
});

describe('pictures that are taken', () => {
  test('PNG, JPEG and WebP are taken, whatever type their data URL claims', async () => {
    expect(await codeOf(dataUrlOf(await small().png().toBuffer(), 'image/jpeg'))).toBeUndefined();
    expect(await codeOf(dataUrlOf(await small().jpeg().toBuffer()))).toBeUndefined();
    expect(await codeOf(dataUrlOf(await small().webp().toBuffer()))).toBeUndefined();
  });

  test('pictures that are taken are turned upright, cropped to 16:9 in every size, and lose their metadata', async () => {
    const photo = await turnedPhoto(await sharp(redOverBlue).jpeg().toBuffer());
    expect(await sharp(photo).metadata()).toMatchObject({ orientation: 6, width: 900, height: 1600 });
    const sized = await sizeCover(photo);
    expect(sized.map(({ width }) => width)).toEqual([1280, 768, 384]);
    for (const { width, webp } of sized) {
      const meta = await sharp(webp).metadata();
      expect(meta).toMatchObject({ format: 'webp', width, height: Math.round((width * 9) / 16) });
      expect(meta.exif).toBeUndefined();
      expect(webp.includes('canary')).toBe(false);
      await expectRedOverBlue(webp);
    }
  });

  test('CMYK, grey, 16 bits and animated become a cover in sRGB', async () => {
    const drawn = sharp(redOverBlue);
    const print = await drawn.clone().toColourspace('cmyk').jpeg().toBuffer();
    expect(await sharp(print).metadata()).toMatchObject({ space: 'cmyk', channels: 4 });
    const deep = await drawn.clone().toColourspace('rgb16').png().toBuffer();
    const next = await drawn.clone().flip().toBuffer();
    const moving = await sharp([redOverBlue, next], { join: { animated: true } })
      .webp()
      .toBuffer();
    expect((await sharp(moving).metadata()).pages).toBe(2);
    for (const picture of [print, deep, moving]) {
      expect(await codeOf(dataUrlOf(picture))).toBeUndefined();
      await expectRedOverBlue((await sizeCover(picture))[0]!.webp);
    }
    const grey = await drawn.clone().greyscale().png().toBuffer();
    expect((await sizeCover(grey)).length).toBe(3);
  });
});

const redOverBlue = Buffer.from(
  '<svg xmlns="http://www.w3.org/2000/svg" width="1600" height="900"><rect width="1600" height="900" fill="#d22"/>' +
    '<rect y="450" width="1600" height="450" fill="#22d"/></svg>',
);

/** Stored lying with an orientation tag, as phones do. */
async function turnedPhoto(upright: Buffer): Promise<Buffer> {
  return sharp(await sharp(upright).rotate(-90).toBuffer())
    .withMetadata({ orientation: 6 })
    .withExifMerge({ IFD0: { Copyright: 'canary' }, IFD3: { GPSLatitude: '51/1 30/1 0/1' } })
    .jpeg()
    .toBuffer();
}

async function expectRedOverBlue(picture: Buffer): Promise<void> {
  const { data, info } = await sharp(picture).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const at = (share: number): [number, number] => {
    const pixel = (Math.floor(info.height * share) * info.width + Math.floor(info.width / 2)) * info.channels;
    return [data[pixel]!, data[pixel + 2]!];
  };
  const [[redAbove, blueAbove], [redBelow, blueBelow]] = [at(0.2), at(0.8)];
  expect([redAbove > blueAbove + 60, blueBelow > redBelow + 60]).toEqual([true, true]);
}

test('the media path answers stored files and nothing else', async () => {
  for (const path of [
    '/media/../postgres/PG_VERSION',
    '/media/%2e%2e/%2e%2e/etc/passwd',
    '/media/covers/..%2f..%2fsecret.webp',
    '/media/covers/none-1280.webp',
    '/media/covers/x.html',
  ]) {
    const answer = await app.http.inject(path);
    expect([path, answer.statusCode, answer.json<{ errors: { code: string }[] }>().errors[0]?.code]).toEqual([
      path,
      404,
      'not_found',
    ]);
  }
});
