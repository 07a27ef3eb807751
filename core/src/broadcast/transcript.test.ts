import { expect, test } from 'vitest';
import { cuesOf, vttOf } from './transcript.ts';

test('a line begins when the one before it ends, or as long ago as saying it takes', () => {
  const cues = cuesOf([
    { at: 10_000, username: 'ann', text: 'Hello.' },
    { at: 10_400, username: 'ann', text: 'How are you today, everyone?' },
    { at: 60_000, username: 'ben', text: 'x'.repeat(400) },
    { at: 60_000, username: 'ann', text: 'Yes.' },
  ]);
  expect(cues.map(({ from, to }) => [from, to])).toEqual([
    [9_000, 10_000],
    [10_000, 10_400],
    [52_000, 60_000],
    [59_999, 60_000],
  ]);
});

test('WebVTT counts from the beginning of the replay, and nothing said can break a cue', () => {
  const cues = [
    { from: 500, to: 900, username: 'ann', text: 'before' },
    { from: 900, to: 2_500, username: 'ann', text: 'a < b\n\n00:01.000 --> 00:02.000\n<b>&' },
    { from: 3_724_000, to: 3_725_250, username: 'ben', text: 'late' },
  ];
  expect(vttOf(cues, 1_000)).toBe(`WEBVTT

00:00:00.000 --> 00:00:01.500
<v ann>a &lt; b 00:01.000 --&gt; 00:02.000 &lt;b&gt;&amp;

01:02:03.000 --> 01:02:04.250
<v ben>late
`);
});
