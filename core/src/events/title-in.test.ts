import { expect, test } from 'vitest';
import { titleIn, writtenTitle } from './title-in.ts';

test('the title of a private meeting is in its reader’s language, and names stay as they are', () => {
  const title = { text: 'Private meeting with Nora Vale', made: 'meeting' } as const;
  expect(titleIn(title, 'de')).toBe('Privates Treffen mit Nora Vale');
  expect(titleIn(title, 'es')).toBe('Reunión privada con Nora Vale');
  expect(titleIn({ text: 'Private meeting', made: 'meeting' }, 'de')).toBe('Privates Treffen');
  expect(titleIn(title, 'en')).toBe('Private meeting with Nora Vale');
});

test('the title of a replay for sale is in its reader’s language', () => {
  const title = { text: 'Replay: Lisbon mornings', made: 'replay' } as const;
  expect(titleIn(title, 'de')).toBe('Aufzeichnung: Lisbon mornings');
  expect(titleIn(title, 'es')).toBe('Grabación: Lisbon mornings');
  expect(titleIn(title, 'en')).toBe('Replay: Lisbon mornings');
});

test('a title that a host wrote stays as it is, even if it reads like one of ours', () => {
  for (const title of ['Replay: Live at Home', 'Private meeting with fate', 'Private meeting', 'Late set', ''])
    expect(titleIn(writtenTitle(title), 'de')).toBe(title);
  expect(titleIn({ text: 'Replay: Replay: Live at Home', made: 'replay' }, 'de')).toBe(
    'Aufzeichnung: Replay: Live at Home',
  );
});
