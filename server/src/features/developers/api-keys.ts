import { crc32 } from 'node:zlib';
import type { AnswerOf, BodyOf } from '@frontrow/contract/api.ts';
import {
  apiKeyNameCharsMax,
  apiKeyPrefixes,
  apiKeysMax,
  type ApiScope,
  apiScopes,
} from '@frontrow/core/developers/api-keys.ts';
import type { Account } from '@frontrow/core/kernel/actor.ts';
import { cutText, seenLine } from '@frontrow/core/kernel/text.ts';
import { refuse } from '@frontrow/core/refuse.ts';
import type { Sql } from '../../db/db.ts';
import type { ApiKeyReader } from '../../http/callers/api-keys.ts';
import type { Ids } from '../../ids.ts';
import { hashOf } from '../../keys.ts';
import type { Kit } from '../../kit.ts';
import type { Accounts } from '../accounts/index.ts';

export interface ApiKeysDeps extends Pick<Kit, 'config' | 'db' | 'ids' | 'clock'> {
  readonly accounts: Pick<Accounts, 'recordAudit'>;
}

type WireApiKey = AnswerOf<'GET /api_keys'>['api_keys'][number];

interface Row {
  id: string;
  name: string;
  prefix: string;
  scopes: string[];
  test: boolean;
  created_at: Date;
  last_used_at: Date | null;
  expires_at: Date | null;
}

const randomChars = 38;
const checksumChars = 7;
const base36 = (hex: string): string => BigInt(`0x${hex}`).toString(36);
const checksumOf = (text: string): string => crc32(text).toString(36).padStart(checksumChars, '0');
const keyPattern = new RegExp(`^frk_(?:live|test)_[0-9a-z]{${randomChars + checksumChars}}$`);
const shownRandomChars = 4;

/**
 * A new key: its prefix is what secret scanners search for, and its last characters are a checksum, so that they, and
 * we, recognize a real one without a look-up.
 */
function newKey(ids: Ids, test: boolean): string {
  const random = base36(hashOf(ids.secret() + ids.secret()).toString('hex')).padStart(randomChars, '0');
  const start = apiKeyPrefixes[test ? 'test' : 'live'] + random.slice(-randomChars);
  return start + checksumOf(start);
}

const isWellFormed = (key: string): boolean =>
  keyPattern.test(key) && checksumOf(key.slice(0, -checksumChars)) === key.slice(-checksumChars);

/** Whether no payment of this installation moves money. */
export const paymentsAreSimulated = ({ config }: Pick<Kit, 'config'>): boolean =>
  config.stripe === undefined && config.paypal === undefined;

/** A scope that this version does not know admits nothing. */
const knownScopes = (scopes: readonly string[]): ApiScope[] => apiScopes.filter((scope) => scopes.includes(scope));

const wireOf = (row: Row): WireApiKey => ({
  id: row.id,
  name: row.name,
  prefix: row.prefix,
  scopes: knownScopes(row.scopes),
  test: row.test,
  created_at: row.created_at.getTime(),
  last_used_at: row.last_used_at?.getTime() ?? null,
  expires_at: row.expires_at?.getTime() ?? null,
});

export async function listApiKeys(sql: Sql, hostId: number): Promise<WireApiKey[]> {
  const rows = await sql.query<Row>(
    `SELECT id, name, prefix, scopes, test, created_at, last_used_at, expires_at FROM api_key
     WHERE host_id = $1 AND revoked_at IS NULL ORDER BY created_at DESC, id LIMIT 100`,
    [hostId],
  );
  return rows.map(wireOf);
}

/** Creates a key and answers it with its row; it cannot be read again. */
export async function createApiKey(
  deps: ApiKeysDeps,
  actor: Account,
  body: BodyOf<'POST /api_keys'>,
): Promise<AnswerOf<'POST /api_keys'>> {
  const { db, ids, clock, accounts } = deps;
  const name = seenLine(body.name);
  const test = body.test ?? false;
  const expiresAt = body.expires_at ?? null;
  if (name === '') throw refuse('api_key_name_required', {}, { field: 'name' });
  if (cutText(name, apiKeyNameCharsMax) !== name)
    throw refuse('bad_input', { detail: `At most ${apiKeyNameCharsMax} characters.` }, { field: 'name' });
  if (body.scopes.length === 0) throw refuse('api_key_scopes_required', {}, { field: 'scopes' });
  if (expiresAt !== null && expiresAt <= clock.now()) throw refuse('api_key_expiry_past', {}, { field: 'expires_at' });
  if (test && !paymentsAreSimulated(deps)) throw refuse('api_key_test_refused', {}, { field: 'test' });
  const key = newKey(ids, test);
  const scopes = [...new Set(body.scopes)];
  const prefix = key.slice(0, apiKeyPrefixes.live.length + shownRandomChars);
  const row = await db.tx(async (tx) => {
    // Two at once must not pass the maximum together.
    await tx.query('SELECT 1 FROM app_user WHERE id = $1 FOR UPDATE', [actor.id]);
    const has = await tx.one<{ count: number }>(
      'SELECT count(*)::int AS count FROM api_key WHERE host_id = $1 AND revoked_at IS NULL',
      [actor.id],
    );
    if (has!.count >= apiKeysMax) throw refuse('api_keys_maximum', { maximum: apiKeysMax });
    await accounts.recordAudit(tx, {
      actorId: actor.id,
      action: 'api_key_created',
      subjectId: actor.id,
      details: { name, prefix, scopes: scopes.join(', ') },
    });
    return tx.one<Row>(
      `INSERT INTO api_key (id, host_id, name, key_hash, prefix, scopes, test, expires_at)
       VALUES ($1, $2, $3, $4, $5, $6, $7, to_timestamp($8::float8 / 1000))
       RETURNING id, name, prefix, scopes, test, created_at, last_used_at, expires_at`,
      [ids.uuid(), actor.id, name, hashOf(key), prefix, scopes, test, expiresAt],
    );
  });
  return { key, api_key: wireOf(row!) };
}

/** Revokes a key of this host; again changes nothing. */
export async function revokeApiKey({ db, accounts }: ApiKeysDeps, actor: Account, id: string): Promise<WireApiKey> {
  return db.tx(async (tx) => {
    const before = await tx.one<Row & { revoked: boolean }>(
      `SELECT id, name, prefix, scopes, test, created_at, last_used_at, expires_at, revoked_at IS NOT NULL AS revoked
       FROM api_key WHERE id = $1 AND host_id = $2 FOR UPDATE`,
      [id, actor.id],
    );
    if (!before) throw refuse('api_key_not_found');
    if (!before.revoked) {
      await tx.query('UPDATE api_key SET revoked_at = app_now() WHERE id = $1', [id]);
      await accounts.recordAudit(tx, {
        actorId: actor.id,
        action: 'api_key_revoked',
        subjectId: actor.id,
        details: { name: before.name, prefix: before.prefix },
      });
    }
    return wireOf(before);
  });
}

interface KeyRow {
  id: string;
  host_id: number;
  scopes: string[];
  test: boolean;
  username: string;
  role: 0 | 1;
  session_version: number;
  blocked: boolean;
  revoked: boolean;
  expired: boolean;
  unused_for_a_minute: boolean;
}

/** Finds out whose key it is. Every look is at the database, so that a revoked key is refused at once. */
export const apiKeyReader = (deps: Pick<Kit, 'config' | 'db'>): ApiKeyReader => ({
  async read(key) {
    if (!isWellFormed(key)) throw refuse('api_key_invalid');
    const row = await deps.db.one<KeyRow>(
      `SELECT k.id, k.host_id, k.scopes, k.test, u.username, u.role, u.session_version,
         u.erased_at IS NOT NULL OR u.suspended_at IS NOT NULL AS blocked,
         k.revoked_at IS NOT NULL AS revoked, coalesce(k.expires_at <= app_now(), false) AS expired,
         coalesce(k.last_used_at <= app_now() - interval '1 minute', true) AS unused_for_a_minute
       FROM api_key k JOIN app_user u ON u.id = k.host_id WHERE k.key_hash = $1`,
      [hashOf(key)],
    );
    if (!row) throw refuse('api_key_invalid');
    if (row.revoked) throw refuse('api_key_revoked');
    if (row.expired) throw refuse('api_key_expired');
    if (row.blocked) throw refuse('api_key_blocked');
    if (row.test && !paymentsAreSimulated(deps)) throw refuse('api_key_test_refused');
    if (row.unused_for_a_minute)
      await deps.db.query('UPDATE api_key SET last_used_at = app_now() WHERE id = $1', [row.id]);
    return {
      kind: 'account',
      id: row.host_id,
      username: row.username,
      role: row.role,
      // A key never has an app admin's rights.
      isAdmin: false,
      guestOf: undefined,
      sessionId: row.id,
      sessionVersion: row.session_version,
      apiKey: { id: row.id, scopes: knownScopes(row.scopes) },
    };
  },
});
