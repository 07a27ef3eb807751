import { describe, expect, test } from 'vitest';
import {
  openQuestionsMax,
  questionsMax,
  questionText,
  requireMayAsk,
  requireMayAskFromMessage,
  requireMayModerateAudience,
  requireMayTakePart,
  type AudienceFacts,
  type AudiencePerson,
} from './questions.ts';

const live: AudienceFacts = { state: 1, takenDown: false, isMeeting: false };
const holder: AudiencePerson = {
  isHost: false,
  isAdmin: false,
  roomRole: 'viewer',
  hasTicket: true,
  isBanned: false,
  isRemoved: false,
  timedOutMs: 0,
};
const host = { ...holder, isHost: true, hasTicket: false };
const none = { open: 0, all: 0 };
const refused = (work: () => void): string | undefined => {
  try {
    work();
    return undefined;
  } catch (error) {
    return (error as { code: string }).code;
  }
};

test('a question is one line of 1 to 140 characters', () => {
  expect(questionText(' Which\n pot? ')).toBe('Which pot?');
  expect(questionText('😀'.repeat(140))).toBe('😀'.repeat(140));
  expect(refused(() => questionText('😀'.repeat(141)))).toBe('question_too_long');
  expect(refused(() => questionText(' \u200B'))).toBe('question_empty');
});

describe('asking', () => {
  test.each([
    ['before the event', { ...live, state: 0 as const }, holder, undefined],
    ['while it is live', live, holder, undefined],
    ['as an event admin', live, { ...holder, isAdmin: true }, undefined],
    ['after the end', { ...live, state: 2 as const }, holder, 'room_closed'],
    ['after it was taken down', { state: 2 as const, takenDown: true, isMeeting: false }, holder, 'room_taken_down'],
    ['in a private meeting', { ...live, isMeeting: true }, holder, 'not_in_meetings'],
    ['without a ticket', live, { ...holder, hasTicket: false }, 'forbidden'],
    ['as the host', live, host, 'forbidden'],
    ['when blocked', live, { ...holder, isBanned: true }, 'banned'],
    ['when timed out', live, { ...holder, timedOutMs: 1 }, 'timed_out'],
    ['when removed', live, { ...holder, isRemoved: true }, 'removed_from_event'],
  ])('a question asked %s is accepted or refused', (_when, event, me, code) =>
    expect(refused(() => requireMayAsk(event, me, none))).toBe(code),
  );

  test('no more questions are accepted after five unanswered ones, or once the event is full of them', () => {
    expect(refused(() => requireMayAsk(live, holder, { open: openQuestionsMax - 1, all: questionsMax - 1 }))).toBe(
      undefined,
    );
    expect(refused(() => requireMayAsk(live, holder, { open: openQuestionsMax, all: 9 }))).toBe('too_many_questions');
    expect(refused(() => requireMayAsk(live, holder, { open: 0, all: questionsMax }))).toBe('questions_full');
  });
});

test('the host may vote, and moderates with the event admins', () => {
  expect(refused(() => requireMayTakePart(live, host))).toBeUndefined();
  expect(refused(() => requireMayModerateAudience(live, host))).toBeUndefined();
  expect(refused(() => requireMayModerateAudience(live, { ...holder, isAdmin: true }))).toBeUndefined();
  expect(refused(() => requireMayModerateAudience(live, holder))).toBe('moderators_only');
  expect(refused(() => requireMayModerateAudience({ ...live, state: 2 }, host))).toBe('room_closed');
});

describe('a question from a chat message', () => {
  const me = { ...holder, id: 7 };
  const other = { id: 9, isHost: false };
  const full = { open: openQuestionsMax, all: 9 };
  test.each([
    ['by its author', me, { id: 7, isHost: false }, none, undefined],
    ['by an author who has asked enough', me, { id: 7, isHost: false }, full, 'too_many_questions'],
    ['by its author during a time-out', { ...me, timedOutMs: 1 }, { id: 7, isHost: false }, none, 'timed_out'],
    ['by another viewer', me, other, none, 'moderators_only'],
    ['that an event admin takes, however many its author asked,', { ...me, isAdmin: true }, other, full, undefined],
    ['by the host', { ...me, isHost: true }, other, none, undefined],
    ['of the host', { ...me, isHost: true }, { id: 7, isHost: true }, none, 'target_protected'],
    [
      'from a chat of an event that is full of questions',
      { ...me, isHost: true },
      other,
      { open: 0, all: questionsMax },
      'questions_full',
    ],
  ])('a question %s is accepted or refused', (_how, who, author, asked, code) =>
    expect(refused(() => requireMayAskFromMessage(live, who, author, asked))).toBe(code),
  );
});
