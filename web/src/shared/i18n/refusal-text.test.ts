import { type RefusalCode, refusals } from '@frontrow/core/refuse.ts';
import { afterEach, expect, test } from 'vitest';
import { loadIn } from './index.ts';
import { showLanguage } from './language.ts';
import { refusalText } from './refusal-text.ts';

afterEach(() => showLanguage('en'));

test('a refusal in English is core’s sentence', () => {
  expect(refusalText('tickets_over_maximum', { maximum: 49 })).toBe('The maximum tickets number is 49');
});

test('a refusal is in the reader’s language, with amounts and days as written there', async () => {
  await Promise.all([loadIn('de', ['refusals']), loadIn('es', ['refusals'])]);
  showLanguage('de');
  expect(refusalText('tickets_over_maximum', { maximum: 1000 })).toBe('Es kann höchstens 1.000 Tickets geben');
  expect(refusalText('price_over_maximum', { maximum: '€1,500' })).toBe('Der Preis kann höchstens 1.500\u00A0€ sein');
  expect(refusalText('series_day_past', { day: '2026-03-09' })).toMatch(/^9\.3\.2026 /);
  showLanguage('es');
  expect(refusalText('series_day_past', { day: '2026-03-09' })).toMatch(/^9\/3\/2026 /);
});

test.each(['de', 'es'] as const)(
  '%s has a sentence for every refusal but those that are only a value',
  async (language) => {
    await Promise.all([loadIn('en', ['refusals']), loadIn(language, ['refusals'])]);
    const codes = (Object.keys(refusals) as RefusalCode[]).filter((code) => !/^\{\w+\}$/.test(refusals[code].message));
    const english = codes.map((code) => refusalText(code));
    showLanguage(language);
    expect(codes.filter((code, at) => refusalText(code) === english[at])).toEqual([]);
  },
);
