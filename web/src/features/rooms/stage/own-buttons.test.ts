import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

it('no video of a room gets Firefox’s own pop-out button, which covers faces and controls', () => {
  const rooms = new URL('..', import.meta.url);
  const covered = readdirSync(rooms, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.tsx'))
    .filter((name) => {
      const videos = readFileSync(new URL(name, rooms), 'utf8')
        .split(/<video\b/)
        .slice(1);
      return videos.some((video) => !/^(?:=>|[^>])*\bdisablePictureInPicture\b/.test(video.replaceAll('=>', '')));
    });
  expect(covered).toEqual([]);
});
