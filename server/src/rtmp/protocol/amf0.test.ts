import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readAmf0, writeAmf0 } from './amf0.ts';
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

const text = (value: string): Buffer => Buffer.concat([Buffer.from([0, value.length]), Buffer.from(value)]);
const member = (name: string, ...value: number[]): Buffer => Buffer.concat([text(name), Buffer.from(value)]);
const end = Buffer.from([0, 0, 9]);
const object = (...members: Buffer[]): Buffer => Buffer.concat([Buffer.from([3]), ...members, end]);

test('kinds without a value of their own are null, and what follows them is read', () => {
  const words = object(
    member('unsupported', 13),
    member('clip', 4),
    member('records', 14),
    member('undefined', 6),
    member('reference', 7, 0, 9),
    member('flag', 1, 1),
  );
  const [read] = readAmf0(words) as [ReadonlyMap<string, unknown>];
  expect(read.get('flag')).toBe(true);
  expect([...read.values()].slice(0, 5)).toEqual([null, null, null, null, null]);
});

test('XML, objects with a class and references to earlier objects are read', () => {
  const xml = Buffer.from([15, 0, 0, 0, 4, 0x3c, 0x61, 0x2f, 0x3e]);
  const typed = Buffer.concat([Buffer.from([16]), text('Encoder'), member('flag', 1, 1), end]);
  const reference = Buffer.from([7, 0, 0]);
  const member1 = new Map([['flag', true]]);
  expect(readAmf0(Buffer.concat([xml, typed, reference]))).toEqual(['<a/>', member1, member1]);
});

test('a value in AMF3 is read, with its references', () => {
  // A dynamic object: app = 'live', number 300, again = the same text by reference, then an array of two.
  const amf3 = Buffer.concat([
    Buffer.from([17, 10, 0x0b, 1]),
    Buffer.from([0x07, 0x61, 0x70, 0x70, 6, 0x09, 0x6c, 0x69, 0x76, 0x65]),
    Buffer.from([0x03, 0x6e, 4, 0x82, 0x2c]),
    Buffer.from([0x03, 0x62, 6, 2]),
    Buffer.from([0x03, 0x6c, 9, 0x05, 1, 3, 2]),
    Buffer.from([1]),
  ]);
  const expected = new Map<string, unknown>([
    ['app', 'live'],
    ['n', 300],
    ['b', 'live'],
    ['l', [true, false]],
  ]);
  expect(readAmf0(Buffer.concat([amf3, Buffer.from([5])]))).toEqual([expected, null]);
});

test('reading ends at a value of an unknown kind, and keeps what came before it', () => {
  const words = object(member('app', 2, 0, 1, 0x61), member('new', 77, 1, 2, 3), member('lost', 1, 1));
  expect(readAmf0(Buffer.concat([words, Buffer.from([5])]))).toEqual([
    new Map([
      ['app', 'a'],
      ['new', null],
    ]),
  ]);
  const vector = Buffer.from([17, 13, 3, 0, 0, 0, 0, 1]);
  expect(readAmf0(Buffer.concat([Buffer.from([1, 1]), vector]))).toEqual([true, null]);
});

test.each([
  ['cut off', Buffer.from([2, 0, 9, 0x61])],
  ['too deep', Buffer.from(Array.from({ length: 40 }, () => [3, 0, 1, 0x61]).flat())],
  ['an endless list', Buffer.from([10, 0xff, 0xff, 0xff, 0xff])],
  ['too many', Buffer.alloc(600, 5)],
  ['an endless list in AMF3', Buffer.from([17, 9, 0xff, 0xff, 0xff, 0xff, 1])],
  ['an object with too many members in AMF3', Buffer.from([17, 10, 0xff, 0xff, 0xff, 0xf3, 1])],
])('a value %s is refused', (_, bytes) => {
  expect(() => readAmf0(bytes)).toThrow(BadStream);
});

test(`any bytes are read or refused, and nothing else`, () => {
  const kinds = fc.constantFrom(0, 1, 2, 3, 5, 7, 8, 9, 10, 11, 12, 15, 16, 17);
  const anyBytes = fc.array(fc.oneof(kinds, fc.integer({ min: 0, max: 255 })), { maxLength: 400 });
  fc.assert(
    fc.property(anyBytes, (list) => {
      try {
        readAmf0(Buffer.from(list));
      } catch (error) {
        if (!(error instanceof BadStream)) throw error;
      }
    }),
    { numRuns: 3_000, seed: 20_261 },
  );
});
