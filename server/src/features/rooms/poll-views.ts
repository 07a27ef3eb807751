import type { WireOwnPoll, WirePoll } from '@frontrow/contract/rooms/audience-api.ts';
import type { PollState } from '@frontrow/core/rooms/polls.ts';
import type { Sql } from '../../db/db.ts';
import type { MemberRecord } from './records.ts';

/** Of a poll that is not anonymous the host reads this many names for each answer. */
const namesMax = 100;

interface PollRow {
  id: string;
  body: string;
  choices: string[];
  multiple: boolean;
  anonymous: boolean;
  results_live: boolean;
  closes_after_seconds: number | null;
  status: PollState;
  opened_at: Date | null;
  closes_at: Date | null;
  closed_at: Date | null;
  voters: number;
  counts: number[];
}

const columns = `p.id, p.body, p.choices, p.multiple, p.anonymous, p.results_live, p.closes_after_seconds, p.status,
  p.opened_at, p.closes_at, p.closed_at,
  (SELECT count(DISTINCT v.user_id) FROM poll_vote v WHERE v.poll_id = p.id) AS voters,
  ARRAY (SELECT (SELECT count(*)::int FROM poll_vote v WHERE v.poll_id = p.id AND v.choice = n)
    FROM generate_series(0, cardinality(p.choices) - 1) AS n ORDER BY n) AS counts`;

const pollOf = (row: PollRow): WirePoll => ({
  poll_id: row.id,
  text: row.body,
  state: row.status,
  multiple: row.multiple,
  anonymous: row.anonymous,
  results_live: row.results_live,
  closes_after_seconds: row.closes_after_seconds,
  choices: row.choices.map((text, choice) => ({
    text,
    votes: row.results_live || row.status === 'closed' ? row.counts[choice]! : null,
  })),
  voters: row.voters,
  opened_at: row.opened_at?.getTime() ?? null,
  closes_at: row.closes_at?.getTime() ?? null,
  closed_at: row.closed_at?.getTime() ?? null,
});

/** Polls as everyone in the room may see them, for a live update. Prepared ones are for those who run the room. */
export async function publicPolls(sql: Sql, ids: readonly string[]): Promise<WirePoll[]> {
  const rows = await sql.query<PollRow>(
    `SELECT ${columns} FROM poll p WHERE p.id = ANY ($1) AND p.status <> 'prepared'`,
    [ids],
  );
  return rows.map(pollOf);
}

/** The host and co-hosts read polls that are prepared, and who voted for what. */
export interface PollReader {
  readonly id: number;
  readonly runs: boolean;
}

export const pollReader = (me: Pick<MemberRecord, 'id' | 'isHost' | 'roomRole'>): PollReader => ({
  id: me.id,
  runs: me.isHost || me.roomRole === 'cohost',
});

interface OwnRow extends PollRow {
  mine: number[];
  names: { readonly choice: number; readonly usernames: string[] }[] | null;
}

/** For `$1` the event, or null with `$2` one poll; `$3` is the reader, `$4` whether they run the room. */
const ownQuery = `SELECT ${columns},
    ARRAY (SELECT v.choice FROM poll_vote v WHERE v.poll_id = p.id AND v.user_id = $3 ORDER BY 1) AS mine,
    CASE WHEN $4 AND NOT p.anonymous AND (p.results_live OR p.status = 'closed') THEN (
      SELECT json_agg(json_build_object('choice', x.choice, 'usernames', x.names)) FROM (
        SELECT v.choice, (array_agg(u.username ORDER BY u.username))[1:${namesMax}] AS names
        FROM poll_vote v JOIN app_user u ON u.id = v.user_id WHERE v.poll_id = p.id GROUP BY v.choice) AS x
    ) END AS names
  FROM poll p
  WHERE ($1::uuid IS NULL OR p.event_id = $1) AND ($2::uuid IS NULL OR p.id = $2) AND (p.status <> 'prepared' OR $4)
  ORDER BY p.created_at, p.id`;

const ownPollOf = (row: OwnRow): WireOwnPoll => {
  const poll = pollOf(row);
  return {
    ...poll,
    choices: poll.choices.map((choice, index) => {
      const usernames = row.names && (row.names.find((one) => one.choice === index)?.usernames ?? []);
      return { ...choice, ...(usernames && { usernames }) };
    }),
    my_choices: row.mine,
  };
};

/** The polls of an event as this person sees them, in the order in which they were made. */
export async function listPolls(sql: Sql, eventUuid: string, me: PollReader): Promise<WireOwnPoll[]> {
  const rows = await sql.query<OwnRow>(ownQuery, [eventUuid, null, me.id, me.runs]);
  return rows.map(ownPollOf);
}

/** One poll as this person sees it. */
export async function ownPoll(sql: Sql, pollId: string, me: PollReader): Promise<WireOwnPoll> {
  const row = await sql.one<OwnRow>(ownQuery, [null, pollId, me.id, me.runs]);
  return ownPollOf(row!);
}
