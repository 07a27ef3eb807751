import sharp from 'sharp';
import { expect, test } from 'vitest';
import { meetingCover, meetingCoverKey } from './pictures.ts';

test('the cover of private meetings is drawn once, in every size, when it is wanted', async () => {
  const stored: string[] = [];
  const storage = { put: (key: string) => Promise.resolve(void stored.push(key)) } as never;
  const cover = meetingCover({ storage });
  expect(await cover('covers/another-400.webp')).toBeUndefined();
  expect(await cover(`${meetingCoverKey}-401.webp`)).toBeUndefined();
  expect(stored).toEqual([]);
  const [small, large] = await Promise.all([
    cover(`${meetingCoverKey}-384.webp`),
    cover(`${meetingCoverKey}-1280.webp`),
  ]);
  expect((await sharp(small).metadata()).width).toBe(384);
  expect((await sharp(large).metadata()).width).toBe(1280);
  expect(new Set(stored).size).toBe(stored.length);
});
