import { createHmac, randomUUID } from 'node:crypto';
import type pg from 'pg';
import { accessTokenMs } from '@frontrow/core/accounts/limits.ts';
import {
  accessTokenAlg,
  accessTokenAudience,
  accessTokenIssuer,
  accessTokenPurpose,
  accessTokenType,
} from '../../server/src/features/accounts/access-token.ts';
import { deriveKey } from '../../server/src/keys.ts';

/** Accounts that may buy, and one host; rows as a sign-up writes them. */
export async function seedPeople(client: pg.Client, buyers: number): Promise<{ hostId: number; buyerIds: number[] }> {
  const host = await client.query<{ id: string }>(
    `INSERT INTO app_user (username, username_skeleton, email_norm, password_hash, role, massive)
      VALUES ('benchhost', 'benchhost', 'host@bench.test', 'x', 1, true) RETURNING id`,
  );
  const rows = await client.query<{ id: string }>(
    `INSERT INTO app_user (username, username_skeleton, email_norm, password_hash)
      SELECT 'buyer' || n, 'buyer' || n, 'buyer' || n || '@bench.test', 'x' FROM generate_series(1, $1) n
      RETURNING id`,
    [buyers],
  );
  return { hostId: Number(host.rows[0]!.id), buyerIds: rows.rows.map((row) => Number(row.id)) };
}

/** A new event with this many tickets; a broadcast where an interactive room would be too small. */
export async function seedEvent(
  client: pg.Client,
  hostId: number,
  capacity: number,
  priceMinor: number,
): Promise<string> {
  const id = randomUUID();
  const kind = capacity > 49 ? 1 : 0;
  await client.query(
    `INSERT INTO event (id, host_id, kind, ticket_type_id, title, description, cover_key, starts_at,
      original_starts_at, local_start, tz, capacity, price_minor, currency, min_fee_minor, fee_bp)
     SELECT $1, $2, $3, $4, 'The hot one', 'Everybody wants in.', 'covers/bench', s.at, s.at, s.at AT TIME ZONE 'UTC',
     'UTC', $5, $6, 'EUR', 50, 500
     FROM (SELECT date_bin('15 minutes', app_now() + interval '2 days', 'epoch') AS at) s`,
    [id, hostId, kind, (kind === 1 ? 4 : 1) + (priceMinor > 0 ? 1 : 0), capacity, priceMinor],
  );
  return id;
}

/** An access token as a login creates it, with a separate session. */
export function tokenFor(secret: string, accountId: number): string {
  const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
  const issued = Math.floor(Date.now() / 1000);
  const claims = {
    sid: randomUUID(),
    sv: 0,
    sub: String(accountId),
    iss: accessTokenIssuer,
    aud: accessTokenAudience,
    iat: issued,
    exp: issued + accessTokenMs / 1000,
  };
  const body = `${part({ alg: accessTokenAlg, typ: accessTokenType })}.${part(claims)}`;
  return `${body}.${createHmac('sha256', deriveKey(secret, accessTokenPurpose)).update(body).digest('base64url')}`;
}
