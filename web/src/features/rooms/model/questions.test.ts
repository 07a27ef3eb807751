import type { WireQuestion } from '@frontrow/contract/rooms/audience-api.ts';
import { describe, expect, it } from 'vitest';
import { withQuestions } from './questions.ts';

const question = (id: string, more: Partial<WireQuestion> = {}): WireQuestion => ({
  question_id: id,
  text: `text of ${id}`,
  state: 'open',
  pinned: false,
  votes: 0,
  asked_at: 1,
  user: { username: 'pia', user_avatar: null },
  ...more,
});
const ids = (list: readonly { id: string }[]): string[] => list.map((one) => one.id);

describe('the list of questions', () => {
  const known = withQuestions(
    [],
    [
      question('a', { votes: 1 }),
      { ...question('b', { votes: 5 }), voted: true },
      question('c', { state: 'answered', votes: 9 }),
      question('d', { pinned: true }),
    ],
    false,
  );

  it('pinned questions come first, then open ones by votes, then answered ones', () => {
    expect(ids(known)).toEqual(['d', 'b', 'a', 'c']);
  });
  it('the question that is answered now comes before the pinned ones', () => {
    expect(ids(withQuestions(known, [question('a', { votes: 1, answering: true })], false))).toEqual([
      'a',
      'd',
      'b',
      'c',
    ]);
  });
  it('a question moves when others vote, and one’s own vote stays', () => {
    const next = withQuestions(known, [question('a', { votes: 6 }), question('b', { votes: 5 })], false);
    expect(ids(next)).toEqual(['d', 'a', 'b', 'c']);
    expect(next.find((one) => one.id === 'b')?.voted).toBe(true);
  });
  it('a vote is withdrawn as the answer to one’s own call says', () => {
    const next = withQuestions(known, [{ ...question('b', { votes: 4 }), voted: false }], false);
    expect(next.find((one) => one.id === 'b')).toMatchObject({ voted: false, votes: 4 });
  });
  it('a dismissed question disappears, except for moderators, who keep its text', () => {
    const dismissed = [question('a', { state: 'dismissed', text: '' })];
    expect(ids(withQuestions(known, dismissed, false))).toEqual(['d', 'b', 'c']);
    expect(withQuestions(known, dismissed, true).at(-1)).toMatchObject({ id: 'a', text: 'text of a' });
  });
});
