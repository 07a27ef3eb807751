import { countries } from '@frontrow/core/billing/countries.ts';

/** A country in words of the reader's language. */
export const countryName = (code: string, language: string): string =>
  new Intl.DisplayNames(language, { type: 'region' }).of(code) ?? code;

/** All countries by name. */
export const countriesByName = (language: string): { value: string; label: string }[] => {
  const names = new Intl.DisplayNames(language, { type: 'region' });
  return countries
    .map((value) => ({ value, label: names.of(value) ?? value }))
    .toSorted((a, b) => a.label.localeCompare(b.label, language));
};
