import type { WireOwnPoll } from '@frontrow/contract/rooms/audience-api.ts';
import { announcementCharsMax, announcementShownMs } from '@frontrow/core/rooms/moderation.ts';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { loadCatalogues, loadIn } from '#web/shared/i18n/index.ts';
import { showLanguage } from '#web/shared/i18n/language.ts';
import { createRoomModel } from '../model/room-model.ts';
import type { Notice, RoomDeps } from '../model/room-deps.ts';
import { actEveryMs, rehearse } from './rehearse.ts';

const poll: WireOwnPoll = {
  poll_id: 'p1',
  text: 'Which word first?',
  state: 'prepared',
  multiple: false,
  anonymous: true,
  results_live: true,
  closes_after_seconds: null,
  choices: ['Saudade', 'Cafuné'].map((text) => ({ text, votes: null })),
  voters: 0,
  opened_at: null,
  closes_at: null,
  closed_at: null,
  my_choices: [],
};

beforeAll(() => loadCatalogues(['rehearsal', 'refusals']));
beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  showLanguage('en');
});

/** The host in a rehearsal. What would reach the server, the engine or this browser's memory of the room is noted. */
async function inside() {
  const reached: string[] = [];
  const notices: Notice[] = [];
  let ids = 0;
  const real: RoomDeps = {
    eventUuid: 'e1',
    kind: 'interactive',
    me: { username: 'nora', ide: 1, avatar: null, isOwner: true },
    call: (async (name: string) => void reached.push(name)) as unknown as RoomDeps['call'],
    callFile: async () => {
      throw new Error('the server is reached');
    },
    token: () => 'secret',
    connectMedia: () => {
      throw new Error('the video engine is reached');
    },
    openLink: () => {
      throw new Error('the server is reached');
    },
    notify: (notice) => notices.push(notice),
    log: (what) => reached.push(what),
    goToEvent: () => undefined,
    reload: () => undefined,
    after: (ms, work) => {
      const timer = setTimeout(work, ms);
      return () => clearTimeout(timer);
    },
    now: Date.now,
    nextTask: async () => undefined,
    jitterMs: () => 0,
    newId: () => `id ${(ids += 1)}`,
    remembered: () => ({ sessionId: 's', inside: true, camera: true, microphone: true }),
    remember: () => void reached.push('memory'),
    portrait: () => false,
    phone: false,
    playsH264: true,
    onPageReturn: () => () => undefined,
  };
  const model = createRoomModel(rehearse(real, { questions: [], polls: [poll] }));
  await model.enter();
  const lets = (ms: number) => vi.advanceTimersByTimeAsync(ms);
  return { model, reached, notices, lets, live: () => model.store.getState().live! };
}

describe('a rehearsal', () => {
  it('a rehearsal has viewers who raise hands, ask and chat, and reaches neither the server nor the engine', async () => {
    const { model, reached, lets, live } = await inside();
    expect([live().isLive, live().viewers.length]).toEqual([true, 6]);
    await model.audience.loadQuestions();
    await lets(12 * actEveryMs);
    expect(live().hands.map(({ username }) => username)).toEqual(['jonas', 'omar', 'ravi', 'mila']);
    expect(live().hands[0]?.question).toBe('Where should a beginner start?');
    expect(model.store.getState().questions?.list.map(({ votes }) => votes)).toEqual([1, 0]);
    expect(model.store.getState().chat.map(({ username }) => username)).toEqual(['mila', 'lena', 'aiko']);
    await model.finish();
    expect(reached).toEqual([]);
  });

  it('turns follow the rules of the room, and end by the clock', async () => {
    const { model, notices, lets, live } = await inside();
    await model.setTurn('jonas', true);
    expect(notices).toEqual([{ kind: 'refused', message: 'That viewer has not raised their hand.' }]);
    await lets(2 * actEveryMs);
    await model.setTurnLength(60);
    await model.setTurn('jonas', true);
    expect([live().speaking?.username, live().hands.length]).toEqual(['jonas', 0]);
    await model.extendTurn();
    await lets(119_000);
    expect(live().speaking?.username).toBe('jonas');
    await lets(1_500);
    expect(live().speaking).toBeNull();
  });

  it('a question that is answered on stage is shown without a hand until the turn ends', async () => {
    const { model, lets, live } = await inside();
    await model.audience.loadQuestions();
    await lets(12 * actEveryMs);
    const questions = () => model.store.getState().questions!.list;
    const { id, username, text } = questions()[1]!;
    await model.audience.answerOnStage(id);
    expect(live()).toMatchObject({ speaking: { username }, answering: { username, text } });
    expect(questions()[0]).toMatchObject({ id, state: 'open', answering: true });
    await model.setTurn('', false);
    expect(live().answering).toBeNull();
    expect(questions().find((one) => one.id === id)).toMatchObject({ state: 'answered', answering: false });
  });

  it('the viewers vote in copies of the prepared polls, and the real polls stay prepared', async () => {
    const { model, lets } = await inside();
    await model.audience.loadPolls();
    await model.audience.openPoll('p1');
    await lets(6_000);
    await model.audience.closePoll('p1');
    const [shown] = model.store.getState().polls!;
    expect(shown).toMatchObject({ state: 'closed', voters: 6 });
    expect(shown!.choices.map(({ votes }) => votes)).toEqual([3, 3]);
    expect(poll.state).toBe('prepared');
  });

  it('an announcement is cleaned, shown for its time and refused if it is empty, as in the room', async () => {
    const { model, notices, lets, live } = await inside();
    await model.moderation.announce(' Break\n until  8 ');
    expect(live().announcement?.text).toBe('Break until 8');
    await lets(announcementShownMs - 1_000);
    expect(live().announcement).not.toBeNull();
    await lets(2_000);
    expect(live().announcement).toBeNull();
    await model.moderation.announce('\u200B ');
    expect(notices).toMatchObject([{ kind: 'refused', message: expect.stringMatching(/announcement/i) as string }]);
  });

  it('refusals are in the reader’s language', async () => {
    const { model, notices } = await inside();
    await loadIn('de', ['rehearsal', 'refusals']);
    showLanguage('de');
    await model.setTurn('jonas', true);
    await model.moderation.announce(' ');
    await model.moderation.announce('x'.repeat(announcementCharsMax + 1));
    await model.extendTurn();
    await model.audience.createPoll({
      text: 'Which?',
      choices: ['one'],
      multiple: false,
      anonymous: false,
      results_live: true,
    });
    await model.audience.openPoll('unknown');
    await model.toggle('captions', true);
    expect(notices.map((notice) => 'message' in notice && notice.message)).toEqual([
      'Diese Person hat die Hand nicht gehoben.',
      'Schreib zuerst eine Durchsage.',
      'Eine Durchsage darf höchstens 200 Zeichen haben.',
      'Dieser Auftritt hat keine begrenzte Redezeit.',
      'Eine Umfrage braucht 2 bis 8 Antworten.',
      'Diese Umfrage gibt es nicht mehr.',
      'Das gehört nicht zur Probe.',
    ]);
  });

  it('switches that only the real room has are refused, and the rehearsal ends with the page', async () => {
    const { model, reached, notices, lets } = await inside();
    for (const what of ['recording', 'captions', 'screening'] as const) await model.toggle(what, true);
    await model.setBanned('mila', true);
    const refused = { kind: 'refused', message: 'This isn’t part of a rehearsal.' };
    expect(notices).toEqual([refused, refused, refused, refused]);
    model.dispose();
    await lets(60_000);
    expect([vi.getTimerCount(), reached]).toEqual([0, []]);
  });
});
