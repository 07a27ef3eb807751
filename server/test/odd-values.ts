import fc from 'fast-check';

/** Texts that break programs: what cannot be stored, shown, compared, ended or read as what it looks like. */
export const oddTexts: readonly string[] = [
  '',
  ' ',
  '\u0000',
  'a\u0000b',
  '\uD800',
  'a\uDFFF\uD83Db',
  '\uFEFF\u200B\u202E\u2066',
  'e\u0301'.repeat(40),
  '𝕏👩‍👩‍👧‍👦'.repeat(40),
  'x'.repeat(5_000),
  'x'.repeat(70_000),
  "'; DROP TABLE event; --",
  '%_\\%',
  '../../../../etc/passwd',
  '<script>alert(1)</script>',
  '${7*7}{{7*7}}',
  'javascript:alert(1)',
  '//evil.test\\@evil.test',
  'null',
  'NaN',
  '-0',
  '1e309',
  '0x10',
  '٣',
  '9223372036854775808',
  '-1',
  '2026-02-30',
  '+275760-09-13T00:00:00.001Z',
  '0000-00-00',
  '24:00',
  'Mars/Olympus',
  '00000000-0000-0000-0000-000000000000',
  '{"a":',
  '[[[[[[[[[[[[[[[[[[[[1]]]]]]]]]]]]]]]]]]]]',
  '__proto__',
  'constructor',
];

const deep = (levels: number): unknown => {
  let value: unknown = 1;
  for (let level = 0; level < levels; level++) value = level % 2 ? [value] : { a: value };
  return value;
};

const oddThings: readonly unknown[] = [
  null,
  true,
  false,
  0,
  -1,
  0.1,
  1e308,
  2 ** 31,
  2 ** 53,
  -(2 ** 63),
  // The last moment that JavaScript knows, and one after it.
  8.64e15,
  8.65e15,
  [],
  {},
  [null],
  deep(20),
  deep(2_000),
  Array.from({ length: 3_000 }, (_, n) => n),
  { constructor: { prototype: { isAdmin: true } } },
  { length: 1e9 },
  { toString: 1, valueOf: null, then: 'x' },
];

export const oddText: fc.Arbitrary<string> = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...oddTexts) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 300 }) },
);

/** Anything JSON can say and no one meant. */
export const oddValue: fc.Arbitrary<unknown> = fc.oneof(oddText, fc.constantFrom(...oddThings), {
  weight: 1,
  arbitrary: fc.jsonValue({ maxDepth: 3, stringUnit: 'binary' }),
});
