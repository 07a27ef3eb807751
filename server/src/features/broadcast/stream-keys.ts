import { streamKeyBytes } from '@frontrow/core/broadcast/limits.ts';
import type { Sql } from '../../db/db.ts';
import { hashOf } from '../../keys.ts';
import { createSeal, type Seal } from '../../seal.ts';
import type { BroadcastKit } from './broadcast-kit.ts';

type KeyKit = Pick<BroadcastKit, 'config' | 'ids'>;

const sealOf = ({ config, ids }: KeyKit): Seal => createSeal(config, 'stream-key', ids);

const newKey = ({ ids }: KeyKit): string =>
  Buffer.from(ids.secret(), 'base64url').subarray(0, streamKeyBytes).toString('base64url');

/** The event's present stream key, made when it is asked for first. */
export async function streamKeyOf(kit: KeyKit & Pick<BroadcastKit, 'db'>, eventUuid: string): Promise<string> {
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
export async function replaceStreamKey(kit: KeyKit, sql: Sql, eventUuid: string): Promise<void> {
  const key = newKey(kit);
  await sql.query(
    `INSERT INTO stream_key (event_id, key_hash, sealed) VALUES ($1, $2, $3)
     ON CONFLICT (event_id) DO UPDATE SET key_hash = excluded.key_hash, sealed = excluded.sealed,
       version = stream_key.version + 1, made_at = app_now()`,
    [eventUuid, hashOf(key), sealOf(kit).seal(eventUuid, Buffer.from(key))],
  );
}

/** The event that a key opens, and the key's version. */
export async function eventOfKey(
  { db }: Pick<BroadcastKit, 'db'>,
  key: string,
): Promise<{ eventUuid: string; version: number } | undefined> {
  const row = await db.one<{ event_id: string; version: number }>(
    'SELECT event_id, version FROM stream_key WHERE key_hash = $1',
    [hashOf(key)],
  );
  return row && { eventUuid: row.event_id, version: row.version };
}
