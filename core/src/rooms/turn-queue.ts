import { charCount } from '../events/limits.ts';
import { type Instant, seconds } from '../kernel/instant.ts';
import { seenLine } from '../kernel/text.ts';
import { refuse } from '../refuse.ts';

/** What a host may choose as the length of a turn, in seconds; 0 is no limit. */
export const turnLengths = [0, 60, 120, 180, 300, 600] as const;
export type TurnLength = (typeof turnLengths)[number];
/** What "+1 min" adds. */
export const turnExtensionSeconds = 60;
/** The longest a timed turn can become. A host who wants more turns the limit off. */
export const turnSecondsMax = 3600;
/** How long before the end the host and the speaker hear a chime. */
export const turnChimeMs = seconds(15);
export const handQuestionCharsMax = 140;
/** How long before the end of a timed turn the next speaker is asked to get ready, and how long they have to answer. */
export const warmUpMs = seconds(20);

export interface Hand {
  readonly userId: number;
  /** What this person wants to ask on stage. */
  readonly question: string | undefined;
  /** How long this person has been on stage in this event. */
  readonly spokenSeconds: number;
}

export interface Turn {
  readonly userId: number;
  readonly since: Instant;
  /** When the turn ends, and its whole length with every extension; undefined without a time limit. */
  readonly limit: { readonly endsAt: Instant; readonly seconds: number } | undefined;
}

/**
 * The person who gets ready for the next turn while screening is on. `declined`: they did not want to, or did not
 * answer, and there is no one else to ask.
 */
export interface NextSpeaker {
  readonly userId: number;
  readonly state: 'warmingUp' | 'ready' | 'declined';
  /** When someone else is asked instead; undefined unless warming up. */
  readonly answerBy: Instant | undefined;
}

/** Who waits for a turn and who has it. A person is never both. */
export interface TurnQueue {
  /** Applies to turns that begin from now on. */
  readonly turnLength: TurnLength;
  /** Calls people who have spoken least before the others. */
  readonly newVoicesFirst: boolean;
  /** In the order in which they were raised. */
  readonly hands: readonly Hand[];
  /** The one who is called first, whatever the order is. Always somebody with a hand up. */
  readonly pinned: number | undefined;
  readonly turn: Turn | undefined;
  /** The host sees and hears the next speaker before the audience does. Off, no one is ever asked to get ready. */
  readonly screening: boolean;
  /** Always somebody with a hand up. */
  readonly next: NextSpeaker | undefined;
  /** People who were asked to get ready and did not. They keep their hand, and are asked again after the next turn. */
  readonly passed: readonly number[];
}

export const emptyTurnQueue: TurnQueue = {
  turnLength: 0,
  newVoicesFirst: false,
  hands: [],
  pinned: undefined,
  turn: undefined,
  screening: false,
  next: undefined,
  passed: [],
};

export type TurnStep =
  | {
      readonly do: 'raise';
      readonly userId: number;
      readonly question?: string | undefined;
      readonly spokenSeconds: number;
    }
  | { readonly do: 'ask'; readonly userId: number; readonly question: string | undefined }
  | { readonly do: 'lower'; readonly userIds: readonly number[] }
  | { readonly do: 'lowerAll' }
  | { readonly do: 'pin'; readonly userId: number | undefined }
  | { readonly do: 'order'; readonly newVoicesFirst: boolean }
  | { readonly do: 'give'; readonly userId: number; readonly at: Instant }
  | { readonly do: 'stop' }
  | { readonly do: 'setLength'; readonly seconds: TurnLength }
  | { readonly do: 'extend' }
  /** People left, lost their seat, or were blocked or removed. */
  | { readonly do: 'leave'; readonly userIds: readonly number[] }
  | { readonly do: 'screen'; readonly enabled: boolean }
  /** The host asks the first in the queue to get ready now; with `insteadOf`, in place of that person. */
  | { readonly do: 'askNext'; readonly insteadOf: number | undefined; readonly at: Instant }
  /** The person who was asked is ready, or does not want to speak now. */
  | { readonly do: 'answer'; readonly userId: number; readonly ready: boolean }
  /** Ends what ran out, and asks the next speaker when it is time. With screening on, follows every other step. */
  | { readonly do: 'clock'; readonly at: Instant };

const withoutHands = (queue: TurnQueue, isGone: (userId: number) => boolean): TurnQueue => {
  if (!queue.hands.some((hand) => isGone(hand.userId))) return queue;
  return {
    ...queue,
    hands: queue.hands.filter((hand) => !isGone(hand.userId)),
    pinned: queue.pinned !== undefined && isGone(queue.pinned) ? undefined : queue.pinned,
    next: queue.next && isGone(queue.next.userId) ? undefined : queue.next,
    passed: queue.passed.filter((userId) => !isGone(userId)),
  };
};
const withoutTurn = (queue: TurnQueue): TurnQueue => (queue.turn ? { ...queue, turn: undefined } : queue);

/** Whether the time limit of the current turn has passed. */
export const isTurnOver = ({ turn }: TurnQueue, now: Instant): boolean =>
  turn?.limit !== undefined && turn.limit.endsAt <= now;

/**
 * The queue after one step: the whole life of hands and turns, apart from who may take which step. A step that is
 * impossible, or repeated, leaves the queue as it is and answers the same object.
 */
export function moveTurnQueue(queue: TurnQueue, step: TurnStep): TurnQueue {
  const hasHand = (userId: number): boolean => queue.hands.some((hand) => hand.userId === userId);
  switch (step.do) {
    case 'raise': {
      if (hasHand(step.userId) || queue.turn?.userId === step.userId) return queue;
      const { userId, question, spokenSeconds } = step;
      return { ...queue, hands: [...queue.hands, { userId, question, spokenSeconds }] };
    }
    case 'ask': {
      const changes = (hand: Hand): boolean => hand.userId === step.userId && hand.question !== step.question;
      if (!queue.hands.some(changes)) return queue;
      return {
        ...queue,
        hands: queue.hands.map((hand) => (changes(hand) ? { ...hand, question: step.question } : hand)),
      };
    }
    case 'lower':
      return withoutHands(queue, (userId) => step.userIds.includes(userId));
    case 'lowerAll':
      return withoutHands(queue, () => true);
    case 'pin':
      if (step.userId === queue.pinned || (step.userId !== undefined && !hasHand(step.userId))) return queue;
      return { ...queue, pinned: step.userId, passed: queue.passed.filter((userId) => userId !== step.userId) };
    case 'order':
      return step.newVoicesFirst === queue.newVoicesFirst ? queue : { ...queue, newVoicesFirst: step.newVoicesFirst };
    case 'give':
      return hasHand(step.userId) ? begun(queue, step.userId, step.at) : queue;
    case 'stop':
      return withoutTurn(queue);
    case 'setLength':
      return lengthSet(queue, step.seconds);
    case 'extend':
      return extended(queue);
    case 'leave': {
      const waiting = withoutHands(queue, (userId) => step.userIds.includes(userId));
      return queue.turn && step.userIds.includes(queue.turn.userId) ? withoutTurn(waiting) : waiting;
    }
    case 'screen':
      if (step.enabled === queue.screening) return queue;
      return { ...queue, screening: step.enabled, next: undefined, passed: [] };
    case 'askNext':
      return nextAsked(queue, step.insteadOf, step.at);
    case 'answer':
      return answered(queue, step.userId, step.ready);
    case 'clock':
      return clocked(queue, step.at);
  }
}

/** People who passed before this turn are asked again after it. */
function begun(queue: TurnQueue, userId: number, since: Instant): TurnQueue {
  const length = queue.turnLength;
  const limit = length === 0 ? undefined : { endsAt: since + seconds(length), seconds: length };
  const waiting = withoutHands(queue, (one) => one === userId);
  const next = waiting.next?.state === 'declined' ? undefined : waiting.next;
  return { ...waiting, next, passed: [], turn: { userId, since, limit } };
}

/** The first who has not passed gets ready; the same queue if there is no one. */
function warmingUp(queue: TurnQueue, at: Instant): TurnQueue {
  if (queue.next && queue.next.state !== 'declined') return queue;
  const first = callOrder(queue).find((hand) => !queue.passed.includes(hand.userId));
  if (!first) return queue;
  return { ...queue, next: { userId: first.userId, state: 'warmingUp', answerBy: at + warmUpMs } };
}

/** The person who was asked keeps their hand, and so is second once someone else is asked. */
const passedOn = (queue: TurnQueue, { userId }: NextSpeaker): TurnQueue => ({
  ...queue,
  next: { userId, state: 'declined', answerBy: undefined },
  passed: [...queue.passed, userId],
});

function nextAsked(queue: TurnQueue, insteadOf: number | undefined, at: Instant): TurnQueue {
  const { screening, next } = queue;
  if (!screening) return queue;
  if (insteadOf === undefined)
    return next && next.state !== 'declined'
      ? queue
      : warmingUp(queue.passed.length > 0 ? { ...queue, passed: [] } : queue, at);
  return next?.userId === insteadOf && next.state !== 'declined' ? warmingUp(passedOn(queue, next), at) : queue;
}

function answered(queue: TurnQueue, userId: number, ready: boolean): TurnQueue {
  const { next } = queue;
  if (next?.userId !== userId || next.state === (ready ? 'ready' : 'declined')) return queue;
  if (!ready) return passedOn(queue, next);
  return {
    ...queue,
    next: { userId, state: 'ready', answerBy: undefined },
    passed: queue.passed.filter((one) => one !== userId),
  };
}

function clocked(queue: TurnQueue, at: Instant): TurnQueue {
  const now = isTurnOver(queue, at) ? withoutTurn(queue) : queue;
  if (!now.screening) return now;
  const isLate = now.next?.answerBy !== undefined && now.next.answerBy <= at;
  const settled = now.next && isLate ? passedOn(now, now.next) : now;
  const { next, turn } = settled;
  const isDue = next?.state === 'declined' || !turn || (turn.limit && turn.limit.endsAt - warmUpMs <= at);
  return isDue ? warmingUp(settled, at) : settled;
}

/** A new length holds from the next turn on. Off also lifts the limit of the current turn, so nobody is cut off. */
function lengthSet(queue: TurnQueue, turnLength: TurnLength): TurnQueue {
  const isLifted = turnLength === 0 && queue.turn?.limit !== undefined;
  if (turnLength === queue.turnLength && !isLifted) return queue;
  return { ...queue, turnLength, ...(isLifted && queue.turn && { turn: { ...queue.turn, limit: undefined } }) };
}

function extended(queue: TurnQueue): TurnQueue {
  const { turn } = queue;
  if (!turn?.limit || turn.limit.seconds + turnExtensionSeconds > turnSecondsMax) return queue;
  const limit = {
    endsAt: turn.limit.endsAt + seconds(turnExtensionSeconds),
    seconds: turn.limit.seconds + turnExtensionSeconds,
  };
  return { ...queue, turn: { ...turn, limit } };
}

/**
 * The hands as they are called: the one who gets ready, the pinned one, then in the order that the host chose. The same
 * for everybody.
 */
export function callOrder(queue: TurnQueue): readonly Hand[] {
  const next = queue.next?.state === 'declined' ? undefined : queue.next?.userId;
  const rank = (hand: Hand): number => {
    if (hand.userId === next) return -2;
    if (hand.userId === queue.pinned) return -1;
    return queue.newVoicesFirst ? hand.spokenSeconds : 0;
  };
  return queue.hands.toSorted((a, b) => rank(a) - rank(b));
}

/**
 * The question that is kept with a hand: one line, no invisible characters, at most 140 code points. Undefined where
 * nothing is left. Throws `question_too_long`.
 */
export function handQuestion(raw: string): string | undefined {
  const text = seenLine(raw);
  if (charCount(text) > handQuestionCharsMax)
    throw refuse('question_too_long', { maximum: handQuestionCharsMax }, { field: 'question' });
  return text === '' ? undefined : text;
}

/** The person who gets ready now. Throws `not_next` for everyone else. */
export function requireNext({ next }: TurnQueue, userId: number): void {
  if (next?.userId !== userId) throw refuse('not_next');
}

/** Throws `turn_not_timed`, `turn_too_long`. */
export function requireExtendable({ turn }: TurnQueue): void {
  if (!turn?.limit) throw refuse('turn_not_timed');
  if (turn.limit.seconds + turnExtensionSeconds > turnSecondsMax) throw refuse('turn_too_long');
}
