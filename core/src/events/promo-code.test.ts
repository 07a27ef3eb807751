import { expect, test } from 'vitest';
import { plainPromoCode } from './promo-code.ts';

test.each([' sale20 ', 'ＳＡＬＥ２０', 'SALE٢٠', 'sale२०'])('%j is the promo code SALE20', (typed) =>
  expect(plainPromoCode(typed)).toBe('SALE20'),
);

test('a promo code typed in Turkish capitals is the same one', () =>
  expect(['İNDİRİM20', 'indirim20', 'ındırım20'].map(plainPromoCode)).toEqual(Array(3).fill('INDIRIM20')));
