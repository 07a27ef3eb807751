import { minutes } from '@frontrow/core/kernel/instant.ts';
import {
  callOrder,
  moveTurnQueue,
  type NextSpeaker,
  type TurnLength,
  type TurnQueue,
  type TurnStep,
} from '@frontrow/core/rooms/turn-queue.ts';
import { databaseNow, type Tx } from '../../db/db.ts';
import { recordFact } from '../../facts/fact-handler.ts';
import type { RoomChange } from './change-room.ts';

interface QueueRow {
  turn_length: TurnLength;
  new_voices_first: boolean;
  pinned_hand_id: number | null;
  speaker_id: number | null;
  speaker_since: Date | null;
  turn_ends_at: Date | null;
  turn_seconds: number | null;
  screening: boolean;
  next_id: number | null;
  next_state: NextSpeaker['state'] | null;
  next_answer_by: Date | null;
}

interface HandRow {
  user_id: number;
  hand_question: string | null;
  spoken_seconds: number;
  warm_up_passed: boolean;
}

/** Hands and turn of a room as they are stored. The caller holds the room's lock. */
export async function readTurnQueue(tx: Tx, eventUuid: string): Promise<TurnQueue> {
  const row = await tx.one<QueueRow>(
    `SELECT turn_length, new_voices_first, pinned_hand_id, speaker_id, speaker_since, turn_ends_at, turn_seconds,
       screening, next_id, next_state, next_answer_by
     FROM room WHERE event_id = $1`,
    [eventUuid],
  );
  const hands = await tx.query<HandRow>(
    `SELECT user_id, hand_question, spoken_seconds, warm_up_passed FROM room_member
     WHERE event_id = $1 AND hand_raised_at IS NOT NULL ORDER BY hand_raised_at, user_id`,
    [eventUuid],
  );
  const { turn_length, new_voices_first, pinned_hand_id, speaker_id, speaker_since, turn_ends_at, turn_seconds } = row!;
  const { screening, next_id, next_state, next_answer_by } = row!;
  const isWaiting = (id: number | null): boolean => hands.some((hand) => hand.user_id === id);
  return {
    turnLength: turn_length,
    newVoicesFirst: new_voices_first,
    hands: hands.map((hand) => ({
      userId: hand.user_id,
      question: hand.hand_question ?? undefined,
      spokenSeconds: hand.spoken_seconds,
    })),
    pinned: isWaiting(pinned_hand_id) ? pinned_hand_id! : undefined,
    turn:
      speaker_id === null
        ? undefined
        : {
            userId: speaker_id,
            since: speaker_since?.getTime() ?? 0,
            limit:
              turn_ends_at === null || turn_seconds === null
                ? undefined
                : { endsAt: turn_ends_at.getTime(), seconds: turn_seconds },
          },
    screening,
    next:
      next_state !== null && isWaiting(next_id)
        ? { userId: next_id!, state: next_state, answerBy: next_answer_by?.getTime() }
        : undefined,
    passed: hands.filter((hand) => hand.warm_up_passed).map((hand) => hand.user_id),
  };
}

/**
 * Takes one step with hands and turn: what changed is stored, and people whose turn began or ended get their grants
 * after the commit. Returns whether anything changed. The caller holds the room's lock, and writes the line of the log.
 */
export async function stepTurnQueue(change: RoomChange, step: TurnStep): Promise<boolean> {
  const { tx, room, regrant } = change;
  const before = await readTurnQueue(tx, room.eventId);
  const moved = moveTurnQueue(before, step);
  // The step may have made it time to ask the next speaker.
  const after =
    moved.screening && step.do !== 'clock' ? moveTurnQueue(moved, { do: 'clock', at: await databaseNow(tx) }) : moved;
  if (after === before) return false;
  await storeHands(tx, room.eventId, before, after);
  // Someone who has just raised a hand is looking at the page.
  if (step.do !== 'raise') await noteNext(tx, room.eventId, before, after);
  await tx.query(
    `UPDATE room SET turn_length = $2, new_voices_first = $3, pinned_hand_id = $4, speaker_id = $5, speaker_since = $6,
       turn_ends_at = $7, turn_seconds = $8, screening = $9, next_id = $10, next_state = $11, next_answer_by = $12
     WHERE event_id = $1`,
    [
      room.eventId,
      after.turnLength,
      after.newVoicesFirst,
      after.pinned ?? null,
      after.turn?.userId ?? null,
      after.turn ? new Date(after.turn.since) : null,
      after.turn?.limit ? new Date(after.turn.limit.endsAt) : null,
      after.turn?.limit?.seconds ?? null,
      after.screening,
      after.next?.userId ?? null,
      after.next?.state ?? null,
      after.next?.answerBy === undefined ? null : new Date(after.next.answerBy),
    ],
  );
  if (before.turn?.userId === after.turn?.userId) return true;
  await tx.query('INSERT INTO stage_change (event_id, user_id) VALUES ($1, $2)', [
    room.eventId,
    after.turn?.userId ?? null,
  ]);
  if (before.turn) await countSpoken(tx, room.eventId, before.turn);
  await endAnswering(change, hasAnswered(before, step) ? 'answered' : 'open');
  await regrant([before.turn?.userId, after.turn?.userId].filter((userId) => userId !== undefined));
  return true;
}

/** Someone who left may not have answered: the host finds the question where it was. */
const hasAnswered = ({ turn }: TurnQueue, step: TurnStep): boolean =>
  turn !== undefined && !(step.do === 'leave' && step.userIds.includes(turn.userId));

/**
 * The question that is answered on stage is done with, or open again; `except` stays. It keeps the moment at which its
 * author came on stage, where replays have its chapter. The caller holds the room's lock.
 */
export async function endAnswering(
  { tx, room, log }: RoomChange,
  state: 'answered' | 'open',
  except?: string,
): Promise<void> {
  const ended = await tx.query<{ id: string }>(
    `UPDATE question SET answering = false, state = CASE WHEN state = 'open' THEN $2 ELSE state END,
       pinned = pinned AND $2 = 'open'
     WHERE event_id = $1 AND answering AND id IS DISTINCT FROM $3 RETURNING id`,
    [room.eventId, state, except ?? null],
  );
  for (const { id } of ended) await log('audienceChanged', { question: id, counts: true });
}

/** Records who became first in line, at most once a minute. */
async function noteNext(tx: Tx, eventUuid: string, before: TurnQueue, after: TurnQueue): Promise<void> {
  const [next] = callOrder(after);
  if (!next || next.userId === callOrder(before)[0]?.userId) return;
  const minute = Math.floor((await databaseNow(tx)) / minutes(1));
  await recordFact(tx, {
    topic: 'HandIsNext',
    dedupeKey: `hand_next:${eventUuid}:${next.userId}:${minute}`,
    payload: { eventUuid, userId: next.userId },
  });
}

async function storeHands(tx: Tx, eventUuid: string, before: TurnQueue, after: TurnQueue): Promise<void> {
  const lowered = before.hands.filter((hand) => !after.hands.some((one) => one.userId === hand.userId));
  if (lowered.length > 0)
    await tx.query(
      `UPDATE room_member SET hand_raised_at = NULL, hand_question = NULL, warm_up_passed = false
       WHERE event_id = $1 AND user_id = ANY ($2)`,
      [eventUuid, lowered.map((hand) => hand.userId)],
    );
  for (const hand of after.hands) {
    if (before.hands.includes(hand)) continue;
    await tx.query(
      `UPDATE room_member SET hand_raised_at = coalesce(hand_raised_at, app_now()), hand_question = $3
       WHERE event_id = $1 AND user_id = $2`,
      [eventUuid, hand.userId, hand.question ?? null],
    );
  }
  if (before.passed.join() !== after.passed.join())
    await tx.query(
      `UPDATE room_member SET warm_up_passed = user_id = ANY ($2)
       WHERE event_id = $1 AND warm_up_passed <> (user_id = ANY ($2))`,
      [eventUuid, after.passed],
    );
}

/** Adds the turn that ended to the time its person has been on stage. */
async function countSpoken(tx: Tx, eventUuid: string, turn: { userId: number; since: number }): Promise<void> {
  await tx.query(
    `UPDATE room_member SET spoken_seconds = spoken_seconds + greatest(0, extract(epoch FROM app_now() - $3))::int
     WHERE event_id = $1 AND user_id = $2`,
    [eventUuid, turn.userId, new Date(turn.since)],
  );
}
