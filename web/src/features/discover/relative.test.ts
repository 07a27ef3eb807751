import { beforeAll, describe, expect, it } from 'vitest';
import { loadCatalogues } from '#web/shared/i18n/index.ts';
import { setLanguage } from '#web/shared/menu/choose-language.ts';
import { formatRelative } from './relative.ts';

beforeAll(() => loadCatalogues(['discover']));

describe('relative time', () => {
  const at = Date.UTC(2026, 10, 22, 18, 30);

  it('a time is named by its distance from now', () => {
    expect(formatRelative(at, at + 24 * 60_000)).toBe('24 min ago');
    expect(formatRelative(at, at - 3 * 3_600_000)).toBe('in 3 h');
    expect(formatRelative(at, at)).toBe('this minute');
    expect(formatRelative(at, at + 24 * 3_600_000)).toBe('yesterday');
    expect(formatRelative(at, at - 50 * 3_600_000)).toBe('in 2 days');
  });

  it('relative time is in the language of the interface', async () => {
    await setLanguage('de');
    expect(formatRelative(at, at + 24 * 60_000)).toBe('vor 24 Min.');
    await setLanguage('es');
    expect(formatRelative(at, at + 24 * 60_000)).toBe('hace 24 min');
    await setLanguage('en');
  });
});
