import { expect, test } from 'vitest';
import { jsonTextCharsMax, jsonTextDepthMax, readJsonText } from './text.ts';

const nested = (depth: number): string => '['.repeat(depth) + ']'.repeat(depth);

test('JSON text is read', () => {
  expect(readJsonText('[{"a": "[[[[[[[[[[\\"{{{"}]')).toEqual({ ok: true, value: [{ a: '[[[[[[[[[["{{{' }] });
});

test('a text that is no JSON, too deep or too long is not read', () => {
  expect(readJsonText(nested(jsonTextDepthMax)).ok).toBe(true);
  expect(readJsonText(nested(jsonTextDepthMax + 1)).ok).toBe(false);
  expect(readJsonText(nested(30_000)).ok).toBe(false);
  expect(readJsonText('{').ok).toBe(false);
  expect(readJsonText(`"${'x'.repeat(jsonTextCharsMax)}"`).ok).toBe(false);
});
