import { expect, test } from 'vitest';
import { readAmf0 } from './amf0-reader.ts';
import { writeAmf0 } from './amf0-writer.ts';
import { BadStream } from './bad-stream.ts';

test('what is written is read', () => {
  const values = readAmf0(writeAmf0('connect', 1, true, null, { app: 'live', deep: { x: 1 } }));
  expect(values).toEqual([
    'connect',
    1,
    true,
    null,
    new Map<string, unknown>([
      ['app', 'live'],
      ['deep', new Map([['x', 1]])],
    ]),
  ]);
});

test('the kinds that only encoders write are read: arrays, dates, long texts', () => {
  const ecma = Buffer.from([8, 0, 0, 0, 9, 0, 1, 0x61, 1, 1, 0, 0, 9]);
  const strict = Buffer.from([10, 0, 0, 0, 2, 5, 6]);
  const date = Buffer.concat([Buffer.from([11]), Buffer.alloc(10)]);
  const long = Buffer.from([12, 0, 0, 0, 2, 0x68, 0x69]);
  expect(readAmf0(Buffer.concat([ecma, strict, date, long]))).toEqual([new Map([['a', true]]), [null, null], 0, 'hi']);
});

test('a name of ours is only a text in theirs', () => {
  const [object] = readAmf0(writeAmf0({ ['__proto__']: 1, constructor: 2 }));
  expect(object).toBeInstanceOf(Map);
  expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
});

test.each([
  ['cut off', Buffer.from([2, 0, 9, 0x61])],
  ['of an unknown kind', Buffer.from([77])],
  ['too deep', Buffer.from(Array.from({ length: 40 }, () => [3, 0, 1, 0x61]).flat())],
  ['an endless list', Buffer.from([10, 0xff, 0xff, 0xff, 0xff])],
  ['too many', Buffer.alloc(600, 5)],
])('a value %s is refused', (_, bytes) => {
  expect(() => readAmf0(bytes)).toThrow(BadStream);
});
