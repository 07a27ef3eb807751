import { decideControlRoom } from '@frontrow/core/broadcast/ingest-rules.ts';
import type { Account } from '@frontrow/core/kernel/actor.ts';
import type { Instant } from '@frontrow/core/kernel/instant.ts';
import { refuse } from '@frontrow/core/refuse.ts';
import { enginePlaces, videoRetryMs } from '@frontrow/core/rooms/limits.ts';
import { decideBackstage } from '@frontrow/core/rooms/roles.ts';
import { decideSession, decideStart, isTakenDown } from '@frontrow/core/rooms/room-rules.ts';
import type { Tx } from '../../db/db.ts';
import { changeOf, inRowQueue } from './change-room.ts';
import { enterMeeting } from './meeting-room.ts';
import { lockRoom, moveIngest, openRoomRow } from './records.ts';
import { type Admission, type Entry, mintRoomToken, recordLogin } from './room-entry.ts';
import { identityOf, type RoomsDeps } from './rooms-deps.ts';

/**
 * The host goes live, at the earliest 15 minutes before the start (rule E6), or returns to the live event. Without an
 * engine the room works without video; an engine that is being prepared is waited for. Throws `start_refused`,
 * `start_too_early`, `room_taken_down`, `video_preparing`, and for a meeting what `enterMeeting` throws.
 */
export const startStreaming = async (deps: RoomsDeps, actor: Account, entry: Entry): Promise<Admission> =>
  (await enterAsHost(deps, actor, entry, decideStart)) ?? enterMeeting(deps, actor, entry);

/**
 * The host enters the control room of a broadcast: the engine's room is opened for the private preview, and the event
 * does not go live (rule B1). Throws `host_only`, `broadcast_only`, `start_too_early`, `room_closed`.
 */
export async function openControlRoom(deps: RoomsDeps, actor: Account, entry: Entry): Promise<Admission> {
  const admission = await enterAsHost(deps, actor, entry, decideControlRoom);
  if (!admission) throw refuse('event_not_found');
  return admission;
}

/**
 * The host enters the room of an interactive event at the earliest 30 minutes before the start, together with co-hosts
 * and guest speakers, and the event does not go live. Throws what `decideBackstage` throws.
 */
export async function openBackstage(deps: RoomsDeps, actor: Account, entry: Entry): Promise<Admission> {
  const admission = await enterAsHost(deps, actor, entry, decideBackstage);
  if (!admission) throw refuse('event_not_found');
  return admission;
}

/** The reconciler opens the engine's room where this fails. */
export const openAtEngine = (
  { video, log }: Pick<RoomsDeps, 'video' | 'log'>,
  eventUuid: string,
  kind: 0 | 1,
): Promise<void> =>
  video
    .openRoom(eventUuid, enginePlaces[kind])
    .catch((error: unknown) => log.warn({ error: String(error) }, 'room will be opened by the reconciler'));

/**
 * Event and room change in one transaction; the engine's room is opened after it. Undefined, and no change, for a
 * private meeting: either of its two may come first.
 */
async function enterAsHost(
  deps: RoomsDeps,
  actor: Account,
  { eventUuid, sessionId, returning = false }: Entry,
  decide: (
    event: Parameters<typeof decideStart>[0] &
      Parameters<typeof decideControlRoom>[0] &
      Parameters<typeof decideBackstage>[0],
    now: Instant,
  ) => 'start' | 'prepare' | 'again',
): Promise<Admission | undefined> {
  const entered = await inRowQueue(deps, eventUuid, async (tx) => {
    const event = await deps.events.lock(tx, eventUuid);
    if (!event) throw refuse('event_not_found');
    if (event.meeting) return undefined;
    const decided = decide(
      {
        isOwner: event.hostId === actor.id,
        isBroadcast: event.kind === 1,
        isInteractive: event.kind === 0,
        state: event.state,
        startsAt: event.startsAt,
        takenDown: isTakenDown(event),
      },
      event.now,
    );
    // An event that counts as live without video would deprive its buyers of the refund for lateness (rule E9).
    if (decided !== 'again' && deps.video.state() === 'preparing')
      throw refuse('video_preparing', {}, { retryAfter: videoRetryMs / 1000 });
    if (decided === 'start' && !(await deps.events.move(tx, eventUuid, 'start'))) throw refuse('start_refused');
    await openRoomRow(tx, eventUuid);
    const room = await lockRoom(tx, eventUuid);
    const change = changeOf(tx, room!);
    const before = await seatHost(tx, eventUuid, actor.id, sessionId);
    if (returning) decideSession(before ?? undefined, sessionId, false);
    const isAnother = await recordLogin(tx, eventUuid, actor);
    if (decided === 'start') {
      await moveIngest(tx, eventUuid, 'goLive');
      await change.log('updateEvent', { change: 'started' }, actor.id);
    }
    await change.regrant([actor.id]);
    const { grants: changed, isLogged } = change.outcome;
    return { kind: event.kind, movedFrom: before, otherLogin: isAnother, isTold: isLogged, grants: changed };
  });
  if (!entered) return undefined;
  const { kind, movedFrom, otherLogin, isTold, grants } = entered;
  if (isTold) deps.effects.push(eventUuid);
  // The host is never locked out of their own event: the newest device takes over, and the older one is notified. When
  // the older one wakes, it does not take the event back before its person asks for that.
  const moved = movedFrom !== null && movedFrom !== (sessionId ?? null);
  if (moved || otherLogin) await deps.video.removeParticipant(eventUuid, identityOf(actor.id)).catch(() => undefined);
  if (moved) deps.effects.endOtherSessions(eventUuid, actor.id, 'moved', sessionId);
  await openAtEngine(deps, eventUuid, kind);
  await deps.effects.applyGrants(eventUuid, grants);
  return mintRoomToken(deps, actor, eventUuid);
}

/** Writes the host's row of the room and returns the session it had before. */
async function seatHost(
  tx: Tx,
  eventUuid: string,
  userId: number,
  sessionId: string | undefined,
): Promise<string | null> {
  const row = await tx.one<{ before: string | null }>(
    `WITH before AS (SELECT seat_session FROM room_member WHERE event_id = $1 AND user_id = $2)
     INSERT INTO room_member (event_id, user_id, seat_session, joined_at) VALUES ($1, $2, $3, app_now())
     ON CONFLICT (event_id, user_id) DO UPDATE SET seat_session = excluded.seat_session
     RETURNING (SELECT b.seat_session FROM before b) AS before`,
    [eventUuid, userId, sessionId ?? null],
  );
  return row!.before;
}
