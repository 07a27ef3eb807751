import { refuse } from '@frontrow/core/refuse.ts';
import {
  backstageOpensMs,
  enginePlaces,
  reconcileStepMsMax,
  seatLeaseMs,
  seatRenewEveryMs,
} from '@frontrow/core/rooms/limits.ts';
import type { FastifyInstance } from 'fastify';
import { rawBodyOf, readRawBodies } from '../../http/routes/raw-body.ts';
import { isolateErrors } from '../../jobs/runner.ts';
import type { Video } from '../../ports/video.ts';
import { closeAtEngine, finishAbandoned, type AbandonedEvent } from './ending.ts';
import { compareAllPreviews } from './engine/preview-rooms.ts';
import { reconcileRoom } from './engine/reconcile-room.ts';
import { compareVp8Rooms } from './engine/vp8-rooms.ts';
import { evictLoggedOut, evictWithoutTicket, expireSeats } from './evictions.ts';
import type { RoomsDeps } from './rooms-deps.ts';

const roomsAtOnceMax = 1000;
/** After a longer pause leases of present people may have ended: the last one before it may be as old as a renewal. */
const unseenMsMax = seatLeaseMs - seatRenewEveryMs;

interface Reconciler {
  /**
   * Compares everything once: engine, tickets, logins, leases, hosts. One run at a time; a call during a run waits for
   * the next.
   */
  run(): Promise<void>;
  /** Runs in the background: a webhook, or the engine's return, suggests that something differs. */
  runSoon(): void;
  settled(): Promise<void>;
}

/** Makes the engine agree with the database, which decides (rule R9), and ends what has expired. */
export function createReconciler(deps: RoomsDeps, endSockets: (eventUuid: string, userId: number) => void): Reconciler {
  /** When the database was last reached, and so could record everyone who is present. */
  let reachedAt = -Infinity;
  let expireFrom = Infinity;
  let lastRoom: string | undefined;
  let lastUnticketed: string | undefined;
  let lastExpired: string | undefined;
  let lastAbandoned: AbandonedEvent | undefined;
  let running: Promise<void> | undefined;
  let next: Promise<void> | undefined;

  /**
   * After a start, or a pause of the database or of this process, no lease could be renewed. People get the time of one
   * lease to reconnect before seats end, and hosts before their events are finished. Called after each step that
   * reached the database, because a pause may begin within any. Returns whether that time has passed.
   */
  const isGraceOver = (): boolean => {
    const now = deps.clock.now();
    if (now - reachedAt > unseenMsMax) expireFrom = now + seatLeaseMs;
    reachedAt = now;
    return now >= expireFrom;
  };
  const once = async (): Promise<void> => {
    if (deps.video.state() === 'ready')
      await reconcileEngine(deps, lastRoom).then(
        (last) => (lastRoom = last),
        (error: unknown) => deps.log.warn({ error: String(error) }, 'engine not reconciled, will be'),
      );
    lastUnticketed = await evictWithoutTicket(deps, endSockets, lastUnticketed);
    isGraceOver();
    await evictLoggedOut(deps);
    if (isGraceOver()) lastExpired = await expireSeats(deps, lastExpired);
    if (isGraceOver()) lastAbandoned = await finishAbandoned(deps, lastAbandoned);
    isGraceOver();
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
    runSoon: () =>
      void run().catch((error: unknown) => deps.log.warn({ error: String(error) }, 'rooms not reconciled, will be')),
    settled: async () => {
      await (next ?? running)?.catch(() => undefined);
    },
  };
}

interface EngineRoom {
  readonly event_id: string;
  readonly kind: 0 | 1;
  readonly closed: boolean;
}

/**
 * Makes the engine's rooms agree with the database. A room that has only roles yet, days before its event, is opened
 * with its backstage. Returns the last one compared when time ran out: the next run continues after it, so that a slow
 * engine delays leases, tickets and logins only by one step's time.
 */
async function reconcileEngine(deps: RoomsDeps, after: string | undefined): Promise<string | undefined> {
  const deadline = deps.clock.now() + reconcileStepMsMax;
  const there = new Set(await deps.video.rooms());
  await compareAllPreviews(deps, there, deadline);
  await compareVp8Rooms(deps, there, deadline);
  const rooms = await deps.db.query<EngineRoom>(
    `SELECT r.event_id, e.kind, r.closed FROM (
       SELECT event_id, false AS closed FROM room WHERE closed_at IS NULL
       UNION ALL SELECT event_id, true FROM room r WHERE closed_at IS NOT NULL AND (event_id::text = ANY ($1)
         OR EXISTS (SELECT 1 FROM room_member m WHERE m.event_id = r.event_id AND m.applied_ver <> m.desired_ver))
     ) r JOIN event e ON e.id = r.event_id
     WHERE (r.closed OR e.state = 1 OR (e.state = 0 AND (e.kind = 1 OR e.private_for IS NOT NULL
         OR e.starts_at <= app_now() + $3 * interval '1 ms')))
       AND ($2::uuid IS NULL OR r.event_id > $2)
       ORDER BY r.event_id LIMIT ${roomsAtOnceMax}`,
    [[...there], after ?? null, backstageOpensMs],
  );
  for (const room of rooms) {
    if (deps.video.state() !== 'ready') return after;
    if (room.closed) await closeAtEngine(deps, room.event_id);
    else await isolateErrors(deps.log, { event: room.event_id }, () => reconcileOpen(deps, room, there, deadline));
    after = room.event_id;
    if (deps.clock.now() >= deadline) return after;
  }
  return rooms.length < roomsAtOnceMax ? undefined : after;
}

async function reconcileOpen(
  deps: RoomsDeps,
  room: EngineRoom,
  there: ReadonlySet<string>,
  deadline: number,
): Promise<void> {
  if (!there.has(room.event_id)) {
    // The engine lost it in a restart. Browsers reconnect to its name, and their grants are applied as they return.
    await deps.video.openRoom(room.event_id, enginePlaces[room.kind]);
    await deps.db.query('UPDATE room SET livekit_epoch = livekit_epoch + 1 WHERE event_id = $1', [room.event_id]);
  }
  await reconcileRoom(deps, room.event_id, deadline);
}

const webhookBytesMax = 256 * 1024;

/**
 * `/api/webhooks/livekit`: a hint to compare sooner. The product works even if the engine drops every webhook (rule
 * R9).
 */
export const engineWebhook =
  (video: Video, runSoon: () => void) =>
  async (app: FastifyInstance): Promise<void> => {
    await app.register(async (raw) => {
      readRawBodies(raw, webhookBytesMax);
      raw.post('/api/webhooks/livekit', { schema: { hide: true } }, async (request, reply) => {
        const read = await video.readWebhook(rawBodyOf(request), request.headers.authorization ?? '');
        if (!read) throw refuse('webhook_signature_wrong');
        if (read.kind.startsWith('participant_') || read.kind.startsWith('room_') || read.kind === 'track_published')
          runSoon();
        return reply.status(200).send({ received: true });
      });
    });
  };
