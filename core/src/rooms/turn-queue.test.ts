import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { minutes, seconds } from '../kernel/instant.ts';
import {
  callOrder,
  emptyTurnQueue,
  handQuestion,
  isTurnOver,
  moveTurnQueue,
  requireExtendable,
  turnExtensionSeconds,
  turnLengths,
  turnSecondsMax,
  type TurnQueue,
  type TurnStep,
} from './turn-queue.ts';

const after = (...steps: readonly TurnStep[]): TurnQueue => steps.reduce(moveTurnQueue, emptyTurnQueue);
const raise = (userId: number, spokenSeconds = 0): TurnStep => ({ do: 'raise', userId, spokenSeconds });
const called = (queue: TurnQueue): number[] => callOrder(queue).map((hand) => hand.userId);

describe('the order of the hands', () => {
  test('is first come, first served', () => {
    expect(called(after(raise(2), raise(1), raise(3)))).toEqual([2, 1, 3]);
  });
  test('keeps the place of a hand that is raised twice, or gets a question', () => {
    const queue = after(raise(2), raise(1), raise(2), { do: 'ask', userId: 2, question: 'Why?' });
    expect(called(queue)).toEqual([2, 1]);
    expect(queue.hands[0]?.question).toBe('Why?');
  });
  test('puts the pinned hand first, and forgets the pin with the hand', () => {
    const queue = after(raise(2), raise(1), raise(3), { do: 'pin', userId: 3 });
    expect(called(queue)).toEqual([3, 2, 1]);
    expect(moveTurnQueue(queue, { do: 'lower', userIds: [3] }).pinned).toBeUndefined();
    expect(called(moveTurnQueue(queue, { do: 'pin', userId: undefined }))).toEqual([2, 1, 3]);
  });
  test('puts people who have spoken least first when the host wants new voices', () => {
    const queue = after(raise(2, 90), raise(1, 40), raise(3), raise(4), { do: 'order', newVoicesFirst: true });
    expect(called(queue)).toEqual([3, 4, 1, 2]);
  });
  test('does not pin somebody whose hand is down', () => {
    const queue = after(raise(2));
    expect(moveTurnQueue(queue, { do: 'pin', userId: 7 })).toBe(queue);
  });
});

describe('a turn', () => {
  const given = (length: 0 | 60): TurnQueue =>
    after(raise(1), raise(2), { do: 'setLength', seconds: length }, { do: 'give', userId: 1, at: 1000 });

  test('has no limit until the host sets a length', () => {
    expect(given(0).turn).toEqual({ userId: 1, since: 1000, limit: undefined });
    expect(isTurnOver(given(0), Number.MAX_SAFE_INTEGER)).toBe(false);
  });
  test('ends at its time and not a millisecond before', () => {
    const queue = given(60);
    expect(queue.turn?.limit).toEqual({ endsAt: 61_000, seconds: 60 });
    expect(moveTurnQueue(queue, { do: 'clock', at: 60_999 })).toBe(queue);
    expect(moveTurnQueue(queue, { do: 'clock', at: 61_000 }).turn).toBeUndefined();
  });
  test('becomes a minute longer each time it is extended, up to an hour', () => {
    let queue = moveTurnQueue(given(60), { do: 'extend' });
    expect(queue.turn?.limit).toEqual({ endsAt: 121_000, seconds: 120 });
    for (let times = 0; times < 100; times++) queue = moveTurnQueue(queue, { do: 'extend' });
    expect(queue.turn?.limit).toEqual({ endsAt: 1000 + minutes(60), seconds: turnSecondsMax });
    expect(() => requireExtendable(queue)).toThrow('A timed turn can last at most 60 minutes.');
    expect(() => requireExtendable(given(0))).toThrow('This turn has no time limit.');
  });
  test('keeps its limit when the length changes, and loses it when the length is turned off', () => {
    const longer = moveTurnQueue(given(60), { do: 'setLength', seconds: 300 });
    expect([longer.turnLength, longer.turn?.limit?.seconds]).toEqual([300, 60]);
    expect(moveTurnQueue(longer, { do: 'setLength', seconds: 0 }).turn?.limit).toBeUndefined();
  });
  test('is given only to somebody who waits, and takes them off the queue', () => {
    const queue = given(60);
    expect(called(queue)).toEqual([2]);
    expect(moveTurnQueue(queue, { do: 'give', userId: 1, at: 2000 })).toBe(queue);
    expect(moveTurnQueue(queue, { do: 'give', userId: 2, at: 2000 }).turn).toMatchObject({ userId: 2, since: 2000 });
  });
  test('ends when its person leaves', () => {
    expect(moveTurnQueue(given(60), { do: 'leave', userIds: [1] }).turn).toBeUndefined();
  });
});

test('a question with a hand is one line of at most 140 characters', () => {
  expect(handQuestion('  Do I rinse\n the noodles? ')).toBe('Do I rinse the noodles?');
  expect(handQuestion(' \u200B ')).toBeUndefined();
  expect(handQuestion('😀'.repeat(140))).toBe('😀'.repeat(140));
  expect(() => handQuestion('😀'.repeat(141))).toThrow('A question can have at most 140 characters.');
});

/** One person as a plain record, kept apart from the machine. Arrays are in order of arrival. */
interface Model {
  length: number;
  newVoicesFirst: boolean;
  waiting: { id: number; question: string | undefined; spoken: number }[];
  pinned: number | undefined;
  speaker: { id: number; since: number; endsAt: number; total: number } | undefined;
}

function follow(model: Model, step: TurnStep): void {
  const lower = (gone: (id: number) => boolean): void => {
    model.waiting = model.waiting.filter((one) => !gone(one.id));
    if (model.pinned !== undefined && gone(model.pinned)) model.pinned = undefined;
  };
  const waits = (id: number | undefined) => model.waiting.find((one) => one.id === id);
  switch (step.do) {
    case 'raise':
      if (!waits(step.userId) && model.speaker?.id !== step.userId)
        model.waiting.push({ id: step.userId, question: step.question, spoken: step.spokenSeconds });
      return;
    case 'ask': {
      const one = waits(step.userId);
      if (one) one.question = step.question;
      return;
    }
    case 'lower':
      return lower((id) => step.userIds.includes(id));
    case 'lowerAll':
      return lower(() => true);
    case 'pin':
      if (step.userId === undefined || waits(step.userId)) model.pinned = step.userId;
      return;
    case 'order':
      model.newVoicesFirst = step.newVoicesFirst;
      return;
    case 'give':
      if (!waits(step.userId)) return;
      lower((id) => id === step.userId);
      model.speaker = {
        id: step.userId,
        since: step.at,
        endsAt: model.length === 0 ? Infinity : step.at + model.length * 1000,
        total: model.length,
      };
      return;
    case 'stop':
      model.speaker = undefined;
      return;
    case 'setLength':
      model.length = step.seconds;
      if (step.seconds === 0 && model.speaker) model.speaker.endsAt = Infinity;
      return;
    case 'extend':
      if (!model.speaker || model.speaker.endsAt === Infinity) return;
      if (model.speaker.total + turnExtensionSeconds > turnSecondsMax) return;
      model.speaker.endsAt += seconds(turnExtensionSeconds);
      model.speaker.total += turnExtensionSeconds;
      return;
    case 'leave':
      lower((id) => step.userIds.includes(id));
      if (model.speaker && step.userIds.includes(model.speaker.id)) model.speaker = undefined;
      return;
    case 'clock':
      if (model.speaker && model.speaker.endsAt <= step.at) model.speaker = undefined;
  }
}

const who = fc.integer({ min: 1, max: 5 });
const text = fc.option(fc.constantFrom('Why?', 'How long?'), { nil: undefined });
const step = (at: number): fc.Arbitrary<TurnStep> =>
  fc.oneof(
    {
      weight: 4,
      arbitrary: fc.record({
        do: fc.constant('raise' as const),
        userId: who,
        question: text,
        spokenSeconds: fc.nat(3).map((n) => n * 30),
      }),
    },
    fc.record({ do: fc.constant('ask' as const), userId: who, question: text }),
    fc.record({ do: fc.constant('lower' as const), userIds: fc.array(who, { maxLength: 2 }) }),
    fc.record({ do: fc.constant('lowerAll' as const) }),
    fc.record({ do: fc.constant('pin' as const), userId: fc.option(who, { nil: undefined }) }),
    fc.record({ do: fc.constant('order' as const), newVoicesFirst: fc.boolean() }),
    { weight: 4, arbitrary: fc.record({ do: fc.constant('give' as const), userId: who, at: fc.constant(at) }) },
    fc.record({ do: fc.constant('stop' as const) }),
    fc.record({ do: fc.constant('setLength' as const), seconds: fc.constantFrom(...turnLengths) }),
    { weight: 2, arbitrary: fc.record({ do: fc.constant('extend' as const) }) },
    fc.record({ do: fc.constant('leave' as const), userIds: fc.array(who, { maxLength: 2 }) }),
    { weight: 2, arbitrary: fc.record({ do: fc.constant('clock' as const), at: fc.constant(at) }) },
  );
/** Steps with the time at which they happen: between two of them anything up to two minutes passes. */
const story = fc
  .array(fc.integer({ min: 0, max: minutes(2) }), { minLength: 20, maxLength: 60, size: 'max' })
  .chain((pauses) => {
    let at = 0;
    return fc.tuple(...pauses.map((pause) => step((at += pause))));
  });

test('hands, turns and the clock follow the rules in whatever order things happen', () => {
  fc.assert(
    fc.property(story, fc.array(fc.nat(60)), (steps, crashes) => {
      const model: Model = { length: 0, newVoicesFirst: false, waiting: [], pinned: undefined, speaker: undefined };
      let queue = emptyTurnQueue;
      for (const [index, one] of steps.entries()) {
        const before = structuredClone(queue);
        const next = moveTurnQueue(queue, one);
        expect(queue).toEqual(before);
        follow(model, one);
        // A crash, or a browser that reconnects, knows only what was stored, and may repeat the last step.
        queue = crashes.includes(index) ? moveTurnQueue(structuredClone(next), repeated(one)) : next;
        const order = model.waiting.toSorted((a, b) => key(model, a.id, a.spoken) - key(model, b.id, b.spoken));
        expect(callOrder(queue).map((hand) => [hand.userId, hand.question])).toEqual(
          order.map((hand) => [hand.id, hand.question]),
        );
        expect(queue.pinned).toBe(model.pinned);
        expect(queue.turn?.userId).toBe(model.speaker?.id);
        expect(queue.turn?.limit?.endsAt ?? (model.speaker ? Infinity : undefined)).toBe(model.speaker?.endsAt);
        expect(queue.hands.some((hand) => hand.userId === queue.turn?.userId)).toBe(false);
      }
    }),
    { numRuns: 400, seed: 20_261 },
  );
});

const key = (model: Model, id: number, spoken: number): number =>
  id === model.pinned ? -1 : model.newVoicesFirst ? spoken : 0;
/** Only "+1 min" adds up. A repeated call of it is recognized by its idempotency key. */
const repeated = (one: TurnStep): TurnStep => (one.do === 'extend' ? { do: 'lower', userIds: [] } : one);
