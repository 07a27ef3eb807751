import { requireNoFilteredWord } from '@frontrow/core/chat/word-filter.ts';
import type { Account } from '@frontrow/core/kernel/actor.ts';
import { refuse } from '@frontrow/core/refuse.ts';
import {
  decideHand,
  decideTurn,
  requireHandsModerator,
  requireHandsRunner,
  requirePresent,
} from '@frontrow/core/rooms/room-rules.ts';
import {
  handQuestion,
  requireExtendable,
  requireNext,
  type TurnLength,
  type TurnStep,
} from '@frontrow/core/rooms/turn-queue.ts';
import { databaseNow } from '../../db/db.ts';
import { changeRoom, type RoomChange } from './change-room.ts';
import { memberNamed, type MemberRecord, requireCaller, runnerOf } from './records.ts';
import type { RoomsDeps } from './rooms-deps.ts';
import { readTurnQueue, stepTurnQueue } from './turn-queue.ts';

interface HandInput {
  readonly raised?: boolean | undefined;
  /** What the viewer wants to ask; an empty text removes it. */
  readonly question?: string | undefined;
}

/**
 * A viewer raises or lowers their hand; without `raised` it toggles. Raising twice keeps the place in the queue (rule
 * R4). A question comes with the hand, or later, and can be changed while the hand is up. Throws `hands_disabled`,
 * `has_turn`, `banned`, `not_in_room`, `question_too_long`, `timed_out`, `word_filtered`.
 */
export async function raiseHand(deps: RoomsDeps, actor: Account, eventUuid: string, input: HandInput): Promise<void> {
  await changeRoom(deps, eventUuid, async (change) => {
    const me = await requireCaller(change.tx, eventUuid, actor.id);
    if (input.question !== undefined) requireNoFilteredWord(change.room.filteredWords, me, input.question, 'question');
    const step = handStep(me, decideHand(change.room, me, input.raised), input);
    if (step && (await stepTurnQueue(change, step)))
      await change.log('updateEvent', { change: 'hand', user: actor.id, raised: step.do !== 'lower' }, actor.id);
  });
}

function handStep(
  me: MemberRecord,
  decided: 'raise' | 'lower' | 'keep',
  { raised, question }: HandInput,
): TurnStep | undefined {
  if (decided === 'lower') return { do: 'lower', userIds: [me.id] };
  const asked = question === undefined ? undefined : handQuestion(question);
  if (decided === 'raise') return { do: 'raise', userId: me.id, question: asked, spokenSeconds: me.spokenSeconds };
  return raised === false || question === undefined ? undefined : { do: 'ask', userId: me.id, question: asked };
}

interface TurnInput {
  readonly username: string;
  /** Whether this viewer should have the turn; undefined if the username alone decides. */
  readonly enabled?: boolean | undefined;
}

/**
 * The host or a co-host gives the turn to a waiting viewer, which ends the previous turn. The speaker's username, or an
 * empty one, stops the turn, unless `enabled` says what is wanted. The new grants are applied at the engine after the
 * commit; the viewer's browser then asks for consent (rule R5). Throws `host_only`, `interactive_only`,
 * `target_not_in_room`, `hand_not_raised`.
 */
export async function giveTurn(
  deps: RoomsDeps,
  actor: Account,
  eventUuid: string,
  { username, enabled }: TurnInput,
): Promise<void> {
  await changeRoom(deps, eventUuid, async (change) => {
    const { tx, room, log } = change;
    const runner = await runnerOf(tx, room, actor.id);
    requireHandsRunner(room, runner);
    const target = username === '' ? undefined : await memberNamed(tx, eventUuid, username);
    if (username !== '' && !target) throw refuse('target_not_in_room');
    const decided = decideTurn(room, runner, target, enabled);
    if (decided === 'stop') {
      await stepTurnQueue(change, { do: 'stop' });
      await log('updateEvent', { change: 'turn_ended', user: room.speakerId }, actor.id);
    }
    if (decided !== 'give' || !target) return;
    await stepTurnQueue(change, { do: 'give', userId: target.id, at: await databaseNow(tx) });
    await log('updateEvent', { change: 'turn', user: target.id }, actor.id);
  });
}

/**
 * A step of the host or a co-host with hands and turns. Repeating it changes nothing. Throws `host_only`,
 * `interactive_only`.
 */
async function hostStep(
  deps: RoomsDeps,
  actor: Account,
  eventUuid: string,
  stepOf: (change: RoomChange) => TurnStep | Promise<TurnStep>,
  payload: (step: TurnStep) => object,
): Promise<void> {
  await changeRoom(deps, eventUuid, async (change) => {
    requireHandsRunner(change.room, await runnerOf(change.tx, change.room, actor.id));
    const step = await stepOf(change);
    if (await stepTurnQueue(change, step)) await change.log('updateEvent', payload(step), actor.id);
  });
}

/** How long turns last from the next one on. Off also lifts the limit of the current turn. */
export const setTurnLength = (deps: RoomsDeps, actor: Account, eventUuid: string, seconds: TurnLength): Promise<void> =>
  hostStep(
    deps,
    actor,
    eventUuid,
    () => ({ do: 'setLength', seconds }),
    () => ({ change: 'turn_length', seconds }),
  );

/** Makes the current turn a minute longer. Also throws `turn_not_timed`, `turn_too_long`. */
export const extendTurn = (deps: RoomsDeps, actor: Account, eventUuid: string): Promise<void> =>
  hostStep(
    deps,
    actor,
    eventUuid,
    async ({ tx, room }) => {
      requireExtendable(await readTurnQueue(tx, room.eventId));
      return { do: 'extend' };
    },
    () => ({ change: 'turn_extended' }),
  );

/** Whether people who have spoken least are called first. */
export const orderHands = (
  deps: RoomsDeps,
  actor: Account,
  eventUuid: string,
  newVoicesFirst: boolean,
): Promise<void> =>
  hostStep(
    deps,
    actor,
    eventUuid,
    () => ({ do: 'order', newVoicesFirst }),
    () => ({ change: 'hands_order', newVoicesFirst }),
  );

/**
 * Calls this viewer first, whatever the order is; one at a time. Also throws `hand_not_raised`, `target_not_in_room`.
 */
export const pinHand = (
  deps: RoomsDeps,
  actor: Account,
  eventUuid: string,
  { username, pinned }: { readonly username: string; readonly pinned: boolean },
): Promise<void> =>
  hostStep(
    deps,
    actor,
    eventUuid,
    async ({ tx, room }) => {
      const target = await memberNamed(tx, room.eventId, username);
      if (!target) throw refuse('target_not_in_room');
      const queue = await readTurnQueue(tx, room.eventId);
      if (pinned && !target.handRaised) throw refuse('hand_not_raised');
      const isPinned = queue.pinned === target.id;
      return { do: 'pin', userId: pinned ? target.id : isPinned ? undefined : queue.pinned };
    },
    () => ({ change: 'hand_pinned', pinned }),
  );

/** Whether the host and event admins see and hear the next speaker before the audience does (rule R29). */
export const screenNext = (deps: RoomsDeps, actor: Account, eventUuid: string, enabled: boolean): Promise<void> =>
  hostStep(
    deps,
    actor,
    eventUuid,
    () => ({ do: 'screen', enabled }),
    () => ({ change: 'screening', enabled }),
  );

/**
 * Asks the first in the queue to get ready now; with `insteadOf`, skips the person who was asked. Repeating it changes
 * nothing. Also throws `screening_off`, `target_not_in_room`.
 */
export const askNext = (
  deps: RoomsDeps,
  actor: Account,
  eventUuid: string,
  insteadOf: string | undefined,
): Promise<void> =>
  hostStep(
    deps,
    actor,
    eventUuid,
    async ({ tx, room }) => {
      if (!(await readTurnQueue(tx, room.eventId)).screening) throw refuse('screening_off');
      const skipped = insteadOf === undefined ? undefined : await memberNamed(tx, room.eventId, insteadOf);
      if (insteadOf !== undefined && !skipped) throw refuse('target_not_in_room');
      return { do: 'askNext', insteadOf: skipped?.id, at: await databaseNow(tx) };
    },
    () => ({ change: 'next' }),
  );

/**
 * The person who was asked says whether they are ready. Throws `not_in_room`, `not_next`, and what `requirePresent`
 * throws.
 */
export async function answerWarmUp(deps: RoomsDeps, actor: Account, eventUuid: string, ready: boolean): Promise<void> {
  await changeRoom(deps, eventUuid, async (change) => {
    const me = await requireCaller(change.tx, eventUuid, actor.id);
    requirePresent(change.room, me);
    requireNext(await readTurnQueue(change.tx, eventUuid), actor.id);
    if (await stepTurnQueue(change, { do: 'answer', userId: actor.id, ready }))
      await change.log('updateEvent', { change: 'next', ready }, actor.id);
  });
}

/**
 * The host or an event admin lowers one hand, or all of them if no one is named. Repeating it changes nothing. Throws
 * `moderators_only`, `interactive_only`, `target_not_in_room`.
 */
export async function lowerHands(
  deps: RoomsDeps,
  actor: Account,
  eventUuid: string,
  username: string | undefined,
): Promise<void> {
  await changeRoom(deps, eventUuid, async (change) => {
    const { tx, room, log } = change;
    const me = await requireCaller(tx, eventUuid, actor.id);
    requireHandsModerator(room, me);
    const target = username === undefined ? undefined : await memberNamed(tx, eventUuid, username);
    if (username !== undefined && !target) throw refuse('target_not_in_room');
    const step: TurnStep = target ? { do: 'lower', userIds: [target.id] } : { do: 'lowerAll' };
    if (await stepTurnQueue(change, step))
      await log('updateEvent', { change: 'hands_lowered', user: target?.id ?? null }, actor.id);
  });
}

/** Turns raising hands on or off. Off lowers the raised hands. Repeating it changes nothing. */
export async function toggleRaiseHand(
  deps: RoomsDeps,
  actor: Account,
  eventUuid: string,
  enabled: boolean,
): Promise<void> {
  await changeRoom(deps, eventUuid, async (change) => {
    const { tx, room, log } = change;
    requireHandsRunner(room, await runnerOf(tx, room, actor.id));
    if (room.raiseHandEnabled === enabled) return;
    await tx.query('UPDATE room SET raise_hand_enabled = $2 WHERE event_id = $1', [eventUuid, enabled]);
    if (!enabled) await stepTurnQueue(change, { do: 'lowerAll' });
    await log('updateEvent', { change: 'raised_hand_enabled', enabled }, actor.id);
  });
}

/**
 * Turns the open mic on or off: while it is on every viewer of an interactive room may use the microphone. Repeating it
 * changes nothing.
 */
export async function toggleOpenMic(
  deps: RoomsDeps,
  actor: Account,
  eventUuid: string,
  enabled: boolean,
): Promise<void> {
  await changeRoom(deps, eventUuid, async ({ tx, room, log, regrant }) => {
    requireHandsRunner(room, await runnerOf(tx, room, actor.id));
    if (room.openMic === enabled) return;
    await tx.query('UPDATE room SET open_mic = $2 WHERE event_id = $1', [eventUuid, enabled]);
    await regrant();
    await log('updateEvent', { change: 'open_mic', enabled }, actor.id);
  });
}
