import { seconds } from '@frontrow/core/kernel/instant.ts';
import { isolateErrors } from '../../jobs/isolate-errors.ts';
import type { Job } from '../../jobs/runner.ts';
import { changeRoom } from './change-room.ts';
import type { RoomsDeps } from './rooms-deps.ts';
import { readTurnQueue, stepTurnQueue } from './turn-queue.ts';

const everyMs = seconds(1);
/** A turn that ends before the next run, or the run after it, has its own timer. */
const aheadMs = 2 * everyMs + 500;
const turnsMax = 500;

interface TurnClock {
  readonly job: Job;
  stop(): void;
}

interface DueRow {
  readonly event_id: string;
  readonly left_ms: number;
}

/**
 * Ends timed turns at their time, whatever any browser does: the engine revokes the grants and with them the tracks.
 * The time is stored, so that a restart ends a turn that ran out in between, and any process may end it. Timers only
 * make it punctual.
 */
export function createTurnClock(deps: RoomsDeps): TurnClock {
  const timers = new Map<string, NodeJS.Timeout>();
  const end = (eventUuid: string): Promise<void> =>
    isolateErrors(deps.log, { event: eventUuid }, () => endTurnInTime(deps, eventUuid));
  const endAfter = (eventUuid: string, leftMs: number): void => {
    clearTimeout(timers.get(eventUuid));
    const timer = setTimeout(
      () => {
        timers.delete(eventUuid);
        // Without the database the next run of the job ends it.
        end(eventUuid).catch(() => undefined);
      },
      Math.max(0, leftMs),
    );
    timer.unref();
    timers.set(eventUuid, timer);
  };
  return {
    job: {
      name: 'end turns',
      everyMs,
      async run(stopping) {
        const due = await deps.db.query<DueRow>(
          `SELECT event_id, ceil(extract(epoch FROM turn_ends_at - app_now()) * 1000) AS left_ms FROM room
           WHERE closed_at IS NULL AND turn_ends_at <= app_now() + $1 * interval '1 ms'
           ORDER BY turn_ends_at LIMIT ${turnsMax}`,
          [aheadMs],
        );
        for (const { event_id: eventUuid, left_ms: leftMs } of due) {
          if (stopping()) return;
          if (leftMs > 0) endAfter(eventUuid, leftMs);
          else await end(eventUuid);
        }
      },
    },
    stop: () => {
      for (const timer of timers.values()) clearTimeout(timer);
      timers.clear();
    },
  };
}

/** The host may have extended the turn, or given the next one: only a turn whose time has passed ends. */
async function endTurnInTime(deps: RoomsDeps, eventUuid: string): Promise<void> {
  await changeRoom(deps, eventUuid, async (change) => {
    const { turn } = await readTurnQueue(change.tx, eventUuid);
    const row = await change.tx.one<{ now: Date }>('SELECT app_now() AS now');
    if (await stepTurnQueue(change, { do: 'clock', at: row!.now.getTime() }))
      await change.log('updateEvent', { change: 'turn_ended', user: turn?.userId, by: 'clock' });
  });
}
