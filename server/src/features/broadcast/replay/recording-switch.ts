import type { WireIngest } from '@frontrow/contract/broadcast/api.ts';
import { requireRecordable } from '@frontrow/core/broadcast/recording-rules.ts';
import type { Account } from '@frontrow/core/kernel/actor.ts';
import { refuse } from '@frontrow/core/refuse.ts';
import { isTakenDown } from '@frontrow/core/rooms/room-rules.ts';
import { roomLimit } from '../../../http/limits/limits.ts';
import { type AnyRoute, route } from '../../../http/routes/route.ts';
import { canRecord } from '../../rooms/index.ts';
import type { BroadcastDeps } from '../broadcast-deps.ts';

/**
 * The host switches the recording of an event on or off, before or during it. Everyone in the room sees it. Throws
 * `event_not_found` and what core's rule throws.
 */
export async function setRecording(
  deps: BroadcastDeps,
  actor: Account,
  eventUuid: string,
  enabled: boolean,
): Promise<void> {
  const event = await deps.events.find(deps.db, eventUuid);
  if (!event) throw refuse('event_not_found');
  const isMeeting = event.meeting !== undefined;
  requireRecordable(
    { isMeeting, state: event.state, takenDown: isTakenDown(event) },
    { isHost: event.hostId === actor.id },
    { enabled, hasRecorder: canRecord(deps) },
  );
  const chosen = await deps.db.one(
    `INSERT INTO recording_choice (event_id, enabled) VALUES ($1, $2)
     ON CONFLICT (event_id) DO UPDATE SET enabled = excluded.enabled, chosen_at = app_now()
       WHERE recording_choice.enabled <> excluded.enabled
     RETURNING event_id`,
    [eventUuid, enabled],
  );
  // The event's page says that it will be recorded.
  if (chosen) await deps.events.touch(deps.db, eventUuid);
  // A room that is opened later begins with the choice.
  if (!(await deps.rooms.isOpened(eventUuid))) return;
  await deps.rooms.change(eventUuid, async ({ tx, log }) => {
    const changed = await tx.one(
      `UPDATE room SET recording = $2, recording_problem = NULL
       WHERE event_id = $1 AND (recording <> $2 OR recording_problem IS NOT NULL) RETURNING event_id`,
      [eventUuid, enabled],
    );
    if (changed) await log('updateEvent', { change: 'recording', enabled }, actor.id);
  });
}

/** A viewer agrees to be recorded, or withdraws their consent from now on. Throws `not_in_room`. */
async function setConsent(deps: BroadcastDeps, actor: Account, eventUuid: string, agreed: boolean): Promise<void> {
  const member = await deps.db.one(
    `UPDATE room_member SET recording_agreed_at = CASE WHEN $3 THEN coalesce(recording_agreed_at, app_now()) END
     WHERE event_id = $1 AND user_id = $2 AND removed_at IS NULL RETURNING user_id`,
    [eventUuid, actor.id, agreed],
  );
  if (!member) throw refuse('not_in_room');
}

/** The recording switch for the host of a broadcast. */
export async function recordingView(
  deps: Pick<BroadcastDeps, 'config' | 'db' | 'rtmp'>,
  eventUuid: string,
): Promise<WireIngest['recording']> {
  const row = await deps.db.one<{ enabled: boolean; problem: string | null }>(
    `SELECT coalesce(r.recording, c.enabled, false) AS enabled, r.recording_problem AS problem
     FROM event e LEFT JOIN room r ON r.event_id = e.id LEFT JOIN recording_choice c ON c.event_id = e.id
     WHERE e.id = $1`,
    [eventUuid],
  );
  const available = canRecord(deps);
  return {
    enabled: row?.enabled ?? false,
    available,
    because: available ? null : 'no_rtmp',
    problem: row?.problem ?? null,
  };
}

/** Switches the recording of an event, and a viewer's consent to it. */
export const recordingSwitchRoutes = (deps: BroadcastDeps): AnyRoute[] => {
  const stateOf = async (actor: Account, eventUuid: string) => ({
    current_state: (await deps.rooms.snapshot(eventUuid, actor.id)).current_state,
  });
  return [
    route({
      call: 'POST /events/streaming/set_recording',
      who: 'account',
      limit: roomLimit,
      handle: async ({ actor, body }) => {
        await setRecording(deps, actor, body.event_uuid, body.enabled);
        return { ...(await stateOf(actor, body.event_uuid)), available: canRecord(deps) };
      },
    }),
    route({
      call: 'POST /events/streaming/recording_consent',
      who: 'member',
      limit: roomLimit,
      handle: async ({ actor, body }) => {
        await setConsent(deps, actor, body.event_uuid, body.enabled);
        return stateOf(actor, body.event_uuid);
      },
    }),
  ];
};
