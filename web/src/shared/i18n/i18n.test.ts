import { describe, expect, it } from 'vitest';
import { setLanguage } from '../menu/choose-language.ts';
import { loadCatalogues, text } from './index.ts';

describe('texts', () => {
  it('a text has the plural form of its count, and its values', () => {
    expect(text('app', 'card.seatsLeft', { count: 1 })).toBe('1 seat left');
    expect(text('app', 'card.seatsLeft', { count: 8 })).toBe('8 seats left');
    expect(text('app', 'footer.copyright', { year: 2026 })).toBe('© 2026 Frontrow');
  });

  it('thousands are separated in counts, and not in years', () => {
    expect(text('app', 'card.seatsLeft', { count: 12_500 })).toBe('12,500 seats left');
    expect(text('app', 'footer.copyright', { year: 2026 })).toBe('© 2026 Frontrow');
    expect(text('app', 'stars', { value: 4.6 })).toBe('4.6 out of 5');
  });

  it('a text of another feature can be used', () => expect(text('discover', 'app:name')).toBe('Frontrow'));

  it('a missing text shows its key, so that it is noticed', () => {
    expect(text('app', 'nav.nowhere' as 'nav.home')).toBe('nav.nowhere');
  });

  it('every loaded text is in the chosen language, even if it is loaded during the switch', async () => {
    await loadCatalogues(['discover']);
    await setLanguage('de');
    expect(text('app', 'card.seatsLeft', { count: 12_500 })).toBe('Noch 12.500 Plätze');
    expect(text('app', 'stars', { value: 4.6 })).toContain('4,6');
    expect(text('discover', 'relative.yesterday')).toBe('gestern');
    const switching = setLanguage('es');
    await Promise.all([loadCatalogues(['search']), switching]);
    expect(text('search', 'app:footer.language')).toBe('Idioma');
    expect(text('search', 'title')).not.toBe('title');
    await setLanguage('en');
  });

  it('a feature’s texts are loaded on request', async () => {
    await loadCatalogues(['auth']);
    expect(text('auth', 'login.title')).toBe('Welcome back');
  });
});
