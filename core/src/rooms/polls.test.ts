import { describe, expect, test } from 'vitest';
import {
  decideClosePoll,
  decideOpenPoll,
  type PollFacts,
  pollsMax,
  pollTexts,
  pollVote,
  requireMayCreatePoll,
} from './polls.ts';
import type { AudienceFacts, AudiencePerson } from './questions.ts';

const live: AudienceFacts = { state: 1, takenDown: false, isMeeting: false };
const viewer: AudiencePerson & { isPresent: boolean } = {
  isHost: false,
  isAdmin: false,
  roomRole: 'viewer',
  hasTicket: true,
  isBanned: false,
  isRemoved: false,
  timedOutMs: 0,
  isPresent: true,
};
const host = { ...viewer, isHost: true, hasTicket: false, isPresent: false };
const refused = (work: () => unknown): string | undefined => {
  try {
    work();
    return undefined;
  } catch (error) {
    return (error as { code: string }).code;
  }
};

describe('the texts of a poll', () => {
  test('the texts of a poll are a question and two to eight different answers', () => {
    expect(pollTexts(' Soft or\n hard? ', ['Soft ', 'Hard'])).toEqual({
      text: 'Soft or hard?',
      choices: ['Soft', 'Hard'],
    });
    expect(refused(() => pollTexts('?', ['one']))).toBe('poll_choices_number');
    expect(
      refused(() =>
        pollTexts(
          '?',
          Array.from({ length: 9 }, (_, n) => `${n}`),
        ),
      ),
    ).toBe('poll_choices_number');
    expect(refused(() => pollTexts('?', ['Soft', ' Soft']))).toBe('poll_choices_same');
    expect(refused(() => pollTexts(' ', ['a', 'b']))).toBe('poll_text_empty');
    expect(refused(() => pollTexts('?', ['a', '\u200B']))).toBe('poll_text_empty');
    expect(refused(() => pollTexts('x'.repeat(141), ['a', 'b']))).toBe('poll_text_too_long');
    expect(refused(() => pollTexts('x'.repeat(140), ['a', 'b'.repeat(80)]))).toBeUndefined();
    expect(refused(() => pollTexts('?', ['a', 'b'.repeat(81)]))).toBe('poll_text_too_long');
  });
});

describe('the host', () => {
  test('the host prepares polls before the event and opens one at a time while it is live', () => {
    expect(refused(() => requireMayCreatePoll({ ...live, state: 0 }, host, pollsMax - 1))).toBeUndefined();
    expect(refused(() => requireMayCreatePoll(live, host, pollsMax))).toBe('polls_full');
    expect(refused(() => requireMayCreatePoll({ ...live, state: 2 }, host, 0))).toBe('room_closed');
    expect(refused(() => requireMayCreatePoll(live, { ...viewer, isAdmin: true }, 0))).toBe('host_only');
    expect(refused(() => requireMayCreatePoll({ ...live, isMeeting: true }, host, 0))).toBe('not_in_meetings');
    expect(decideOpenPoll(live, host, 'prepared', false)).toBe('open');
    expect(decideOpenPoll(live, host, 'open', true)).toBe('keep');
    expect(refused(() => decideOpenPoll(live, host, 'prepared', true))).toBe('other_poll_open');
    expect(refused(() => decideOpenPoll(live, host, 'closed', false))).toBe('poll_closed');
    expect(refused(() => decideOpenPoll({ ...live, state: 0 }, host, 'prepared', false))).toBe('not_live');
  });
  test('the host closes an open poll, once', () => {
    expect(decideClosePoll(live, host, 'open')).toBe('close');
    expect(decideClosePoll(live, host, 'closed')).toBe('keep');
    expect(refused(() => decideClosePoll(live, host, 'prepared'))).toBe('poll_not_open');
    expect(refused(() => decideClosePoll(live, viewer, 'open'))).toBe('host_only');
  });
});

describe('a vote', () => {
  const poll: PollFacts = { state: 'open', choices: 3, multiple: false, closesAt: undefined };
  const vote = (chosen: number[], more: Partial<PollFacts> = {}, me = viewer) =>
    pollVote(live, me, { ...poll, ...more }, { chosen, now: 1000 });
  test('a vote is one choice, or several where the poll allows it', () => {
    expect(vote([2])).toEqual([2]);
    expect(vote([2, 0, 2], { multiple: true })).toEqual([0, 2]);
    expect(refused(() => vote([0, 1]))).toBe('poll_one_choice');
    expect(refused(() => vote([]))).toBe('poll_choice_unknown');
    expect(refused(() => vote([3]))).toBe('poll_choice_unknown');
  });
  test('a vote counts until the poll closes, to the millisecond', () => {
    expect(vote([0], { closesAt: 1001 })).toEqual([0]);
    expect(refused(() => vote([0], { closesAt: 1000 }))).toBe('poll_not_open');
    expect(refused(() => vote([0], { state: 'closed' }))).toBe('poll_not_open');
  });
  test('the host and people in the room who are not blocked may vote', () => {
    expect(vote([0], {}, host)).toEqual([0]);
    expect(refused(() => vote([0], {}, { ...viewer, isPresent: false }))).toBe('not_in_room');
    expect(refused(() => vote([0], {}, { ...viewer, isBanned: true }))).toBe('banned');
    expect(refused(() => vote([0], {}, { ...viewer, hasTicket: false }))).toBe('forbidden');
  });
});
