import type { WireOwnPoll } from '@frontrow/contract/rooms/audience-api.ts';
import type { Account } from '@frontrow/core/kernel/actor.ts';
import {
  decideClosePoll,
  decideOpenPoll,
  isPollOver,
  pollClosesAt,
  type PollState,
  pollTexts,
  pollVote,
  requireMayCreatePoll,
} from '@frontrow/core/rooms/polls.ts';
import { refuse } from '@frontrow/core/refuse.ts';
import type { Tx } from '../../db/db.ts';
import { changeAudience, type AudienceChange } from './audience-change.ts';
import { changeRoom } from './change-room.ts';
import { listPolls, ownPoll, pollReader } from './poll-views.ts';
import { personIn } from './records.ts';
import { requireMayRead } from './room-views.ts';
import type { RoomsDeps } from './rooms-deps.ts';

/** The answer to a change of one poll: the poll as this person sees it now, and where it happened. */
export interface ChangedPoll {
  readonly eventUuid: string;
  readonly poll: WireOwnPoll;
}

interface PollDraft {
  readonly text: string;
  readonly choices: readonly string[];
  readonly multiple: boolean;
  readonly anonymous: boolean;
  readonly resultsLive: boolean;
  readonly closesAfterSeconds: number | undefined;
}

/** The host prepares a poll. Throws what `requireMayCreatePoll` and `pollTexts` throw. */
export async function createPoll(
  deps: RoomsDeps,
  actor: Account,
  eventUuid: string,
  draft: PollDraft,
): Promise<ChangedPoll> {
  return changeAudience(deps, actor, eventUuid, async ({ tx, me, facts }) => {
    const row = await tx.one<{ count: number }>('SELECT count(*) AS count FROM poll WHERE event_id = $1', [eventUuid]);
    requireMayCreatePoll(facts, me, row!.count);
    const { text, choices } = pollTexts(draft.text, draft.choices);
    const id = deps.ids.uuid();
    await tx.query(
      `INSERT INTO poll (id, event_id, body, choices, multiple, anonymous, results_live, closes_after_seconds)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
      [
        id,
        eventUuid,
        text,
        choices,
        draft.multiple,
        draft.anonymous,
        draft.resultsLive,
        draft.closesAfterSeconds ?? null,
      ],
    );
    return { eventUuid, poll: await ownPoll(tx, id, pollReader(me)) };
  });
}

interface StoredPoll {
  readonly status: PollState;
  readonly choices: number;
  readonly multiple: boolean;
  readonly closes_after_seconds: number | null;
  readonly closes_at: Date | null;
  readonly now: Date;
  readonly other_open: boolean;
}

async function storedPoll(tx: Tx, pollId: string): Promise<StoredPoll> {
  const row = await tx.one<StoredPoll>(
    `SELECT p.status, cardinality(p.choices) AS choices, p.multiple, p.closes_after_seconds, p.closes_at,
       app_now() AS now,
       EXISTS (SELECT 1 FROM poll x WHERE x.event_id = p.event_id AND x.status = 'open' AND x.id <> p.id) AS other_open
     FROM poll p WHERE p.id = $1`,
    [pollId],
  );
  return row!;
}

/** A change of one poll, under the locks of its event and room. A guest's session is for one event. */
async function changePoll(
  deps: RoomsDeps,
  actor: Account,
  pollId: string,
  work: (change: AudienceChange, poll: StoredPoll) => Promise<void>,
): Promise<ChangedPoll> {
  const row = await deps.db.one<{ event_id: string }>('SELECT event_id FROM poll WHERE id = $1', [pollId]);
  if (!row) throw refuse('poll_not_found');
  const eventUuid = row.event_id;
  if (actor.guestOf !== undefined && actor.guestOf !== eventUuid) throw refuse('forbidden');
  return changeAudience(deps, actor, eventUuid, async (change) => {
    await work(change, await storedPoll(change.tx, pollId));
    return { eventUuid, poll: await ownPoll(change.tx, pollId, pollReader(change.me)) };
  });
}

/** The host opens a poll, and people vote. Repeating it changes nothing. Throws what `decideOpenPoll` throws. */
export const openPoll = (deps: RoomsDeps, actor: Account, pollId: string): Promise<ChangedPoll> =>
  changePoll(deps, actor, pollId, async ({ tx, me, facts, tell }, poll) => {
    if (decideOpenPoll(facts, me, poll.status, poll.other_open) === 'keep') return;
    const closesAt = pollClosesAt(poll.now.getTime(), poll.closes_after_seconds ?? undefined);
    await tx.query(
      `UPDATE poll SET status = 'open', opened_at = $3, closes_at = $2 WHERE id = $1 AND status = 'prepared'`,
      [pollId, closesAt === undefined ? null : new Date(closesAt), poll.now],
    );
    await tell({ poll: pollId }, true);
  });

/** Votes, or changes the vote while the poll is open. Throws what `pollVote` throws. */
export const voteInPoll = (
  deps: RoomsDeps,
  actor: Account,
  pollId: string,
  chosen: readonly number[],
): Promise<ChangedPoll> =>
  changePoll(deps, actor, pollId, async ({ tx, me, facts, tell }, poll) => {
    const votes = pollVote(
      facts,
      me,
      {
        state: poll.status,
        choices: poll.choices,
        multiple: poll.multiple,
        closesAt: poll.closes_at?.getTime(),
      },
      { chosen, now: poll.now.getTime() },
    );
    const changed = await tx.one<{ changed: boolean }>(
      `WITH gone AS (
         DELETE FROM poll_vote WHERE poll_id = $1 AND user_id = $2 AND choice <> ALL ($3::int[]) RETURNING 1
       ), added AS (
         INSERT INTO poll_vote (poll_id, user_id, choice) SELECT $1, $2, c FROM unnest($3::int[]) AS c
         ON CONFLICT DO NOTHING RETURNING 1
       ) SELECT EXISTS (SELECT 1 FROM gone) OR EXISTS (SELECT 1 FROM added) AS changed`,
      [pollId, actor.id, votes],
    );
    if (changed!.changed) await tell({ poll: pollId }, false);
  });

const close = (tx: Tx, pollId: string): Promise<unknown> =>
  tx.query(`UPDATE poll SET status = 'closed', closed_at = app_now() WHERE id = $1 AND status = 'open'`, [pollId]);

/** The host closes a poll. Repeating it changes nothing. Throws what `decideClosePoll` throws. */
export const closePoll = (deps: RoomsDeps, actor: Account, pollId: string): Promise<ChangedPoll> =>
  changePoll(deps, actor, pollId, async ({ tx, me, facts, tell }, poll) => {
    if (decideClosePoll(facts, me, poll.status) === 'keep') return;
    await close(tx, pollId);
    await tell({ poll: pollId }, true);
  });

/** Closes a poll whose time has passed. It may have been closed by hand in between. */
export async function closeExpiredPoll(deps: RoomsDeps, eventUuid: string, pollId: string): Promise<void> {
  await changeRoom(deps, eventUuid, async ({ tx, log }) => {
    const poll = await storedPoll(tx, pollId);
    if (poll.status !== 'open' || !isPollOver({ closesAt: poll.closes_at?.getTime() }, poll.now.getTime())) return;
    await close(tx, pollId);
    await log('audienceChanged', { poll: pollId, counts: true });
  });
}

/** Nobody votes after the end of the event. The caller holds the room's lock and writes the last line of the log. */
export async function closePollsOf(tx: Tx, eventUuid: string): Promise<void> {
  await tx.query(`UPDATE poll SET status = 'closed', closed_at = app_now() WHERE event_id = $1 AND status = 'open'`, [
    eventUuid,
  ]);
}

/** The polls of an event, for everyone who may read its room. */
export async function readPolls(deps: RoomsDeps, actor: Account, eventUuid: string): Promise<{ polls: WireOwnPoll[] }> {
  await requireMayRead(deps, actor, eventUuid);
  const me = await personIn(deps.db, eventUuid, actor.id);
  return { polls: await listPolls(deps.db, eventUuid, me ? pollReader(me) : { id: actor.id, runs: false }) };
}
