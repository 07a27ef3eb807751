import { engineSparePlaces, reconcileStepMsMax, seatLeaseMs, seatRenewEveryMs } from '@frontrow/core/rooms/limits.ts';
import { onItsOwn } from '../../../jobs/on-its-own.ts';
import { endLoggedOut } from '../presence/end-logged-out.ts';
import { endUnticketed, expireSeats } from '../presence/expire-seats.ts';
import { finishAbandoned, type LeftEvent } from '../ending/finish-abandoned.ts';
import { closeAtEngine } from '../ending/finish-streaming.ts';
import { reconcileRoom } from './reconcile-room.ts';
import type { RoomKit } from '../room-kit.ts';

const roomsAtOnceMax = 1000;
/** A longer time in which nobody could be seen may end leases of people who are there: one was last renewed this long before. */
const unseenMsMax = seatLeaseMs - seatRenewEveryMs;

export interface Reconciler {
  /** Everything once: engine, leases, tickets, hosts. Runs one at a time; a call during a run waits for the next one. */
  run(): Promise<void>;
  /** Soon, without waiting: a webhook or the engine's return hints at a difference. */
  hint(): void;
  settled(): Promise<void>;
}

/** Keeps engine and database the same: the database says what should be, the engine is made so (decisions 30). */
export function createReconciler(kit: RoomKit, shutOut: (eventUuid: string, userId: number) => void): Reconciler {
  /** When the database last knew of everybody who is there. */
  let reachedAt = -Infinity;
  let expireFrom = Infinity;
  let lastRoom: string | undefined;
  let lastUnticketed: string | undefined;
  let lastLapsed: string | undefined;
  let leftOff: LeftEvent | undefined;
  let running: Promise<void> | undefined;
  let next: Promise<void> | undefined;

  /**
   * After a start, and after a time in which the database was away or we were, nobody could be seen: people get the time of a lease
   * to come back before seats are taken away, and hosts before their events are finished. Asked behind each step that reached the
   * database, because that time may begin within any; answers whether it is over.
   */
  const look = (): boolean => {
    const now = kit.clock.now();
    if (now - reachedAt > unseenMsMax) expireFrom = now + seatLeaseMs;
    reachedAt = now;
    return now >= expireFrom;
  };
  const once = async (): Promise<void> => {
    if (kit.video.state() === 'ready')
      await reconcileEngine(kit, lastRoom).then(
        (last) => (lastRoom = last),
        (error: unknown) => kit.log.warn({ error: String(error) }, 'engine not reconciled, will be'),
      );
    lastUnticketed = await endUnticketed(kit, shutOut, lastUnticketed);
    look();
    await endLoggedOut(kit);
    if (look()) lastLapsed = await expireSeats(kit, lastLapsed);
    if (look()) leftOff = await finishAbandoned(kit, leftOff);
    look();
  };
  const begin = (): Promise<void> => {
    running = once().finally(() => (running = undefined));
    return running;
  };
  const run = (): Promise<void> => {
    if (!running) return begin();
    next ??= running
      .catch(() => undefined)
      .then(() => {
        next = undefined;
        return begin();
      });
    return next;
  };

  return {
    run,
    hint: () =>
      void run().catch((error: unknown) => kit.log.warn({ error: String(error) }, 'rooms not reconciled, will be')),
    settled: async () => {
      await (next ?? running)?.catch(() => undefined);
    },
  };
}

interface EngineRoom {
  readonly event_id: string;
  readonly capacity: number;
  readonly closed: boolean;
}

/**
 * Makes the engine's rooms what ours say, by name. Answers the last one looked at where time ran out: the next run goes on behind
 * it, so that an engine that takes its time for each keeps no lease, ticket or log-in waiting for all of them.
 */
async function reconcileEngine(kit: RoomKit, after: string | undefined): Promise<string | undefined> {
  const until = kit.clock.now() + reconcileStepMsMax;
  const there = new Set(await kit.video.rooms());
  const rooms = await kit.db.query<EngineRoom>(
    `SELECT r.event_id, e.capacity, r.closed FROM (
       SELECT event_id, false AS closed FROM room WHERE closed_at IS NULL
       UNION ALL SELECT event_id, true FROM room r WHERE closed_at IS NOT NULL AND (event_id::text = ANY ($1)
         OR EXISTS (SELECT 1 FROM room_member m WHERE m.event_id = r.event_id AND m.applied_ver <> m.desired_ver))
     ) r JOIN event e ON e.id = r.event_id
     WHERE (r.closed OR e.state = 1) AND ($2::uuid IS NULL OR r.event_id > $2) ORDER BY r.event_id LIMIT ${roomsAtOnceMax}`,
    [[...there], after ?? null],
  );
  for (const room of rooms) {
    if (kit.video.state() !== 'ready') return after;
    if (room.closed) await closeAtEngine(kit, room.event_id);
    else await onItsOwn(kit.log, { event: room.event_id }, () => reconcileOpen(kit, room, there, until));
    after = room.event_id;
    if (kit.clock.now() >= until) return after;
  }
  return rooms.length < roomsAtOnceMax ? undefined : after;
}

async function reconcileOpen(kit: RoomKit, room: EngineRoom, there: ReadonlySet<string>, until: number): Promise<void> {
  if (!there.has(room.event_id)) {
    // It vanished with the engine: browsers find it again under its name, and their rights are applied as they come back.
    await kit.video.openRoom(room.event_id, room.capacity + engineSparePlaces);
    await kit.db.query('UPDATE room SET livekit_epoch = livekit_epoch + 1 WHERE event_id = $1', [room.event_id]);
  }
  await reconcileRoom(kit, room.event_id, until);
}
