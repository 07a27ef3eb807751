import { seconds } from '@frontrow/core/kernel/instant.ts';
import { isTurnOver, warmUpMs } from '@frontrow/core/rooms/turn-queue.ts';
import { isolateErrors, type Job } from '../../jobs/runner.ts';
import { databaseNow } from '../../db/db.ts';
import { changeRoom } from './change-room.ts';
import { closeExpiredPoll } from './polls.ts';
import type { RoomsDeps } from './rooms-deps.ts';
import { readTurnQueue, stepTurnQueue } from './turn-queue.ts';

const everyMs = seconds(1);
/** What ends before the next run, or the run after it, has its own timer. */
const aheadMs = 2 * everyMs + 500;
const dueMax = 500;

interface RoomClock {
  readonly job: Job;
  stop(): void;
}

interface DueRow {
  readonly event_id: string;
  /** The poll that closes; null for the turn, or for the next speaker to ask. */
  readonly poll_id: string | null;
  readonly left_ms: number;
}

/**
 * Ends timed turns and polls at their time, whatever any browser does: with a turn the engine revokes the grants, and
 * with them the tracks. Asks the next speaker, and someone else when they do not answer. The time is stored, so that a
 * restart ends what ran out in between, and any process may end it. Timers only make it punctual.
 */
export function createRoomClock(deps: RoomsDeps): RoomClock {
  const timers = new Map<string, NodeJS.Timeout>();
  const end = ({ event_id: eventUuid, poll_id: pollId }: DueRow): Promise<void> =>
    isolateErrors(deps.log, { event: eventUuid }, () =>
      pollId === null ? endExpiredTurn(deps, eventUuid) : closeExpiredPoll(deps, eventUuid, pollId),
    );
  const endWhenDue = (due: DueRow): void => {
    const key = due.poll_id ?? due.event_id;
    clearTimeout(timers.get(key));
    const timer = setTimeout(() => {
      timers.delete(key);
      // Without the database the next run of the job ends it.
      end(due).catch(() => undefined);
    }, due.left_ms);
    timer.unref();
    timers.set(key, timer);
  };
  return {
    job: {
      name: 'end turns and polls',
      everyMs,
      async run(stopping) {
        const rows = await deps.db.query<DueRow>(
          `SELECT event_id, poll_id, ceil(extract(epoch FROM min(ends_at) - app_now()) * 1000) AS left_ms FROM (
             SELECT event_id, NULL::uuid AS poll_id, turn_ends_at AS ends_at FROM room
               WHERE closed_at IS NULL AND turn_ends_at <= app_now() + $1 * interval '1 ms'
             UNION ALL SELECT event_id, NULL, next_answer_by FROM room
               WHERE closed_at IS NULL AND next_answer_by <= app_now() + $1 * interval '1 ms'
             UNION ALL SELECT r.event_id, NULL, turn_ends_at - $2 * interval '1 ms' FROM room r
               WHERE closed_at IS NULL AND screening AND next_id IS NULL
                 AND turn_ends_at <= app_now() + ($1 + $2) * interval '1 ms'
                 AND EXISTS (SELECT 1 FROM room_member m WHERE m.event_id = r.event_id AND m.hand_raised_at IS NOT NULL)
             UNION ALL SELECT event_id, id, closes_at FROM poll
               WHERE status = 'open' AND closes_at <= app_now() + $1 * interval '1 ms'
           ) AS due GROUP BY event_id, poll_id ORDER BY min(ends_at) LIMIT ${dueMax}`,
          [aheadMs, warmUpMs],
        );
        for (const due of rows) {
          if (stopping()) return;
          if (due.left_ms > 0) endWhenDue(due);
          else await end(due);
        }
      },
    },
    stop: () => {
      for (const timer of timers.values()) clearTimeout(timer);
      timers.clear();
    },
  };
}

/** The host may have extended the turn, or given the next one: only what has run out by now ends. */
async function endExpiredTurn(deps: RoomsDeps, eventUuid: string): Promise<void> {
  await changeRoom(deps, eventUuid, async (change) => {
    const { tx, log } = change;
    const before = await readTurnQueue(tx, eventUuid);
    const at = await databaseNow(tx);
    if (!(await stepTurnQueue(change, { do: 'clock', at }))) return;
    if (isTurnOver(before, at))
      await log('updateEvent', { change: 'turn_ended', user: before.turn?.userId, by: 'clock' });
    else await log('updateEvent', { change: 'next', by: 'clock' });
  });
}
