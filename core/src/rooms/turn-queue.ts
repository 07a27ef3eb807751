import { charCount } from '../events/limits.ts';
import { type Instant, seconds } from '../kernel/instant.ts';
import { seenLine } from '../kernel/seen-text.ts';
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
}

export const emptyTurnQueue: TurnQueue = {
  turnLength: 0,
  newVoicesFirst: false,
  hands: [],
  pinned: undefined,
  turn: undefined,
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
  | { readonly do: 'clock'; readonly at: Instant };

const withoutHands = (queue: TurnQueue, isGone: (userId: number) => boolean): TurnQueue => {
  if (!queue.hands.some((hand) => isGone(hand.userId))) return queue;
  const pinned = queue.pinned !== undefined && isGone(queue.pinned) ? undefined : queue.pinned;
  return { ...queue, hands: queue.hands.filter((hand) => !isGone(hand.userId)), pinned };
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
      return { ...queue, pinned: step.userId };
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
    case 'clock':
      return isTurnOver(queue, step.at) ? withoutTurn(queue) : queue;
  }
}

function begun(queue: TurnQueue, userId: number, since: Instant): TurnQueue {
  const length = queue.turnLength;
  const limit = length === 0 ? undefined : { endsAt: since + seconds(length), seconds: length };
  return { ...withoutHands(queue, (one) => one === userId), turn: { userId, since, limit } };
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

/** The hands as they are called: the pinned one, then in the order that the host chose. The same for everybody. */
export function callOrder(queue: TurnQueue): readonly Hand[] {
  const rank = (hand: Hand): number =>
    hand.userId === queue.pinned ? -1 : queue.newVoicesFirst ? hand.spokenSeconds : 0;
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

/** Throws `turn_not_timed`, `turn_too_long`. */
export function requireExtendable({ turn }: TurnQueue): void {
  if (!turn?.limit) throw refuse('turn_not_timed');
  if (turn.limit.seconds + turnExtensionSeconds > turnSecondsMax) throw refuse('turn_too_long');
}
