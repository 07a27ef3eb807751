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
  requireNext,
  turnExtensionSeconds,
  turnLengths,
  turnSecondsMax,
  warmUpMs,
  type TurnQueue,
  type TurnStep,
} from './turn-queue.ts';

const after = (...steps: readonly TurnStep[]): TurnQueue => steps.reduce(moveTurnQueue, emptyTurnQueue);
const raise = (userId: number, spokenSeconds = 0): TurnStep => ({ do: 'raise', userId, spokenSeconds });
const called = (queue: TurnQueue): number[] => callOrder(queue).map((hand) => hand.userId);

describe('the order of the hands', () => {
  test('hands are first come, first served', () => {
    expect(called(after(raise(2), raise(1), raise(3)))).toEqual([2, 1, 3]);
  });
  test('a hand that is raised twice, or gets a question, keeps its place', () => {
    const queue = after(raise(2), raise(1), raise(2), { do: 'ask', userId: 2, question: 'Why?' });
    expect(called(queue)).toEqual([2, 1]);
    expect(queue.hands[0]?.question).toBe('Why?');
  });
  test('the pinned hand comes first, and the pin goes with the hand', () => {
    const queue = after(raise(2), raise(1), raise(3), { do: 'pin', userId: 3 });
    expect(called(queue)).toEqual([3, 2, 1]);
    expect(moveTurnQueue(queue, { do: 'lower', userIds: [3] }).pinned).toBeUndefined();
    expect(called(moveTurnQueue(queue, { do: 'pin', userId: undefined }))).toEqual([2, 1, 3]);
  });
  test('people who have spoken least come first when the host wants new voices', () => {
    const queue = after(raise(2, 90), raise(1, 40), raise(3), raise(4), { do: 'order', newVoicesFirst: true });
    expect(called(queue)).toEqual([3, 4, 1, 2]);
  });
  test('a person whose hand is down is not pinned', () => {
    const queue = after(raise(2));
    expect(moveTurnQueue(queue, { do: 'pin', userId: 7 })).toBe(queue);
  });
});

describe('a turn', () => {
  const given = (length: 0 | 60): TurnQueue =>
    after(raise(1), raise(2), { do: 'setLength', seconds: length }, { do: 'give', userId: 1, at: 1000 });

  test('a turn has no limit until the host sets a length', () => {
    expect(given(0).turn).toEqual({ userId: 1, since: 1000, limit: undefined });
    expect(isTurnOver(given(0), Number.MAX_SAFE_INTEGER)).toBe(false);
  });
  test('a turn ends at its time and not a millisecond before', () => {
    const queue = given(60);
    expect(queue.turn?.limit).toEqual({ endsAt: 61_000, seconds: 60 });
    expect(moveTurnQueue(queue, { do: 'clock', at: 60_999 })).toBe(queue);
    expect(moveTurnQueue(queue, { do: 'clock', at: 61_000 }).turn).toBeUndefined();
  });
  test('a turn becomes a minute longer each time it is extended, up to an hour', () => {
    let queue = moveTurnQueue(given(60), { do: 'extend' });
    expect(queue.turn?.limit).toEqual({ endsAt: 121_000, seconds: 120 });
    for (let times = 0; times < 100; times++) queue = moveTurnQueue(queue, { do: 'extend' });
    expect(queue.turn?.limit).toEqual({ endsAt: 1000 + minutes(60), seconds: turnSecondsMax });
    expect(() => requireExtendable(queue)).toThrow('A timed turn can last at most 60 minutes.');
    expect(() => requireExtendable(given(0))).toThrow('This turn has no time limit.');
  });
  test('a turn keeps its limit when the length changes, and loses it when the length is turned off', () => {
    const longer = moveTurnQueue(given(60), { do: 'setLength', seconds: 300 });
    expect([longer.turnLength, longer.turn?.limit?.seconds]).toEqual([300, 60]);
    expect(moveTurnQueue(longer, { do: 'setLength', seconds: 0 }).turn?.limit).toBeUndefined();
  });
  test('a turn is given only to somebody who waits, and takes them off the queue', () => {
    const queue = given(60);
    expect(called(queue)).toEqual([2]);
    expect(moveTurnQueue(queue, { do: 'give', userId: 1, at: 2000 })).toBe(queue);
    expect(moveTurnQueue(queue, { do: 'give', userId: 2, at: 2000 }).turn).toMatchObject({ userId: 2, since: 2000 });
  });
  test('a turn ends when its person leaves', () => {
    expect(moveTurnQueue(given(60), { do: 'leave', userIds: [1] }).turn).toBeUndefined();
  });
});

describe('the next speaker', () => {
  const clock = (at: number): TurnStep => ({ do: 'clock', at });
  const screened = (...steps: readonly TurnStep[]): TurnQueue => after({ do: 'screen', enabled: true }, ...steps);
  const withTurn = (length: 0 | 60, at = 0): TurnQueue =>
    screened(
      raise(1),
      raise(2),
      raise(3),
      { do: 'setLength', seconds: length },
      { do: 'give', userId: 1, at },
      clock(at),
    );

  test('the next speaker is never asked while screening is off', () => {
    const queue = after(raise(1), clock(0), { do: 'askNext', insteadOf: undefined, at: 0 });
    expect(queue.next).toBeUndefined();
  });
  test('the next speaker is asked at once when nobody has the turn, and 20 seconds before the end of a timed turn', () => {
    expect(screened(raise(1), clock(5000)).next).toEqual({ userId: 1, state: 'warmingUp', answerBy: 5000 + warmUpMs });
    const queue = withTurn(60);
    expect(moveTurnQueue(queue, clock(seconds(40) - 1))).toBe(queue);
    expect(moveTurnQueue(queue, clock(seconds(40))).next).toEqual({
      userId: 2,
      state: 'warmingUp',
      answerBy: seconds(60),
    });
  });
  test('the next speaker is asked during a turn without a limit only when the host asks', () => {
    const queue = withTurn(0);
    expect(moveTurnQueue(queue, clock(minutes(30)))).toBe(queue);
    const asked = moveTurnQueue(queue, { do: 'askNext', insteadOf: undefined, at: 7000 });
    expect(asked.next?.userId).toBe(2);
    expect(moveTurnQueue(asked, { do: 'askNext', insteadOf: undefined, at: 9000 })).toBe(asked);
  });
  test('a next speaker who does not answer within 20 seconds is passed over, and is second then', () => {
    const queue = screened(raise(1), raise(2), raise(3), clock(0));
    expect(moveTurnQueue(queue, clock(warmUpMs - 1))).toBe(queue);
    const passed = moveTurnQueue(queue, clock(warmUpMs));
    expect(passed.next).toEqual({ userId: 2, state: 'warmingUp', answerBy: 2 * warmUpMs });
    expect(called(passed)).toEqual([2, 1, 3]);
  });
  test('a next speaker who passed is asked again after the next turn, and not in a circle before it', () => {
    let queue = screened(raise(1), raise(2), clock(0));
    for (const userId of [1, 2]) {
      queue = moveTurnQueue(queue, { do: 'answer', userId, ready: false });
      queue = moveTurnQueue(queue, clock(1000));
    }
    expect(queue.next).toEqual({ userId: 2, state: 'declined', answerBy: undefined });
    expect(moveTurnQueue(queue, clock(minutes(5)))).toBe(queue);
    const given = moveTurnQueue(queue, { do: 'give', userId: 2, at: 2000 });
    expect(given.next).toBeUndefined();
    expect(moveTurnQueue(moveTurnQueue(given, { do: 'stop' }), clock(3000)).next?.userId).toBe(1);
  });
  test('a next speaker who is ready stays next, even if the host gives the turn to someone else', () => {
    const ready = moveTurnQueue(screened(raise(1), raise(2), clock(0)), { do: 'answer', userId: 1, ready: true });
    expect(ready.next).toEqual({ userId: 1, state: 'ready', answerBy: undefined });
    expect(moveTurnQueue(ready, clock(minutes(9)))).toBe(ready);
    expect(moveTurnQueue(ready, { do: 'give', userId: 2, at: 1 }).next).toEqual(ready.next);
    expect(moveTurnQueue(ready, { do: 'give', userId: 1, at: 1 }).next).toBeUndefined();
  });
  test('the next speaker is skipped by the host, and once only if the call is repeated', () => {
    const skip: TurnStep = { do: 'askNext', insteadOf: 1, at: 100 };
    const skipped = moveTurnQueue(screened(raise(1), raise(2), clock(0)), skip);
    expect(skipped.next?.userId).toBe(2);
    expect(moveTurnQueue(skipped, skip)).toBe(skipped);
  });
  test('a next speaker who declined may still get ready while there is no one else', () => {
    const declined = moveTurnQueue(screened(raise(1), clock(0)), { do: 'answer', userId: 1, ready: false });
    expect(moveTurnQueue(declined, { do: 'answer', userId: 1, ready: true }).next?.state).toBe('ready');
    expect(moveTurnQueue(declined, { do: 'askNext', insteadOf: undefined, at: 50 }).next?.state).toBe('warmingUp');
  });
  test('a next speaker who leaves or lowers their hand makes room for the next in the queue', () => {
    for (const gone of ['leave', 'lower'] as const) {
      const queue = moveTurnQueue(screened(raise(1), raise(2), clock(0)), { do: gone, userIds: [1] });
      expect(queue.next).toBeUndefined();
      expect(moveTurnQueue(queue, clock(10)).next?.userId).toBe(2);
    }
  });
  test('the next speaker is forgotten when screening is turned off', () => {
    expect(moveTurnQueue(screened(raise(1), clock(0)), { do: 'screen', enabled: false }).next).toBeUndefined();
  });
  test('only the next speaker may answer', () => {
    const queue = screened(raise(1), raise(2), clock(0));
    expect(moveTurnQueue(queue, { do: 'answer', userId: 2, ready: true })).toBe(queue);
    expect(() => requireNext(queue, 2)).toThrow('You’re no longer next. You keep your place in the queue.');
    expect(() => requireNext(queue, 1)).not.toThrow();
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
  screening: boolean;
  /** Infinity once ready; undefined once declined. */
  next: { id: number; answerBy: number | undefined } | undefined;
  passed: Set<number>;
}

const inOrder = (model: Model): Model['waiting'] =>
  model.waiting.toSorted((a, b) => key(model, a.id, a.spoken) - key(model, b.id, b.spoken));

/** Asks the first who has not passed, unless somebody gets ready already. */
function ask(model: Model, at: number): void {
  if (model.next?.answerBy !== undefined) return;
  const first = inOrder(model).find((one) => !model.passed.has(one.id));
  if (first) model.next = { id: first.id, answerBy: at + warmUpMs };
}
function pass(model: Model): void {
  if (model.next) model.passed.add(model.next.id);
  model.next = model.next && { id: model.next.id, answerBy: undefined };
}

function follow(model: Model, step: TurnStep): void {
  const lower = (gone: (id: number) => boolean): void => {
    model.waiting = model.waiting.filter((one) => !gone(one.id));
    if (model.pinned !== undefined && gone(model.pinned)) model.pinned = undefined;
    if (model.next && gone(model.next.id)) model.next = undefined;
    for (const id of model.passed) if (gone(id)) model.passed.delete(id);
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
      if (step.userId !== undefined && !waits(step.userId)) return;
      if (step.userId !== undefined && step.userId !== model.pinned) model.passed.delete(step.userId);
      model.pinned = step.userId;
      return;
    case 'order':
      model.newVoicesFirst = step.newVoicesFirst;
      return;
    case 'give':
      if (!waits(step.userId)) return;
      lower((id) => id === step.userId);
      if (model.next?.answerBy === undefined) model.next = undefined;
      model.passed.clear();
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
    case 'screen':
      if (step.enabled === model.screening) return;
      model.screening = step.enabled;
      model.next = undefined;
      model.passed.clear();
      return;
    case 'askNext':
      if (!model.screening) return;
      if (step.insteadOf === undefined && model.next?.answerBy === undefined) model.passed.clear();
      else if (step.insteadOf === undefined || step.insteadOf !== model.next?.id || model.next.answerBy === undefined)
        return;
      else pass(model);
      ask(model, step.at);
      return;
    case 'answer':
      if (model.next?.id !== step.userId) return;
      if (step.ready) model.passed.delete(step.userId);
      if (step.ready) model.next.answerBy = Infinity;
      else pass(model);
      return;
    case 'clock':
      if (model.speaker && model.speaker.endsAt <= step.at) model.speaker = undefined;
      if (!model.screening) return;
      if (model.next && (model.next.answerBy ?? Infinity) <= step.at) pass(model);
      if (
        !model.speaker ||
        model.speaker.endsAt - warmUpMs <= step.at ||
        (model.next && model.next.answerBy === undefined)
      )
        ask(model, step.at);
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
    { weight: 4, arbitrary: fc.record({ do: fc.constant('clock' as const), at: fc.constant(at) }) },
    fc.record({
      do: fc.constant('screen' as const),
      enabled: fc.oneof({ weight: 4, arbitrary: fc.constant(true) }, fc.constant(false)),
    }),
    fc.record({
      do: fc.constant('askNext' as const),
      insteadOf: fc.option(who, { nil: undefined }),
      at: fc.constant(at),
    }),
    { weight: 3, arbitrary: fc.record({ do: fc.constant('answer' as const), userId: who, ready: fc.boolean() }) },
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
      const model: Model = {
        length: 0,
        newVoicesFirst: false,
        waiting: [],
        pinned: undefined,
        speaker: undefined,
        screening: false,
        next: undefined,
        passed: new Set(),
      };
      let queue = emptyTurnQueue;
      for (const [index, one] of steps.entries()) {
        const before = structuredClone(queue);
        const next = moveTurnQueue(queue, one);
        expect(queue).toEqual(before);
        follow(model, one);
        // A crash, or a browser that reconnects, knows only what was stored, and may repeat the last step.
        queue = crashes.includes(index) ? moveTurnQueue(structuredClone(next), repeated(one)) : next;
        expect(callOrder(queue).map((hand) => [hand.userId, hand.question])).toEqual(
          inOrder(model).map((hand) => [hand.id, hand.question]),
        );
        expect(nextIn(queue)).toEqual(model.next);
        expect(new Set(queue.passed)).toEqual(model.passed);
        expect(queue.next === undefined || queue.hands.some((hand) => hand.userId === queue.next?.userId)).toBe(true);
        expect(queue.pinned).toBe(model.pinned);
        expect(queue.turn?.userId).toBe(model.speaker?.id);
        expect(queue.turn?.limit?.endsAt ?? (model.speaker ? Infinity : undefined)).toBe(model.speaker?.endsAt);
        expect(queue.hands.some((hand) => hand.userId === queue.turn?.userId)).toBe(false);
      }
    }),
    { numRuns: 400, seed: 20_261 },
  );
});

const nextIn = ({ next }: TurnQueue): Model['next'] =>
  next && {
    id: next.userId,
    answerBy: next.state === 'ready' ? Infinity : next.state === 'declined' ? undefined : next.answerBy,
  };

const key = (model: Model, id: number, spoken: number): number => {
  if (id === model.next?.id && model.next.answerBy !== undefined) return -2;
  return id === model.pinned ? -1 : model.newVoicesFirst ? spoken : 0;
};
/**
 * Only "+1 min" adds up, and only calling the next one asks again after everyone passed. A repeated call of these is
 * recognized by its idempotency key.
 */
const repeated = (one: TurnStep): TurnStep =>
  one.do === 'extend' || one.do === 'askNext' ? { do: 'lower', userIds: [] } : one;
