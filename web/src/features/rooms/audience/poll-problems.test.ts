import { expect, test } from 'vitest';
import { pollChoiceCharsMax, pollTextCharsMax } from '@frontrow/core/rooms/polls.ts';
import { isSound, pollProblems } from './poll-problems.ts';

const choices = (...texts: string[]) => texts.map((text, index) => ({ id: index + 1, text }));
const said = (text: string, ...texts: string[]) => {
  const { text: problem, choices: found } = pollProblems(text, choices(...texts));
  return [problem, Object.fromEntries(found)];
};

test('an empty poll lists its question and two answers at once', () => {
  expect(said(' ', '', ' ')).toEqual(['text', { 1: 'choice', 2: 'choice' }]);
  expect(isSound(pollProblems(' ', choices('', '')))).toBe(false);
});

test('a poll with two answers may leave the fields of others empty', () => {
  expect(said('Encore?', 'Yes', '', 'No', '')).toEqual([undefined, {}]);
  expect(isSound(pollProblems('Encore?', choices('Yes', '', 'No')))).toBe(true);
});

test('one answer of three fields asks for one more, in the first empty field', () =>
  expect(said('Encore?', '', 'Yes', '')).toEqual([undefined, { 1: 'choice' }]));

test('an answer that is there already and texts that are too long are named at their fields', () => {
  expect(said('Encore?', 'Yes', ' Yes ')).toEqual([undefined, { 2: 'same' }]);
  const long = (count: number) => '🎸'.repeat(count);
  expect(said(long(pollTextCharsMax), 'Yes', long(pollChoiceCharsMax))).toEqual([undefined, {}]);
  expect(said(long(pollTextCharsMax + 1), 'Yes', long(pollChoiceCharsMax + 1))).toEqual(['long', { 2: 'long' }]);
});
