import type { WireCaption } from '@frontrow/contract/rooms/captions-api.ts';
import type { Account } from '@frontrow/core/kernel/actor.ts';
import { refuse } from '@frontrow/core/refuse.ts';
import { requireNoFilteredWord } from '@frontrow/core/chat/word-filter.ts';
import {
  type CaptionRoom,
  captionsRecalledMax,
  captionText,
  requireMayCaption,
} from '@frontrow/core/rooms/captions.ts';
import { isTakenDown, type PersonFacts, requireRoomRunner } from '@frontrow/core/rooms/room-rules.ts';
import type { Sql } from '../../db/db.ts';
import { captionLimit, readLimit } from '../../http/limits/limits.ts';
import { type AnyRoute, route } from '../../http/routes/route.ts';
import { change } from './change-route.ts';
import { changeRoom } from './change-room.ts';
import { runnerOf, timedOutMs } from './records.ts';
import { requireMayRead } from './room-views.ts';
import type { RoomsDeps } from './rooms-deps.ts';

/** Captions on or off for everyone in the room. Repeating it changes nothing. Throws `host_only`. */
async function setCaptions(deps: RoomsDeps, actor: Account, eventUuid: string, enabled: boolean): Promise<void> {
  await changeRoom(deps, eventUuid, async ({ tx, room, log }) => {
    requireRoomRunner(room, await runnerOf(tx, room, actor.id));
    const changed = await tx.one(
      'UPDATE room SET captions_enabled = $2 WHERE event_id = $1 AND captions_enabled <> $2 RETURNING event_id',
      [eventUuid, enabled],
    );
    if (changed) await log('updateEvent', { change: 'captions_enabled', enabled }, actor.id);
  });
}

interface CaptionerRow {
  username: string;
  now: Date;
  is_live: boolean;
  is_interactive: boolean;
  is_meeting: boolean;
  closed: boolean;
  started_at: Date | null;
  cancelled_at: Date | null;
  captions_enabled: boolean;
  filtered_words: string[];
  speaker_id: number | null;
  stage_guest_id: number | null;
  is_host: boolean;
  is_admin: boolean;
  is_banned: boolean;
  is_present: boolean;
  timed_out_ms: number;
}

interface Captioner {
  readonly room: CaptionRoom;
  readonly me: Pick<PersonFacts, 'id' | 'isHost' | 'isAdmin' | 'isBanned' | 'isPresent' | 'timedOutMs'>;
  readonly username: string;
  readonly words: readonly string[];
  readonly now: number;
}

/** The speaker and the room, read without its lock because captions change nothing in it. */
async function captionerIn(sql: Sql, eventUuid: string, userId: number): Promise<Captioner | undefined> {
  const row = await sql.one<CaptionerRow>(
    `SELECT u.username, app_now() AS now, e.state = 1 AS is_live, e.kind = 0 AS is_interactive,
       e.private_for IS NOT NULL AS is_meeting, r.closed_at IS NOT NULL OR e.state = 2 AS closed, e.started_at,
       e.cancelled_at, r.captions_enabled, r.filtered_words, r.speaker_id, r.stage_guest_id, e.host_id = u.id AS is_host,
       coalesce(m.is_admin OR m.stage_role = 'cohost', false) AS is_admin, m.banned_at IS NOT NULL AS is_banned,
       coalesce(m.seat_until > app_now(), false) AS is_present, ${timedOutMs} AS timed_out_ms
     FROM room r JOIN event e ON e.id = r.event_id JOIN app_user u ON u.id = $2
     LEFT JOIN room_member m ON m.event_id = r.event_id AND m.user_id = u.id WHERE r.event_id = $1`,
    [eventUuid, userId],
  );
  return (
    row && {
      room: {
        closed: row.closed,
        takenDown: isTakenDown({ startedAt: row.started_at?.getTime(), cancelledAt: row.cancelled_at?.getTime() }),
        isLive: row.is_live,
        isInteractive: row.is_interactive,
        isMeeting: row.is_meeting,
        captionsEnabled: row.captions_enabled,
        speakerId: row.speaker_id ?? undefined,
        stageGuestId: row.stage_guest_id ?? undefined,
      },
      me: {
        id: userId,
        isHost: row.is_host,
        isAdmin: row.is_admin,
        isBanned: row.is_banned,
        isPresent: row.is_present,
        timedOutMs: row.timed_out_ms,
      },
      username: row.username,
      words: row.filtered_words,
      now: row.now.getTime(),
    }
  );
}

/** Throws `not_in_room`, and what core's rule throws. */
export async function requireCaptioner(sql: Sql, eventUuid: string, userId: number): Promise<Captioner> {
  const found = await captionerIn(sql, eventUuid, userId);
  if (!found) throw refuse('not_in_room');
  requireMayCaption(found.room, found.me);
  return found;
}

export interface CaptionLine {
  readonly lineId: string;
  readonly text: string;
  readonly final: boolean;
}

/**
 * Shows what a person on stage says to the room's listeners, here and in other processes. A final line is kept, once.
 * Throws `caption_empty`, `caption_too_long`, `word_filtered`, and what `requireCaptioner` throws.
 */
export async function sayCaption(
  deps: Pick<RoomsDeps, 'db' | 'effects'>,
  userId: number,
  eventUuid: string,
  { lineId, text: raw, final }: CaptionLine,
): Promise<void> {
  const { me, username, words, now } = await requireCaptioner(deps.db, eventUuid, userId);
  const text = captionText(raw);
  requireNoFilteredWord(words, me, text, 'text');
  if (final) {
    const kept = await deps.db.one(
      `INSERT INTO caption_line (event_id, speaker_id, line_id, body) VALUES ($1, $2, $3, $4)
       ON CONFLICT DO NOTHING RETURNING line_id`,
      [eventUuid, userId, lineId, text],
    );
    if (!kept) return;
  }
  deps.effects.caption(eventUuid, { line_id: lineId, username, text, final, at: now });
}

/** For everyone who may read the room. A reload shows the latest lines again. */
async function readCaptions(
  deps: RoomsDeps,
  actor: Account,
  eventUuid: string,
): Promise<{ lines: WireCaption[]; server: string | null }> {
  await requireMayRead(deps, actor, eventUuid);
  const rows = await deps.db.query<{ line_id: string; username: string; body: string; at: Date }>(
    `SELECT c.line_id, u.username, c.body, c.at FROM caption_line c JOIN app_user u ON u.id = c.speaker_id
     WHERE c.event_id = $1 ORDER BY c.at DESC, c.line_id LIMIT ${captionsRecalledMax}`,
    [eventUuid],
  );
  const lines = rows.toReversed().map(({ line_id, username, body, at }) => ({
    line_id,
    username,
    text: body,
    final: true,
    at: at.getTime(),
  }));
  return { lines, server: deps.transcription?.server ?? null };
}

export const captionRoutes = (deps: RoomsDeps): AnyRoute[] => [
  change(deps, 'POST /events/streaming/captions', (actor, uuid, { enabled }) =>
    setCaptions(deps, actor, uuid, enabled),
  ),
  route({
    call: 'POST /events/streaming/captions/say',
    who: 'member',
    limit: captionLimit,
    handle: async ({ actor, body }) => {
      const { event_uuid: uuid, line_id: lineId, text, final } = body;
      await sayCaption(deps, actor.id, uuid, { lineId, text, final });
      return {};
    },
  }),
  route({
    call: 'GET /events/streaming/captions/:uuid',
    who: 'member',
    limit: readLimit,
    handle: ({ actor, params }) => readCaptions(deps, actor, params.uuid),
  }),
];
