import { expect, test } from 'vitest';
import { zoneBlock } from './email-formats.ts';

/** Each stretch as `name from>to since`. */
const stretches = (zone: string, iso: string): string[] =>
  [
    ...zoneBlock(zone, Date.parse(iso)).matchAll(
      /BEGIN:(STANDARD|DAYLIGHT)\r\nDTSTART:(\S+)\r\nTZOFFSETFROM:(\S+)\r\nTZOFFSETTO:(\S+)/g,
    ),
  ].map(([, name, since, before, offset]) => `${name} ${before}>${offset} ${since}`);

test('the block of a time zone names the zone, and closes what it opens', () => {
  const lines = zoneBlock('Europe/Madrid', Date.parse('2026-06-01T18:00Z')).split('\r\n');
  expect([lines[0], lines[1], lines.at(-1)]).toEqual(['BEGIN:VTIMEZONE', 'TZID:Europe/Madrid', 'END:VTIMEZONE']);
});

test.each([
  [
    'summer',
    'Europe/Madrid',
    '2026-06-01T18:00Z',
    [
      'DAYLIGHT +0100>+0200 20260329T020000',
      'STANDARD +0200>+0100 20261025T030000',
      'DAYLIGHT +0100>+0200 20270328T020000',
    ],
  ],
  [
    'winter, west of Greenwich',
    'America/New_York',
    '2026-11-22T18:30Z',
    [
      'STANDARD -0400>-0500 20261101T020000',
      'DAYLIGHT -0500>-0400 20270314T020000',
      'STANDARD -0400>-0500 20271107T020000',
    ],
  ],
  [
    'the last minute before the clocks change',
    'Europe/Madrid',
    '2026-03-29T00:59Z',
    ['STANDARD +0200>+0100 20251026T030000', 'DAYLIGHT +0100>+0200 20260329T020000'],
  ],
  [
    'the minute they change',
    'Europe/Madrid',
    '2026-03-29T01:00Z',
    ['DAYLIGHT +0100>+0200 20260329T020000', 'STANDARD +0200>+0100 20261025T030000'],
  ],
  [
    'half an hour, south of the equator',
    'Australia/Lord_Howe',
    '2026-01-10T00:00Z',
    [
      'DAYLIGHT +1030>+1100 20251005T020000',
      'STANDARD +1100>+1030 20260405T020000',
      'DAYLIGHT +1030>+1100 20261004T020000',
    ],
  ],
  ['clocks that stopped changing', 'Asia/Kathmandu', '2026-01-01T00:00Z', ['STANDARD +0530>+0545 19860101T000000']],
  ['clocks that never changed', 'Etc/GMT+5', '2026-01-01T00:00Z', ['STANDARD -0500>-0500 19700101T000000']],
])('%s', (_case, zone, at, expected) => {
  expect(stretches(zone, at).slice(0, expected.length)).toEqual(expected);
});
