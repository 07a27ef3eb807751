import type { WireOwnPoll } from '@frontrow/contract/rooms/audience-api.ts';
import { describe, expect, it } from 'vitest';
import { asksToVote, leadingIn, pollOf, pollToNote, sharesOf, withPolls } from './polls.ts';

const wire = (more: Partial<WireOwnPoll> = {}): WireOwnPoll => ({
  poll_id: 'p1',
  text: 'Soft or hard?',
  state: 'open',
  multiple: false,
  anonymous: true,
  results_live: true,
  closes_after_seconds: null,
  choices: [
    { text: 'Soft', votes: 2 },
    { text: 'Jammy', votes: 1 },
    { text: 'Hard', votes: 0 },
  ],
  voters: 3,
  opened_at: 1,
  closes_at: null,
  closed_at: null,
  my_choices: [0],
  ...more,
});

describe('a poll', () => {
  it('one’s own vote stays when others vote', () => {
    const { my_choices: _own, ...told } = wire({ voters: 4 });
    expect(withPolls([pollOf(wire())], [told])).toMatchObject([{ voters: 4, mine: [0] }]);
    expect(withPolls([pollOf(wire())], [wire({ my_choices: [2] })])).toMatchObject([{ mine: [2] }]);
  });
  it('shares count the people who voted, and the leading choice is known', () => {
    expect(sharesOf(pollOf(wire()))).toEqual([67, 33, 0]);
    expect([...leadingIn(pollOf(wire()))]).toEqual([0]);
  });
  it('the audience is asked to vote once, and people who run polls see the results', () => {
    const open = pollOf(wire({ my_choices: [] }));
    expect([asksToVote(open, false), asksToVote(open, true)]).toEqual([true, false]);
    expect(asksToVote(pollOf(wire()), false)).toBe(false);
  });
  it('an open poll is announced to the audience until they voted or have seen it', () => {
    const polls = [pollOf(wire({ my_choices: [] }))];
    const viewer = { mayVote: true, mayRunPolls: false };
    const isOpen = { openPoll: 'p1', seenPoll: null };
    expect(pollToNote(polls, viewer, isOpen)).toBe(polls[0]);
    expect(pollToNote(polls, viewer, { openPoll: 'p1', seenPoll: 'p0' })).toBe(polls[0]);
    expect(pollToNote(polls, viewer, { openPoll: 'p1', seenPoll: 'p1' })).toBeNull();
    expect(pollToNote(polls, viewer, { openPoll: null, seenPoll: null })).toBeNull();
    expect(pollToNote([pollOf(wire())], viewer, isOpen)).toBeNull();
    expect(pollToNote(polls, { mayVote: false, mayRunPolls: false }, isOpen)).toBeNull();
    expect(pollToNote(polls, { mayVote: true, mayRunPolls: true }, isOpen)).toBeNull();
  });
  it('hidden results have no shares, and no choice leads without votes', () => {
    const hidden = pollOf(wire({ choices: [{ text: 'Soft', votes: null }] }));
    expect(sharesOf(hidden)).toEqual([null]);
    expect(leadingIn(hidden).size).toBe(0);
    expect(sharesOf(pollOf(wire({ voters: 0, choices: [{ text: 'Soft', votes: 0 }] })))).toEqual([0]);
  });
});
