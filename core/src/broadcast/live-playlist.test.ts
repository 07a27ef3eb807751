import { expect, test } from 'vitest';
import { livePlaylist, type PlaylistSegment, segmentIv } from './live-playlist.ts';

const first = '0b5c9a44-52a5-4f0f-9b3a-7f6f4a3f2c11';
const second = 'c1a3e8d0-0f6e-4a51-8d62-1f0e9d8c7b6a';
const startedAt = Date.UTC(2026, 10, 28, 20);

const segment = (partId: string, ordinal: number, more: Partial<PlaylistSegment> = {}): PlaylistSegment => ({
  partId,
  ordinal,
  keyNumber: 0,
  partBeginsAt: startedAt,
  beginsMs: ordinal * 2000,
  lengthMs: 2000,
  ...more,
});
const many = Array.from({ length: 100 }, (_, ordinal) => segment(first, ordinal));
const live = { ended: false, tail: false };
const linesOf = (text: string, start: string): string[] => text.split('\n').filter((line) => line.startsWith(start));

test('a playlist names every segment with its key, a stated IV and the unencrypted head of its part', () => {
  const text = livePlaylist([segment(first, 0), segment(first, 1, { keyNumber: 1 }), segment(second, 0)], live);
  expect(text.split('\n').slice(7)).toEqual([
    '#EXT-X-KEY:METHOD=NONE',
    `#EXT-X-MAP:URI="segments/${first}/init.mp4"`,
    '#EXT-X-PROGRAM-DATE-TIME:2026-11-28T20:00:00.000Z',
    '#EXT-X-KEY:METHOD=AES-128,URI="keys/0",IV=0x0b5c9a4452a54f0f9b3a7f6f00000000',
    '#EXTINF:2.000,',
    `segments/${first}/0.m4s`,
    '#EXT-X-KEY:METHOD=AES-128,URI="keys/1",IV=0x0b5c9a4452a54f0f9b3a7f6f00000001',
    '#EXTINF:2.000,',
    `segments/${first}/1.m4s`,
    '#EXT-X-DISCONTINUITY',
    '#EXT-X-KEY:METHOD=NONE',
    `#EXT-X-MAP:URI="segments/${second}/init.mp4"`,
    '#EXT-X-PROGRAM-DATE-TIME:2026-11-28T20:00:00.000Z',
    '#EXT-X-KEY:METHOD=AES-128,URI="keys/0",IV=0xc1a3e8d00f6e4a518d621f0e00000000',
    '#EXTINF:2.000,',
    `segments/${second}/0.m4s`,
    '',
  ]);
});

test('no two segments share an initialization vector', () => {
  const ivs = [first, second].flatMap((part) => [0, 1, 15, 16, 65_536].map((ordinal) => segmentIv(part, ordinal)));
  expect(new Set(ivs).size).toBe(ivs.length);
  expect(ivs.every((iv) => /^[0-9a-f]{32}$/.test(iv))).toBe(true);
});

test('a playlist only grows, and ends with the event', () => {
  const before = livePlaylist(many.slice(0, 40), live);
  expect(livePlaylist(many, live).startsWith(before)).toBe(true);
  expect(livePlaylist(many, { ...live, ended: true })).toBe(`${livePlaylist(many, live)}#EXT-X-ENDLIST\n`);
});

test('a delta update leaves out what is older than it says, and begins like a whole playlist', () => {
  const tail = livePlaylist(many, { ended: false, tail: true });
  const skipped = Number(/SKIPPED-SEGMENTS=(\d+)/.exec(tail)?.[1]);
  const skippable = Number(/CAN-SKIP-UNTIL=([\d.]+)/.exec(tail)?.[1]);
  const kept = linesOf(tail, 'segments/');
  expect(skipped + kept.length).toBe(many.length);
  expect(kept.length * 2).toBeGreaterThanOrEqual(skippable);
  expect(linesOf(tail, '#EXT-X-MAP')).toHaveLength(1);
  expect(linesOf(tail, '#EXT-X-PROGRAM-DATE-TIME')).toEqual([
    `#EXT-X-PROGRAM-DATE-TIME:${new Date(startedAt + skipped * 2000).toISOString()}`,
  ]);
  expect(livePlaylist(many.slice(0, 5), { ended: false, tail: true })).not.toContain('SKIP:');
  expect(livePlaylist(many, { ended: true, tail: true }), 'the end is a whole playlist').not.toContain('SKIP:');
});

test('no segment is longer than the playlist says', () => {
  expect(linesOf(livePlaylist(many, live), '#EXT-X-TARGETDURATION')).toEqual(['#EXT-X-TARGETDURATION:4']);
  const longer = livePlaylist([segment(first, 0, { lengthMs: 6_600 })], live);
  expect(linesOf(longer, '#EXT-X-TARGETDURATION')).toEqual(['#EXT-X-TARGETDURATION:7']);
  expect(longer).toContain('CAN-SKIP-UNTIL=42.0');
});
