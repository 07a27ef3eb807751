import { beforeEach, describe, expect, it } from 'vitest';
import { namesEveryMs } from './audience.ts';
import { bothInside, state, type World } from './test/room-world.ts';

const question = (id: string, votes = 0) => ({
  question_id: id,
  text: `text of ${id}`,
  state: 'open',
  pinned: false,
  votes,
  asked_at: 1,
  user: { username: 'pia', user_avatar: null },
});
const poll = (id: string, voters = 0) => ({
  poll_id: id,
  text: 'Soft or hard?',
  state: 'open',
  multiple: false,
  anonymous: true,
  results_live: true,
  closes_after_seconds: null,
  choices: [{ text: 'Soft', votes: voters }],
  voters,
  opened_at: 1,
  closes_at: null,
  closed_at: null,
});

describe('questions and polls', () => {
  let theo: World;
  beforeEach(async () => {
    ({ theo } = await bothInside());
    theo.answer('GET /events/streaming/questions/:uuid', () => ({
      questions: [{ ...question('a'), voted: true }],
      next_cursor: null,
    }));
    theo.answer('GET /events/streaming/polls/:uuid', () => ({ polls: [{ ...poll('p1'), my_choices: [0] }] }));
  });

  it('the room’s updates change the list and the poll, and keep one’s own votes', async () => {
    await theo.model.audience.loadQuestions();
    await theo.model.audience.loadPolls();
    theo.push('audienceChanged', { since: 10, seq: 11, questions: [question('a', 3)], polls: [poll('p1', 5)] });
    expect(theo.see().questions?.list).toMatchObject([{ id: 'a', votes: 3, voted: true }]);
    expect(theo.see().polls).toMatchObject([{ id: 'p1', voters: 5, mine: [0] }]);
  });

  it('changes that arrive while the lists are loaded are kept', async () => {
    for (let time = 0; time < 2; time += 1) {
      let answer = (): void => undefined;
      const gate = new Promise<void>((resolve) => void (answer = resolve));
      theo.answer('GET /events/streaming/questions/:uuid', () =>
        gate.then(() => ({ questions: [{ ...question('a'), voted: true }], next_cursor: null })),
      );
      theo.answer('GET /events/streaming/polls/:uuid', () =>
        gate.then(() => ({ polls: [{ ...poll('p1'), my_choices: [0] }] })),
      );
      const loading = Promise.all([theo.model.audience.loadQuestions(), theo.model.audience.loadPolls()]);
      theo.push('audienceChanged', {
        since: 10 + time,
        seq: 11 + time,
        questions: [question('a', 3 + time), question('new')],
        polls: [poll('p1', 5 + time)],
      });
      answer();
      await loading;
      expect(theo.see().questions?.list).toMatchObject([{ id: 'a', votes: 3 + time, voted: true }, { id: 'new' }]);
      expect(theo.see().polls).toMatchObject([{ id: 'p1', voters: 5 + time, mine: [0] }]);
    }
  });

  it('updates alone do not load the lists', () => {
    theo.push('audienceChanged', { since: 10, seq: 11, questions: [question('a', 3)], polls: [] });
    expect(theo.see().questions).toBeNull();
  });

  it('the lists are loaded again after a reconnect that could not be replayed', async () => {
    await theo.model.audience.loadQuestions();
    theo.answer('GET /events/streaming/questions/:uuid', () => ({
      questions: [{ ...question('b'), voted: false }],
      next_cursor: null,
    }));
    theo.push('snapshot', { seq: 40, current_state: state(40), messages: [] });
    await theo.pass(300);
    expect(theo.see().questions?.list).toMatchObject([{ id: 'b' }]);
  });

  it('a page that comes after the list began again leaves no gap in it', async () => {
    const pages = new Map<string | undefined, () => void>();
    const page = (ids: string[], next: string | null) => ({
      questions: ids.map((id, index) => ({ ...question(id, 9 - index), voted: false })),
      next_cursor: next,
    });
    theo.answer('GET /events/streaming/questions/:uuid', () => page(['a', 'b'], 'after b'));
    await theo.model.audience.loadQuestions();
    theo.answer('GET /events/streaming/questions/:uuid', () => page(['c', 'd'], 'after d'));
    await theo.model.audience.loadQuestions(true);
    theo.answer(
      'GET /events/streaming/questions/:uuid',
      () => new Promise((resolve) => pages.set('after d', () => resolve(page(['e'], null)))),
    );
    const more = theo.model.audience.loadQuestions(true);
    theo.answer('GET /events/streaming/questions/:uuid', () => page(['a', 'b'], 'after b'));
    theo.push('snapshot', { seq: 40, current_state: state(40), messages: [] });
    await theo.pass(300);
    pages.get('after d')!();
    await more;
    expect(theo.see().questions).toMatchObject({ list: [{ id: 'a' }, { id: 'b' }], next: 'after b' });
  });

  it('in the next stay the lists are loaded again, and a poll that opened in between is noted', async () => {
    await theo.model.audience.loadQuestions();
    await theo.model.audience.loadPolls();
    theo.push('sessionMoved', {});
    theo.answer('GET /events/streaming/polls/:uuid', () => ({ polls: [{ ...poll('p2'), my_choices: [] }] }));
    theo.begins({ open_poll: 'p2' });
    await theo.model.enter({ takeOver: true });
    expect([theo.see().questions, theo.see().polls]).toEqual([null, null]);
    await theo.pass(300);
    expect(theo.see().polls).toMatchObject([{ id: 'p2' }]);
  });

  it('the open poll is noted after a reconnect, too, where its first answer was lost', async () => {
    theo.refuse('GET /events/streaming/polls/:uuid', 0, 'offline');
    theo.push('updateEvent', { seq: 11, current_state: state(11, { open_poll: 'p1' }) });
    await theo.pass(300);
    expect(theo.see().polls).toBeNull();
    theo.answer('GET /events/streaming/polls/:uuid', () => ({ polls: [{ ...poll('p1'), my_choices: [] }] }));
    theo.push('snapshot', { seq: 40, current_state: state(40, { open_poll: 'p1' }), messages: [] });
    await theo.pass(300);
    expect(theo.see().polls).toMatchObject([{ id: 'p1' }]);
  });

  it('an answer that comes after newer updates does not set votes back', async () => {
    await theo.model.audience.loadQuestions();
    await theo.model.audience.loadPolls();
    const answers: (() => void)[] = [];
    const late = (more: object) => () =>
      new Promise((resolve) => answers.push(() => resolve({ current_state: state(11), ...more })));
    theo.answer('POST /events/streaming/questions/vote', late({ question: { ...question('a', 1), voted: true } }));
    theo.answer('POST /events/streaming/polls/vote', late({ poll: { ...poll('p1', 1), my_choices: [0] } }));
    const voting = [theo.model.audience.vote('a', true), theo.model.audience.voteInPoll('p1', [0])];
    theo.push('audienceChanged', { seq: 12, questions: [question('a', 8)], polls: [poll('p1', 9)] });
    for (const answer of answers) answer();
    await Promise.all(voting);
    expect(theo.see().questions?.list).toMatchObject([{ id: 'a', votes: 8, voted: true }]);
    expect(theo.see().polls).toMatchObject([{ id: 'p1', voters: 9, mine: [0] }]);
  });

  it('the host of a poll that is not anonymous reads who has voted since', async () => {
    const { nora } = await bothInside();
    const named = (voters: number, usernames: string[]) => ({
      ...poll('p1', voters),
      anonymous: false,
      choices: [{ text: 'Soft', votes: voters, usernames }],
      my_choices: [],
    });
    nora.answer('GET /events/streaming/polls/:uuid', () => ({ polls: [named(1, ['pia'])] }));
    await nora.model.audience.loadPolls();
    nora.answer('GET /events/streaming/polls/:uuid', () => ({ polls: [named(3, ['mia', 'pia', 'theo'])] }));
    for (const seq of [11, 12])
      nora.push('audienceChanged', {
        seq,
        questions: [],
        polls: [{ ...poll('p1', seq - 9), anonymous: false }],
      });
    await nora.pass(namesEveryMs);
    expect(nora.see().polls?.[0]?.choices).toMatchObject([{ votes: 3, usernames: ['mia', 'pia', 'theo'] }]);
    expect(nora.calls.filter(({ name }) => name === 'GET /events/streaming/polls/:uuid')).toHaveLength(2);
    theo.push('audienceChanged', { seq: 11, questions: [], polls: [{ ...poll('p1', 2), anonymous: false }] });
    expect(theo.waits(namesEveryMs), 'viewers read no names').toBe(false);
  });

  it('a poll that opens is loaded, so that everyone learns of it', async () => {
    theo.push('updateEvent', { seq: 11, current_state: state(11, { open_poll: 'p1' }) });
    await theo.pass(300);
    expect(theo.see().polls).toMatchObject([{ id: 'p1', mine: [0] }]);
  });

  it('a refused question counts as not sent, and the reason is shown', async () => {
    theo.refuse('POST /events/streaming/questions/ask', 409, 'too_many_questions');
    expect(await theo.model.audience.ask('Why?')).toBe(false);
    expect(theo.notices.at(-1)).toEqual({ kind: 'refused', message: 'too_many_questions' });
  });
});
