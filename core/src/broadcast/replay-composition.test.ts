import { expect, test } from 'vitest';
import {
  composedAt,
  heardAt,
  nextRecorded,
  recordedMs,
  type Recorded,
  type RecordedTrack,
  scenesOf,
  spanOf,
} from './replay-composition.ts';

const track = (username: string, kind: RecordedTrack['kind'], begins: number, ends: number): RecordedTrack => ({
  kind,
  username,
  beginsAt: begins,
  endsAt: ends,
  hasSound: kind === 'audio',
});

const recorded: Recorded = {
  host: 'host',
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

test('a replay shows what the room showed, and switches with the turns', () => {
  expect(shownAt(5_000)).toEqual(['host camera']);
  expect(shownAt(15_000)).toEqual(['host camera', 'ann camera']);
  expect(shownAt(20_000)).toEqual(['host camera']);
  expect(shownAt(50_000)).toEqual(['host screen', 'host camera']);
  expect(shownAt(75_000)).toEqual(['ann camera']);
});

test('only the name of a viewer who stayed off the recording is shown', () => {
  expect(shownAt(32_000)).toEqual(['host camera', 'ben name']);
});

test('the sound of everyone who was heard is played', () => {
  expect(heardAt(recorded, 15_000).map(({ username }) => username)).toEqual(['host', 'ann']);
  expect(heardAt(recorded, 150_000)).toEqual([]);
});

test('stretches that were not recorded are skipped, and do not count', () => {
  expect(nextRecorded(recorded, 120_000)).toBe(200_000);
  expect(nextRecorded(recorded, 15_000)).toBe(15_000);
  expect(nextRecorded(recorded, 198_000)).toBe(198_000);
  expect(nextRecorded(recorded, 300_000)).toBe(300_000);
  expect(recordedMs(recorded.tracks)).toBe(110_000);
  expect(spanOf(recorded.tracks)).toEqual({ begins: 0, ends: 210_000 });
});

test('scenes follow each other without what was cut out or not recorded, and begin where something changes', () => {
  const scenes = scenesOf({ ...recorded, skips: [{ from: 50_000, to: 55_000 }] });
  const seen = scenes.map(({ from, to, composition: { main, tiles }, heard }) =>
    [
      `${from / 1000}-${to / 1000}`,
      ...[main, ...tiles].map(({ username, track: of }) => `${username} ${of?.kind ?? 'name'}`),
      heard.map(({ username }) => username).join('+'),
    ].join(' | '),
  );
  expect(seen).toEqual([
    '0-10 | host camera | host',
    '10-20 | host camera | ann camera | host+ann',
    '20-30 | host camera | host',
    '30-35 | host camera | ben name | host',
    '35-40 | host camera | host',
    '40-50 | host screen | host camera | host',
    '55-60 | host screen | host camera | host',
    '60-70 | host name | host',
    '70-80 | ann camera | host',
    '80-100 | host name | ann name | host',
    '200-210 | host name | ann name | host',
  ]);
  expect(scenesOf({ ...recorded, tracks: [] })).toEqual([]);
});

test('a short break stays in as a pause, and a change without effect divides no scene', () => {
  const [first, second] = [track('host', 'camera', 0, 10_000), track('host', 'camera', 12_000, 20_000)];
  const scenes = scenesOf({ host: 'host', tracks: [first, second], stage: [{ at: 5_000, username: null }], skips: [] });
  expect(scenes.map(({ from, to, composition }) => [from, to, composition.main.track])).toEqual([
    [0, 10_000, first],
    [10_000, 12_000, undefined],
    [12_000, 20_000, second],
  ]);
});
