import { livePlaylist, segmentIv } from '@frontrow/core/broadcast/live-playlist.ts';
import type { PlaylistLevelType } from 'hls.js';
import { M3U8Parser } from 'hls.js/dist/hls.light.mjs';
import { expect, test } from 'vitest';

const address = 'https://frontrow.test/api/events/e/hls/live.m3u8';
const parts = ['0b5c9a44-52a5-4f0f-9b3a-7f6f4a3f2c11', 'c1a3e8d0-0f6e-4a51-8d62-1f0e9d8c7b6a'] as const;
const startedAt = Date.UTC(2026, 10, 28, 20);
/** Ten minutes, in which the encoder came back once. */
const segments = Array.from({ length: 300 }, (_, at) => ({
  partId: parts[at < 150 ? 0 : 1],
  ordinal: at % 150,
  keyNumber: Math.floor(at / 120),
  partBeginsAt: startedAt + (at < 150 ? 0 : 300_000),
  beginsMs: (at % 150) * 2000,
  lengthMs: 2000,
}));
const parsed = (more: { ended: boolean; tail: boolean }) =>
  M3U8Parser.parseLevelPlaylist(livePlaylist(segments, more), address, 0, 'main' as PlaylistLevelType, 0, null);

test('the player reads every segment of the playlist with its time, its key and its IV', () => {
  const { fragments, live, playlistParsingError, totalduration } = parsed({ ended: false, tail: false });
  expect(playlistParsingError).toBeNull();
  expect([live, totalduration]).toEqual([true, 600]);
  expect(fragments).toHaveLength(300);
  const last = fragments.at(-1)!;
  expect(last.url).toBe(`https://frontrow.test/api/events/e/hls/segments/${parts[1]}/149.m4s`);
  expect(last.programDateTime).toBe(startedAt + 598_000);
  expect(last.decryptdata?.uri).toBe('https://frontrow.test/api/events/e/hls/keys/2');
  expect(Buffer.from(last.decryptdata!.iv!).toString('hex')).toBe(segmentIv(parts[1], 149));
  expect(new Set(fragments.map(({ cc }) => cc))).toEqual(new Set([0, 1]));
  expect(last.initSegment?.url).toBe(`https://frontrow.test/api/events/e/hls/segments/${parts[1]}/init.mp4`);
  expect(last.initSegment?.decryptdata ?? null, 'the head of a part is not encrypted').toBeNull();
});

test('the player reads a delta update, and the end', () => {
  const { fragments, skippedSegments, playlistParsingError } = parsed({ ended: false, tail: true });
  expect(playlistParsingError).toBeNull();
  expect(skippedSegments).toBeGreaterThan(200);
  expect(fragments.filter((one) => one !== null).length + skippedSegments).toBeGreaterThanOrEqual(300);
  expect(parsed({ ended: true, tail: true }).live).toBe(false);
});
