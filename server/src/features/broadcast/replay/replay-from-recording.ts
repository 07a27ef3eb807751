import type { WireRecordedEvent, WireReplay } from '@frontrow/contract/broadcast/api.ts';
import { replayChaptersMax, replayPartsMax, replaySettlesMs } from '@frontrow/core/broadcast/limits.ts';
import { isCutOut, stageAfterCuts } from '@frontrow/core/broadcast/replay-cut.ts';
import { mayDownload } from '@frontrow/core/broadcast/replay-download.ts';
import { previewEnd } from '@frontrow/core/broadcast/replay-sale.ts';
import type { Actor } from '@frontrow/core/kernel/actor.ts';
import { roomForgottenMs } from '@frontrow/core/rooms/limits.ts';
import type { Sql } from '../../../db/db.ts';
import type { BroadcastDeps } from '../broadcast-deps.ts';
import { cutsView, skipsOf } from './replay-cuts.ts';
import { downloadsAllowed } from './replay-download.ts';
import { refundOf } from './replay-played.ts';
import { offerView, spansOf } from './replay-offer.ts';
import { goodUntil, requireWatcher, watchAddress, watcherOf } from './replay-access.ts';

export interface PartRow {
  id: string;
  kind: 'stream' | 'camera' | 'screen' | 'audio';
  mime_type: string;
  username: string;
  /** Epoch milliseconds, of second 0 of the file and of what is served of it without a break. */
  file_begins: number;
  begins: number;
  ends: number;
  bytes: number;
}

interface HeadRow {
  username: string;
  avatar_url: string | null;
  recording: boolean;
  removed: boolean;
}

/**
 * What was recorded of an event: its tracks, who had the stage, and chapters. From these, a player recreates what the
 * room showed. Throws what `requireWatcher` throws.
 */
export async function readReplay(deps: BroadcastDeps, actor: Actor, eventUuid: string): Promise<WireRecordedEvent> {
  const watcherId = await watcherOf(deps, actor, eventUuid);
  const { event, access, mode, replayTicket } = await requireWatcher(deps, eventUuid, watcherId);
  const spans = await spansOf(deps.db, eventUuid);
  const parts = await partsOf(deps.db, eventUuid, mode === 'preview' ? previewEnd(spans) : undefined);
  const sale = access === 'sale' ? await deps.events.replayOnSale(deps.db, eventUuid) : undefined;
  const head = await deps.db.one<HeadRow>(
    `SELECT u.username, u.avatar_url, coalesce(r.recording, false) AS recording,
       coalesce(r.replay_removed_at IS NOT NULL, false) AS removed
     FROM event e JOIN app_user u ON u.id = e.host_id LEFT JOIN room r ON r.event_id = e.id WHERE e.id = $1`,
    [eventUuid],
  );
  const begins = Math.min(...parts.map((part) => part.begins));
  const ends = Math.max(...parts.map((part) => part.ends));
  const skips = await skipsOf(deps.db, eventUuid);
  const chapters = parts.length === 0 ? [] : await chaptersOf(deps.db, eventUuid, begins, ends);
  const until = goodUntil(deps);
  const addressOf = (part: PartRow): string => watchAddress(deps, part, watcherId, until);
  // The last pieces arrive a moment after the end.
  const isSettling = event.now - (event.finishedAt ?? event.now) < replaySettlesMs && (head?.recording ?? false);
  const about = {
    event_uuid: eventUuid,
    title: event.title,
    host: { username: head?.username ?? event.hostUsername, user_avatar: head?.avatar_url ?? null },
    addresses_until: until,
    kept_until: (event.finishedAt ?? event.now) + roomForgottenMs,
    removable: event.hostId === watcherId,
  };
  const downloads = { allowed: await downloadsAllowed(deps.db, eventUuid) };
  const streams = parts.filter(({ kind }) => kind === 'stream');
  const replay: WireReplay = {
    ...about,
    parts: streams.map((part) => ({
      url: addressOf(part),
      begins_at: part.begins,
      length_ms: part.ends - part.begins,
      bytes: part.bytes,
    })),
  };
  return {
    state: isSettling ? 'processing' : parts.length > 0 ? 'ready' : head?.removed ? 'removed' : 'none',
    ...about,
    tracks: parts.map((part) => ({
      kind: part.kind === 'stream' ? 'camera' : part.kind,
      has_sound: part.kind === 'stream' || part.kind === 'audio',
      username: part.username,
      begins_at: part.begins,
      ends_at: part.ends,
      file_begins_at: part.file_begins,
      url: addressOf(part),
      mime_type: part.mime_type,
    })),
    access,
    watch: mode,
    downloadable: parts.length > 0 && mayDownload({ isHost: event.hostId === watcherId, watch: mode }, downloads),
    length_ms: spans.reduce((sum, { from, to }) => sum + to - from, 0),
    currency_code: event.currency,
    ...(sale && offerView(sale)),
    ...(replayTicket !== undefined && { refund: await refundOf(deps.db, replayTicket, eventUuid) }),
    skips,
    cuts: event.hostId === watcherId ? await cutsView(deps.db, eventUuid) : [],
    stage: stageAfterCuts(await stageOf(deps.db, eventUuid), skips),
    chapters: chapters.filter(({ at }) => !isCutOut(at, skips)),
    replay: streams.length > 0 ? replay : null,
  };
}

/**
 * The recorded parts of an event. One that something was cut out of is returned as several, each without a break. The
 * stream of an encoder belongs to the host. With `endsAt`, parts end before it.
 */
export const partsOf = (db: Sql, eventUuid: string, endsAt?: number): Promise<PartRow[]> =>
  db.query<PartRow>(
    `WITH served AS (
       SELECT part_id, bytes, span, ordinal - row_number() OVER (PARTITION BY part_id ORDER BY ordinal) AS island
       FROM replay_piece WHERE event_id = $1 AND NOT is_cut AND ($2::bigint IS NULL OR upper(span) <= $2))
     SELECT p.id, p.kind, p.mime_type, u.username, (extract(epoch FROM p.begins_at) * 1000)::bigint AS file_begins,
       i.begins, i.ends, i.bytes
     FROM (
       SELECT part_id, min(lower(span)) AS begins, max(upper(span)) AS ends, sum(bytes)::bigint AS bytes
       FROM served GROUP BY part_id, island) i
       JOIN recording_part p ON p.id = i.part_id JOIN event e ON e.id = p.event_id
       JOIN app_user u ON u.id = coalesce(p.publisher_id, e.host_id)
     ORDER BY i.begins, p.id LIMIT ${replayPartsMax}`,
    [eventUuid, endsAt ?? null],
  );

export async function stageOf(db: Sql, eventUuid: string): Promise<WireRecordedEvent['stage']> {
  const rows = await db.query<{ at: Date; username: string | null }>(
    `SELECT s.at, u.username FROM stage_change s LEFT JOIN app_user u ON u.id = s.user_id
     WHERE s.event_id = $1 ORDER BY s.ordinal LIMIT ${replayChaptersMax}`,
    [eventUuid],
  );
  return rows.map(({ at, username }) => ({ at: at.getTime(), username }));
}

/** Turns, answered questions and polls within the recorded time. */
async function chaptersOf(
  db: Sql,
  eventUuid: string,
  begins: number,
  ends: number,
): Promise<WireRecordedEvent['chapters']> {
  const rows = await db.query<{ at: Date; kind: 'turn' | 'question' | 'poll'; title: string }>(
    `SELECT x.at, x.kind, x.title FROM (
       SELECT s.at, 'turn' AS kind, u.username AS title FROM stage_change s JOIN app_user u ON u.id = s.user_id
       WHERE s.event_id = $1
       UNION ALL SELECT q.changed_at, 'question', q.body FROM question q
       WHERE q.event_id = $1 AND q.state = 'answered'
       UNION ALL SELECT p.opened_at, 'poll', p.body FROM poll p WHERE p.event_id = $1 AND p.opened_at IS NOT NULL
     ) AS x WHERE x.at BETWEEN to_timestamp($2::double precision / 1000) AND to_timestamp($3::double precision / 1000)
     ORDER BY x.at, x.kind LIMIT ${replayChaptersMax}`,
    [eventUuid, begins, ends],
  );
  return rows.map(({ at, kind, title }) => ({ at: at.getTime(), kind, title }));
}
