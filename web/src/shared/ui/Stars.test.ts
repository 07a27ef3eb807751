import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { showLanguage } from '#web/shared/i18n/language.ts';
import { Stars, starFills } from './Stars.tsx';

it('stars are filled by the fraction of the score', () => {
  expect(starFills(4.6)).toEqual([100, 100, 100, 100, 60]);
  expect(starFills(5)).toEqual([100, 100, 100, 100, 100]);
  expect(starFills(0.25)).toEqual([25, 0, 0, 0, 0]);
});

it('the last star is drawn in part, and the score is named in words', () => {
  const drawn = renderToStaticMarkup(createElement(Stars, { value: 4.6, number: true }));
  expect(drawn).toContain('width:60%');
  expect(drawn).toContain('aria-label="4.6 out of 5"');
});

it('the score has the decimal sign of the reader’s language', () => {
  showLanguage('de');
  try {
    expect(renderToStaticMarkup(createElement(Stars, { value: 4.6, number: true }))).toContain('>4,6<');
  } finally {
    showLanguage('en');
  }
});
