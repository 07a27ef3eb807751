import { requireBroadcastOwner, requireNotOver } from '@frontrow/core/broadcast/ingest-rules.ts';
import { streamKeyBytes } from '@frontrow/core/broadcast/limits.ts';
import type { Account } from '@frontrow/core/kernel/actor.ts';
import { refuse } from '@frontrow/core/refuse.ts';
import { isTakenDown } from '@frontrow/core/rooms/room-rules.ts';
import type { FastifyRequest } from 'fastify';
import type { Sql } from '../../db/db.ts';
import { hashOf, ingestListenerSecret, isSameSecret } from '../../keys.ts';
import { createSeal, type Seal } from '../../seal.ts';
import type { EventRecord } from '../events/index.ts';
import type { BroadcastDeps } from './broadcast-deps.ts';

/** The actor's own broadcast. Throws `event_not_found`, `host_only`, `broadcast_only`, `room_closed`. */
export async function ownBroadcast(
  { db, events }: Pick<BroadcastDeps, 'db' | 'events'>,
  actor: Account,
  eventUuid: string,
): Promise<EventRecord> {
  const event = await events.findPublished(db, eventUuid);
  if (!event) throw refuse('event_not_found');
  requireBroadcastOwner({ isBroadcast: event.kind === 1, isOwner: event.hostId === actor.id });
  requireNotOver({ state: event.state, takenDown: isTakenDown(event) });
  return event;
}

type KeyDeps = Pick<BroadcastDeps, 'config' | 'ids'>;

const sealOf = ({ config, ids }: KeyDeps): Seal => createSeal(config, 'stream-key', ids);

const newKey = ({ ids }: KeyDeps): string =>
  Buffer.from(ids.secret(), 'base64url').subarray(0, streamKeyBytes).toString('base64url');

/** The event's present stream key, made when it is asked for first. */
export async function streamKeyOf(kit: KeyDeps & Pick<BroadcastDeps, 'db'>, eventUuid: string): Promise<string> {
  const read = () => kit.db.one<{ sealed: Buffer }>('SELECT sealed FROM stream_key WHERE event_id = $1', [eventUuid]);
  let row = await read();
  if (!row) {
    const key = newKey(kit);
    await kit.db.query(
      'INSERT INTO stream_key (event_id, key_hash, sealed) VALUES ($1, $2, $3) ON CONFLICT (event_id) DO NOTHING',
      [eventUuid, hashOf(key), sealOf(kit).seal(eventUuid, Buffer.from(key))],
    );
    row = await read();
  }
  return sealOf(kit).open(eventUuid, row!.sealed).toString();
}

/** Replaces the event's key by a new one. */
export async function replaceStreamKey(deps: KeyDeps, sql: Sql, eventUuid: string): Promise<void> {
  const key = newKey(deps);
  await sql.query(
    `INSERT INTO stream_key (event_id, key_hash, sealed) VALUES ($1, $2, $3)
     ON CONFLICT (event_id) DO UPDATE SET key_hash = excluded.key_hash, sealed = excluded.sealed,
       version = stream_key.version + 1, made_at = app_now()`,
    [eventUuid, hashOf(key), sealOf(deps).seal(eventUuid, Buffer.from(key))],
  );
}

/** The event that a key opens, and the key's version. */
export async function eventOfKey(
  { db }: Pick<BroadcastDeps, 'db'>,
  key: string,
): Promise<{ eventUuid: string; version: number } | undefined> {
  const row = await db.one<{ event_id: string; version: number }>(
    'SELECT event_id, version FROM stream_key WHERE key_hash = $1',
    [hashOf(key)],
  );
  return row && { eventUuid: row.event_id, version: row.version };
}

const keyInQuery = /(^|[?&])[\w-]*(key|token)=/i;

/** As people paste it: with blanks or quotes around, or encoded once more. */
function clean(given: string): string {
  try {
    return decodeURIComponent(given).replaceAll(/^[\s"']+|[\s"']+$/g, '');
  } catch {
    return given;
  }
}

/**
 * The stream key of a request: from its path, or its bearer token. Throws `stream_key_missing`, `stream_key_in_query`,
 * `stream_key_scheme`: the person who sets up an encoder reads the real cause instead of "wrong key".
 */
export function streamKeyIn({ headers, url }: FastifyRequest, inPath: string | undefined): string {
  const fromPath = clean(inPath ?? '');
  if (fromPath !== '') return fromPath;
  const authorization = clean(headers.authorization ?? '');
  // Some write "Bearer" into a field that writes it, too.
  const [, token] = /^(?:bearer\b[\s:]*)+(.*)$/i.exec(authorization) ?? [];
  if (token !== undefined && token !== '') return clean(token);
  if (authorization !== '' && token === undefined) throw refuse('stream_key_scheme');
  throw refuse(keyInQuery.test(url) ? 'stream_key_in_query' : 'stream_key_missing');
}

/** Whether a call is our own RTMP listener's. */
export function listenerCheck({ config }: Pick<BroadcastDeps, 'config'>): (request: FastifyRequest) => boolean {
  const secret = ingestListenerSecret(config.secret);
  return ({ headers }) => isSameSecret(String(headers['x-ingest-listener'] ?? ''), secret);
}
