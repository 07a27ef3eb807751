import { expect, test } from 'vitest';
import { readBillingDetails } from './billing-details.ts';
import { taxCountry } from './tax.ts';

const typed = { name: '', address: '', country: null, taxId: '' };

test('an unknown country is refused at its field', () => {
  for (const country of ['XX', 'Germany', 'D'])
    expect(() => readBillingDetails({ ...typed, country })).toThrow(
      expect.objectContaining({ code: 'country_unknown', field: 'country' }),
    );
});

test('billing details may all be empty', () => {
  expect(readBillingDetails({ ...typed, country: ' ' })).toEqual({
    name: '',
    address: '',
    country: undefined,
    taxId: '',
  });
});

test('lines keep their order, and lose spaces and invisible characters', () => {
  expect(
    readBillingDetails({
      name: ' Ada \u202e Lovelace\u0000 ',
      address: ' 12  St James Square \n\n London ',
      country: 'gb',
      taxId: ' GB 123 ',
    }),
  ).toEqual({ name: 'Ada Lovelace', address: '12 St James Square\nLondon', country: 'GB', taxId: 'GB 123' });
});

test('the country is the billing address’s, else the host’s, else none', () => {
  expect([taxCountry('FR', 'DE'), taxCountry(undefined, 'DE'), taxCountry(undefined, undefined)]).toEqual([
    'FR',
    'DE',
    undefined,
  ]);
});
