import { expect, test } from 'vitest';
import { byteRange } from './media-files.ts';

test.each([
  [undefined, 'whole'],
  ['bytes=0-', { start: 0, end: 9 }],
  ['bytes=0-0', { start: 0, end: 0 }],
  ['bytes=4-6', { start: 4, end: 6 }],
  ['bytes=4-600', { start: 4, end: 9 }],
  ['bytes=-3', { start: 7, end: 9 }],
  ['bytes=-300', { start: 0, end: 9 }],
  ['bytes=-0', 'none'],
  ['bytes=10-', 'none'],
  ['bytes=6-4', 'whole'],
  ['bytes=-', 'whole'],
  ['bytes=0-1,4-5', 'whole'],
  ['seats=0-1', 'whole'],
  ['bytes=99999999999999999999-', 'whole'],
] as const)('the range %s of ten bytes is read', (header, range) => expect(byteRange(header, 10)).toEqual(range));
