import { expect, test } from 'vitest';
import { composedAt, heardAt, nextRecorded, recordedMs, type Recorded, spanOf, type Track } from './composition.ts';

const track = (username: string, kind: Track['kind'], begins: number, ends: number): Track => ({
  kind,
  username,
  begins_at: begins,
  ends_at: ends,
  file_begins_at: begins,
  url: `/${username}-${kind}-${begins}`,
  mime_type: 'video/mp4',
  has_sound: kind === 'audio',
});

const recorded: Recorded = {
  host: { username: 'host', user_avatar: null },
  skips: [],
  tracks: [
    track('host', 'camera', 0, 60_000),
    track('host', 'audio', 0, 100_000),
    track('ann', 'camera', 10_000, 20_000),
    track('ann', 'audio', 10_000, 20_000),
    track('host', 'screen', 40_000, 60_000),
    track('ann', 'camera', 70_000, 80_000),
    track('host', 'audio', 200_000, 210_000),
  ],
  stage: [
    { at: 10_000, username: 'ann' },
    { at: 20_000, username: null },
    { at: 30_000, username: 'ben' },
    { at: 35_000, username: null },
    { at: 70_000, username: 'ann' },
  ],
};

const shownAt = (at: number): string[] => {
  const { main, tiles } = composedAt(recorded, at);
  return [main, ...tiles].map(({ username, track: of }) => `${username} ${of?.kind ?? 'name'}`);
};

test('shows what the room showed, and switches with the turns', () => {
  expect(shownAt(5_000)).toEqual(['host camera']);
  expect(shownAt(15_000)).toEqual(['host camera', 'ann camera']);
  expect(shownAt(20_000)).toEqual(['host camera']);
  expect(shownAt(50_000)).toEqual(['host screen', 'host camera']);
  expect(shownAt(75_000)).toEqual(['ann camera']);
});

test('shows the name alone of a viewer who stayed off the recording', () => {
  expect(shownAt(32_000)).toEqual(['host camera', 'ben name']);
});

test('plays the sound of everyone who was heard', () => {
  expect(heardAt(recorded, 15_000).map(({ username }) => username)).toEqual(['host', 'ann']);
  expect(heardAt(recorded, 150_000)).toEqual([]);
});

test('skips what was not recorded, and counts it out', () => {
  expect(nextRecorded(recorded, 120_000)).toBe(200_000);
  expect(nextRecorded(recorded, 15_000)).toBe(15_000);
  expect(nextRecorded(recorded, 198_000)).toBe(198_000);
  expect(nextRecorded(recorded, 300_000)).toBe(300_000);
  expect(recordedMs(recorded.tracks)).toBe(110_000);
  expect(spanOf(recorded.tracks)).toEqual({ begins: 0, ends: 210_000 });
});
