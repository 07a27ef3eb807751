import { describe, expect, it } from 'vitest';
import { formatRelative, relativeLanguage } from './relative.ts';

describe('relative time', () => {
  const at = Date.UTC(2026, 10, 22, 18, 30);

  it('tells how long ago', () => {
    expect(formatRelative(at, at + 24 * 60_000)).toBe('24 min ago');
    expect(formatRelative(at, at - 3 * 3_600_000)).toBe('in 3 h');
    expect(formatRelative(at, at)).toBe('this minute');
    expect(formatRelative(at, at + 24 * 3_600_000)).toBe('yesterday');
    expect(formatRelative(at, at - 50 * 3_600_000)).toBe('in 2 days');
  });

  it('is in English or Spanish only', () => {
    const said = (...wanted: string[]) => formatRelative(at, at + 24 * 60_000, relativeLanguage(wanted));
    for (const spanish of [['es'], ['es-AR'], ['ES-419', 'en'], ['ca', 'es', 'en']])
      expect(said(...spanish)).toBe('hace 24 min');
    for (const other of [[], ['de'], ['en-GB', 'es'], ['fr', 'en', 'es'], ['est']])
      expect(said(...other)).toBe('24 min ago');
  });
});
