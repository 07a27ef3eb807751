import type { WireOwnQuestion } from '@frontrow/contract/rooms/audience-api.ts';
import { requireNoFilteredWord } from '@frontrow/core/chat/word-filter.ts';
import type { Account } from '@frontrow/core/kernel/actor.ts';
import { refuse } from '@frontrow/core/refuse.ts';
import {
  questionText,
  type QuestionState,
  requireMayAsk,
  requireMayAskFromMessage,
  requireMayModerateAudience,
  requireMayTakePart,
} from '@frontrow/core/rooms/questions.ts';
import { decideTurn, requireHandsRunner } from '@frontrow/core/rooms/room-rules.ts';
import { databaseNow, type Sql } from '../../db/db.ts';
import { changeAudience, moderates } from './audience-change.ts';
import { changeRoom, type RoomChange } from './change-room.ts';
import { ownQuestion, listQuestions } from './question-views.ts';
import { memberNamed, type MemberRecord, personIn, runnerOf } from './records.ts';
import { requireMayRead } from './room-views.ts';
import type { RoomsDeps } from './rooms-deps.ts';
import { endAnswering, stepTurnQueue } from './turn-queue.ts';

/** The event of a question. A guest's session is for one event. Throws `question_not_found`, `forbidden`. */
async function eventOfQuestion(deps: RoomsDeps, actor: Account, questionId: string): Promise<string> {
  const row = await deps.db.one<{ event_id: string }>('SELECT event_id FROM question WHERE id = $1', [questionId]);
  if (!row) throw refuse('question_not_found');
  if (actor.guestOf !== undefined && actor.guestOf !== row.event_id) throw refuse('forbidden');
  return row.event_id;
}

/** The answer to a change of one question: the question as this person sees it now, and where it happened. */
export interface ChangedQuestion {
  readonly eventUuid: string;
  readonly question: WireOwnQuestion;
}

/**
 * Asks a question, before or during the event. Throws `word_filtered`, and what `requireMayAsk` and `questionText`
 * throw.
 */
export async function askQuestion(
  deps: RoomsDeps,
  actor: Account,
  eventUuid: string,
  text: string,
): Promise<ChangedQuestion> {
  return changeAudience(deps, actor, eventUuid, async ({ tx, me, facts, filteredWords, tell }) => {
    requireMayAsk(facts, me, await askedBy(tx, eventUuid, actor.id));
    const body = questionText(text);
    requireNoFilteredWord(filteredWords, me, body, 'text');
    const id = deps.ids.uuid();
    await tx.query('INSERT INTO question (id, event_id, author_id, body) VALUES ($1, $2, $3, $4)', [
      id,
      eventUuid,
      actor.id,
      body,
    ]);
    await tell({ question: id }, true);
    return { eventUuid, question: await ownQuestion(tx, id, { id: me.id, moderates: moderates(me) }) };
  });
}

/**
 * Turns a chat message into a question of its author, once: again it answers the same question. Throws
 * `message_not_found` and what `requireMayAskFromMessage` throws.
 */
export async function questionFromMessage(
  deps: RoomsDeps,
  actor: Account,
  eventUuid: string,
  seq: number,
): Promise<ChangedQuestion> {
  return changeAudience(deps, actor, eventUuid, async ({ tx, me, facts, tell }) => {
    const message = await tx.one<{ author_id: number; is_host: boolean; body: string }>(
      `SELECT c.author_id, c.author_id = e.host_id AS is_host, c.body
       FROM chat_message c JOIN event e ON e.id = c.event_id
       WHERE c.event_id = $1 AND c.seq = $2 AND c.removed_at IS NULL`,
      [eventUuid, seq],
    );
    const author = message ? { id: message.author_id, isHost: message.is_host } : { id: me.id, isHost: false };
    const known = await tx.one<{ id: string }>('SELECT id FROM question WHERE event_id = $1 AND message_seq = $2', [
      eventUuid,
      seq,
    ]);
    // Nothing is added to what they asked.
    const asked = known ? { open: 0, all: 0 } : await askedBy(tx, eventUuid, author.id);
    requireMayAskFromMessage(facts, me, author, asked);
    if (!message) throw refuse('message_not_found');
    const id = known?.id ?? deps.ids.uuid();
    if (!known) {
      await tx.query('INSERT INTO question (id, event_id, author_id, body, message_seq) VALUES ($1, $2, $3, $4, $5)', [
        id,
        eventUuid,
        message.author_id,
        message.body,
        seq,
      ]);
      await tell({ question: id }, true, 'from_message');
    }
    return { eventUuid, question: await ownQuestion(tx, id, { id: me.id, moderates: moderates(me) }) };
  });
}

async function askedBy(sql: Sql, eventUuid: string, authorId: number): Promise<{ open: number; all: number }> {
  const asked = await sql.one<{ open: number; all: number }>(
    `SELECT count(*) FILTER (WHERE author_id = $2 AND state = 'open') AS open, count(*) AS all
     FROM question WHERE event_id = $1`,
    [eventUuid, authorId],
  );
  return asked!;
}

/**
 * Votes for an open question, or withdraws the vote. Repeating it changes nothing. Throws `question_not_found`, and
 * what `requireMayTakePart` throws.
 */
export async function voteForQuestion(
  deps: RoomsDeps,
  actor: Account,
  questionId: string,
  voted: boolean,
): Promise<ChangedQuestion> {
  const eventUuid = await eventOfQuestion(deps, actor, questionId);
  return changeAudience(deps, actor, eventUuid, async ({ tx, me, facts, tell }) => {
    requireMayTakePart(facts, me);
    const open = await tx.one(`SELECT 1 FROM question WHERE id = $1 AND state = 'open'`, [questionId]);
    if (!open) throw refuse('question_not_found');
    const changed = voted
      ? await tx.query(
          `INSERT INTO question_vote (question_id, user_id) VALUES ($1, $2) ON CONFLICT DO NOTHING RETURNING user_id`,
          [questionId, actor.id],
        )
      : await tx.query('DELETE FROM question_vote WHERE question_id = $1 AND user_id = $2 RETURNING user_id', [
          questionId,
          actor.id,
        ]);
    if (changed.length > 0) {
      await tx.query('UPDATE question SET votes = votes + $2 WHERE id = $1', [questionId, voted ? 1 : -1]);
      await tell({ question: questionId }, false);
    }
    return { eventUuid, question: await ownQuestion(tx, questionId, { id: me.id, moderates: moderates(me) }) };
  });
}

interface QuestionChange {
  readonly state?: QuestionState | undefined;
  readonly pinned?: boolean | undefined;
}

/**
 * A moderator marks a question as answered, dismisses, reopens or pins it. A question that is not open is not pinned.
 * Repeating it changes nothing. Throws what `requireMayModerateAudience` throws.
 */
export async function updateQuestion(
  deps: RoomsDeps,
  actor: Account,
  questionId: string,
  { state, pinned }: QuestionChange,
): Promise<ChangedQuestion> {
  const eventUuid = await eventOfQuestion(deps, actor, questionId);
  return changeAudience(deps, actor, eventUuid, async ({ tx, me, facts, tell }) => {
    requireMayModerateAudience(facts, me);
    const changed = await tx.one(
      `UPDATE question SET state = x.state, pinned = x.pinned, answering = is_answered_now(question) AND x.state = 'open',
         changed_at = CASE WHEN is_answered_now(question) AND x.state <> 'dismissed' THEN changed_at ELSE app_now() END
       FROM (SELECT coalesce($2, q.state) AS state,
           coalesce($2, q.state) = 'open' AND coalesce($3, q.pinned) AS pinned FROM question q WHERE q.id = $1) AS x
       WHERE id = $1 AND (question.state, question.pinned) IS DISTINCT FROM (x.state, x.pinned) RETURNING id`,
      [questionId, state ?? null, pinned ?? null],
    );
    if (changed) await tell({ question: questionId }, true, state);
    return { eventUuid, question: await ownQuestion(tx, questionId, { id: me.id, moderates: true }) };
  });
}

/**
 * The host gives the turn to the person who asked, whether or not their hand is up. The question stays open, as the one
 * that is answered now, until the turn ends (`stepTurnQueue`) or a moderator says that it is answered. Throws
 * `host_only`, `interactive_only`, `question_not_found`, `target_not_in_room`, `hand_not_raised`.
 */
export async function answerOnStage(deps: RoomsDeps, actor: Account, questionId: string): Promise<ChangedQuestion> {
  const eventUuid = await eventOfQuestion(deps, actor, questionId);
  return changeRoom(deps, eventUuid, async (change) => {
    const { tx, room, log } = change;
    requireHandsRunner(room, await runnerOf(tx, room, actor.id));
    const asked = await tx.one<{ username: string; state: QuestionState }>(
      `SELECT u.username, q.state FROM question q JOIN app_user u ON u.id = q.author_id WHERE q.id = $1`,
      [questionId],
    );
    if (!asked || asked.state === 'dismissed') throw refuse('question_not_found');
    const author = await memberNamed(tx, eventUuid, asked.username);
    if (!author) throw refuse('target_not_in_room');
    await giveTurnToAuthor(change, author, actor.id);
    // Of an author who is on stage already: their question before this one.
    await endAnswering(change, 'answered', questionId);
    await tx.query(
      `UPDATE question SET state = 'open', answering = true, changed_at = app_now()
       WHERE id = $1 AND NOT is_answered_now(question)`,
      [questionId],
    );
    await log('audienceChanged', { question: questionId, counts: true }, actor.id);
    return { eventUuid, question: await ownQuestion(tx, questionId, { id: actor.id, moderates: true }) };
  });
}

async function giveTurnToAuthor(change: RoomChange, author: MemberRecord, actorId: number): Promise<void> {
  const decided = decideTurn(change.room, { isHost: true, roomRole: 'viewer' }, { ...author, handRaised: true }, true);
  if (decided !== 'give') return;
  const now = await databaseNow(change.tx);
  const { id: userId, spokenSeconds } = author;
  await stepTurnQueue(change, { do: 'raise', userId, spokenSeconds });
  await stepTurnQueue(change, { do: 'give', userId, at: now });
  await change.log('updateEvent', { change: 'turn', user: userId }, actorId);
}

/** What a blocked person asked disappears with their messages. */
export async function dismissQuestionsOf({ tx, room, log }: RoomChange, userIds: readonly number[]): Promise<void> {
  const dismissed = await tx.query<{ id: string }>(
    `UPDATE question SET state = 'dismissed', pinned = false, answering = false, changed_at = app_now()
     WHERE event_id = $1 AND author_id = ANY ($2) AND state <> 'dismissed' RETURNING id`,
    [room.eventId, userIds],
  );
  for (const { id } of dismissed) await log('audienceChanged', { question: id, counts: true });
}

/** The questions of an event, for everyone who may read its room. */
export async function readQuestions(
  deps: RoomsDeps,
  actor: Account,
  eventUuid: string,
  cursor: string | undefined,
): Promise<Awaited<ReturnType<typeof listQuestions>>> {
  await requireMayRead(deps, actor, eventUuid);
  const me = await personIn(deps.db, eventUuid, actor.id);
  return listQuestions(deps.db, eventUuid, { id: actor.id, moderates: me !== undefined && moderates(me) }, cursor);
}
