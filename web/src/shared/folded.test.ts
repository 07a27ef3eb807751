import { expect, it } from 'vitest';
import { folded } from './folded.ts';

it.each([
  ['istanbul', 'İstanbul ve IŞIK'],
  ['IŞIK', 'Biraz ışık'],
  ['isik', 'Biraz ışık'],
  ['grosse', 'Der große Saal'],
  ['Große', 'DER GROSSE SAAL'],
  ['ΜΟΥΣ', 'Η μουσική'],
  ['φως', 'ΦΩΣ'],
  ['pina', 'La piñata'],
  ['e\u0301l', '¿Él dijo?'],
])('a search for %s finds %s, whatever the language of the device', (search, text) => {
  expect(folded(text)).toContain(folded(search));
});

it('other letters are not found', () => {
  expect(folded('Biraz ışık')).not.toContain(folded('asik'));
});
