import { expect, test } from 'vitest';
import { titleIn } from './title-in.ts';

test('the title of a private meeting is in its reader’s language, and names stay as they are', () => {
  expect(titleIn('Private meeting with Nora Vale', 'de')).toBe('Privates Treffen mit Nora Vale');
  expect(titleIn('Private meeting with Nora Vale', 'es')).toBe('Reunión privada con Nora Vale');
  expect(titleIn('Private meeting', 'de')).toBe('Privates Treffen');
  expect(titleIn('Private meeting with Nora Vale', 'en')).toBe('Private meeting with Nora Vale');
});

test('the title of a replay for sale is in its reader’s language', () => {
  expect(titleIn('Replay: Lisbon mornings', 'de')).toBe('Aufzeichnung: Lisbon mornings');
  expect(titleIn('Replay: Lisbon mornings', 'es')).toBe('Grabación: Lisbon mornings');
  expect(titleIn('Replay: Lisbon mornings', 'en')).toBe('Replay: Lisbon mornings');
});

test('a title that a host wrote stays as it is', () => {
  for (const title of ['Late set from the kitchen', 'My private meeting with fate', 'Private meetings explained', ''])
    expect(titleIn(title, 'de')).toBe(title);
});
