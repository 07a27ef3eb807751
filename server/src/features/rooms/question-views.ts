import type { WireOwnQuestion, WireQuestion } from '@frontrow/contract/rooms/audience-api.ts';
import { type QuestionState, questionsPageSize } from '@frontrow/core/rooms/questions.ts';
import { cursorParts, decodeCursor, encodeCursor } from '../../db/cursors.ts';
import type { Sql } from '../../db/db.ts';

interface QuestionRow {
  id: string;
  event_id: string;
  body: string;
  state: QuestionState;
  pinned: boolean;
  answering: boolean;
  votes: number;
  asked_at: Date;
  username: string;
  avatar_url: string | null;
}

const columns = `q.id, q.event_id, q.body, q.state, q.pinned,
  is_answered_now(q) AS answering, q.votes, q.asked_at, u.username, u.avatar_url`;

const questionOf = (row: QuestionRow, seesDismissed: boolean): WireQuestion => ({
  question_id: row.id,
  text: row.state === 'dismissed' && !seesDismissed ? '' : row.body,
  state: row.state,
  pinned: row.pinned,
  votes: row.votes,
  asked_at: row.asked_at.getTime(),
  user: { username: row.username, user_avatar: row.avatar_url },
  ...(row.answering && { answering: true as const }),
});

/** Questions as everyone in the room may see them, for a live update. */
export async function publicQuestions(sql: Sql, ids: readonly string[]): Promise<WireQuestion[]> {
  const rows = await sql.query<QuestionRow>(
    `SELECT ${columns} FROM question q JOIN app_user u ON u.id = q.author_id WHERE q.id = ANY ($1)`,
    [ids],
  );
  return rows.map((row) => questionOf(row, false));
}

/** One question as this person sees it. */
export async function ownQuestion(
  sql: Sql,
  questionId: string,
  { id, moderates }: { readonly id: number; readonly moderates: boolean },
): Promise<WireOwnQuestion> {
  const row = await sql.one<QuestionRow & { voted: boolean }>(
    `SELECT ${columns}, EXISTS (SELECT 1 FROM question_vote v WHERE v.question_id = q.id AND v.user_id = $2) AS voted
     FROM question q JOIN app_user u ON u.id = q.author_id WHERE q.id = $1`,
    [questionId, id],
  );
  return { ...questionOf(row!, moderates), voted: row!.voted };
}

/** Where a page ended: the rank, pin, votes and id of its last question. */
function readCursor(cursor: string | undefined): readonly [number, number, number, string] | undefined {
  if (cursor === undefined) return undefined;
  const forms = [/^[0-2]$/, /^[0-2]$/, /^\d{1,9}$/, cursorParts.uuid];
  const [rank, pin, votes, id] = decodeCursor(cursor, ...forms) as [string, string, string, string];
  return [Number(rank), Number(pin), Number(votes), id];
}

interface ListedRow extends QuestionRow {
  voted: boolean;
  rank: number;
  pin: number;
}

/**
 * A page of an event's questions: the one that is answered now, then pinned ones, then open ones by votes, then
 * answered ones. The host and event admins also get dismissed ones, at the end.
 */
export async function listQuestions(
  sql: Sql,
  eventUuid: string,
  me: { readonly id: number; readonly moderates: boolean },
  cursor: string | undefined,
): Promise<{ questions: WireOwnQuestion[]; next_cursor: string | null }> {
  const after = readCursor(cursor);
  const rows = await sql.query<ListedRow>(
    `SELECT * FROM (
       SELECT ${columns},
         EXISTS (SELECT 1 FROM question_vote v WHERE v.question_id = q.id AND v.user_id = $2) AS voted,
         CASE q.state WHEN 'open' THEN 0 WHEN 'answered' THEN 1 ELSE 2 END AS rank,
         CASE WHEN is_answered_now(q) THEN 0 WHEN q.pinned THEN 1 ELSE 2 END AS pin
       FROM question q JOIN app_user u ON u.id = q.author_id
       WHERE q.event_id = $1 AND (q.state <> 'dismissed' OR $3)
     ) AS x
     WHERE $4::int IS NULL OR (pin, rank, -votes, id) > ($5::int, $4::int, -$6::int, $7::uuid)
     ORDER BY pin, rank, votes DESC, id LIMIT ${questionsPageSize + 1}`,
    [eventUuid, me.id, me.moderates, after?.[0] ?? null, after?.[1] ?? null, after?.[2] ?? null, after?.[3] ?? null],
  );
  const page = rows.slice(0, questionsPageSize);
  const last = rows.length > questionsPageSize ? page.at(-1) : undefined;
  return {
    questions: page.map((row) => ({ ...questionOf(row, me.moderates), voted: row.voted })),
    next_cursor: last === undefined ? null : encodeCursor(last.rank, last.pin, last.votes, last.id),
  };
}
