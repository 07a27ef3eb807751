import { expect, test } from 'vitest';
import { findAnswers, markedPieces } from './help-search.ts';

const answers = [
  { id: 'late', title: 'The host is late', text: 'You can request a <tickets>refund</tickets>.' },
  { id: 'refund', title: 'When do I get a refund?', text: 'If the host cancels.' },
  { id: 'login', title: 'I can’t log in', text: 'Reset your password.' },
];
const idsOf = (search: string) => findAnswers(answers, search).map(({ id }) => id);

test('an empty search lists every answer', () => expect(idsOf('  ')).toEqual(['late', 'refund', 'login']));

test('answers with the word in the question come before those with it in the text', () =>
  expect(idsOf('Refund')).toEqual(['refund', 'late']));

test('every word has to be found, by its beginning and without accents', () => {
  expect(idsOf('host canc')).toEqual(['refund']);
  expect(idsOf('réset')).toEqual(['login']);
  expect(idsOf('smell-o-vision')).toEqual([]);
});

test('names of links inside an answer are not searched', () => expect(idsOf('tickets')).toEqual([]));

test('words that begin with the search are marked', () =>
  expect(markedPieces('Refunds, a refund', 'refund').filter(({ marked }) => marked)).toEqual([
    { text: 'Refunds', marked: true },
    { text: 'refund', marked: true },
  ]));
