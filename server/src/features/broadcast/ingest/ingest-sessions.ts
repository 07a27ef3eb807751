import { listenerSilentMsMax } from '@frontrow/core/broadcast/limits.ts';
import type { Sql } from '../../../db/db.ts';
import { hashOf } from '../../../keys.ts';
import type { RoomToken } from '../../../ports/video.ts';
import { ingestIdentity } from '../broadcast-deps.ts';
import type { IceSession } from './sdp/fragment.ts';

export const credentialsHash = ({ ufrag, pwd }: Pick<IceSession, 'ufrag' | 'pwd'>): Buffer => hashOf(`${ufrag} ${pwd}`);

/** What later candidates of an encoder are checked with. */
interface KeptIce {
  readonly tag: string;
  readonly mid: string;
  readonly hash: Buffer;
}

/** One encoder's connection. Of one event at most one is open. */
export interface IngestSession {
  readonly id: string;
  readonly eventUuid: string;
  readonly via: 'whip' | 'rtmp';
  /** The engine's name of it; undefined until the engine took it. */
  readonly connection: string | undefined;
  /** Undefined until the engine took it. */
  readonly ice: KeptIce | undefined;
  readonly openedAt: number;
  /** The engine listed it. */
  readonly seen: boolean;
  readonly listenerSilent: boolean;
  readonly silentSince: number | undefined;
  readonly ended: boolean;
  /** The database's clock when the row was read. */
  readonly now: number;
}

interface SessionRow {
  id: string;
  event_id: string;
  via: 'whip' | 'rtmp';
  resource: string | null;
  ice_tag: string | null;
  ice_mid: string | null;
  ice_hash: Buffer | null;
  opened_at: Date;
  seen: boolean;
  listener_silent: boolean;
  silent_at: Date | null;
  ended: boolean;
  now: Date;
}

const columns = `s.id, s.event_id, s.via, s.resource, s.ice_tag, s.ice_mid, s.ice_hash, s.opened_at,
  s.seen_at IS NOT NULL AS seen,
  s.via = 'rtmp' AND coalesce(s.reported_at, s.opened_at) < app_now() - ${listenerSilentMsMax} * interval '1 ms'
    AS listener_silent,
  s.silent_at, s.ended_at IS NOT NULL OR e.state = 2 AS ended, app_now() AS now`;

const sessionOf = (row: SessionRow): IngestSession => ({
  id: row.id,
  eventUuid: row.event_id,
  via: row.via,
  connection: row.resource ?? undefined,
  ice:
    row.ice_tag === null || row.ice_mid === null || row.ice_hash === null
      ? undefined
      : { tag: row.ice_tag, mid: row.ice_mid, hash: row.ice_hash },
  openedAt: row.opened_at.getTime(),
  seen: row.seen,
  listenerSilent: row.listener_silent,
  silentSince: row.silent_at?.getTime(),
  ended: row.ended,
  now: row.now.getTime(),
});

/** The event's open session. */
export async function openSession(sql: Sql, eventUuid: string): Promise<IngestSession | undefined> {
  const row = await sql.one<SessionRow>(
    `SELECT ${columns} FROM ingest_session s JOIN event e ON e.id = s.event_id
     WHERE s.event_id = $1 AND s.ended_at IS NULL`,
    [eventUuid],
  );
  return row && sessionOf(row);
}

export async function findSession(sql: Sql, id: string): Promise<IngestSession | undefined> {
  const row = await sql.one<SessionRow>(
    `SELECT ${columns} FROM ingest_session s JOIN event e ON e.id = s.event_id WHERE s.id = $1`,
    [id],
  );
  return row && sessionOf(row);
}

/** Ends this session; false when it was ended before. */
export async function endSession(sql: Sql, id: string): Promise<boolean> {
  const ended = await sql.one(
    'UPDATE ingest_session SET ended_at = app_now() WHERE id = $1 AND ended_at IS NULL RETURNING id',
    [id],
  );
  return ended !== undefined;
}

/** Ends the event's open session and answers the engine's name of it; undefined when there was none. */
export async function endOpenSession(
  sql: Sql,
  eventUuid: string,
): Promise<{ connection: string | undefined } | undefined> {
  const row = await sql.one<{ resource: string | null }>(
    'UPDATE ingest_session SET ended_at = app_now() WHERE event_id = $1 AND ended_at IS NULL RETURNING resource',
    [eventUuid],
  );
  return row && { connection: row.resource ?? undefined };
}

/** What the engine lets an encoder do: send picture and sound, and see no one. */
export const encoderToken = (eventUuid: string): RoomToken => ({
  room: eventUuid,
  identity: ingestIdentity,
  displayName: '',
  grants: 'mic,cam',
});

interface EncoderRefusal {
  readonly sentence: string;
  readonly at: number;
}

/** Keeps why an event's encoder was refused, in place of an earlier reason. */
export async function keepRefusal(sql: Sql, eventUuid: string, sentence: string): Promise<void> {
  await sql.query(
    `INSERT INTO encoder_refusal (event_id, sentence) VALUES ($1, $2)
     ON CONFLICT (event_id) DO UPDATE SET sentence = excluded.sentence, refused_at = app_now()`,
    [eventUuid, sentence],
  );
}

/** The reason is gone: a picture arrived, or the key is a new one. */
export async function clearRefusal(sql: Sql, eventUuid: string): Promise<void> {
  await sql.query('DELETE FROM encoder_refusal WHERE event_id = $1', [eventUuid]);
}

export async function lastRefusal(sql: Sql, eventUuid: string): Promise<EncoderRefusal | null> {
  const row = await sql.one<{ sentence: string; refused_at: Date }>(
    'SELECT sentence, refused_at FROM encoder_refusal WHERE event_id = $1',
    [eventUuid],
  );
  return row ? { sentence: row.sentence, at: row.refused_at.getTime() } : null;
}
