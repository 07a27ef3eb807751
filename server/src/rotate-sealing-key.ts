import type { Db, Sql } from './db/db.ts';
import type { Ids } from './ids.ts';
import { createSeal, type Seal, type SealingConfig, type SealPurpose } from './seal.ts';

interface SealedRow {
  readonly key: string;
  readonly owner: string;
  readonly sealed: Buffer;
}

/** A column of encrypted secrets. Rows are paged in the order of their keys, and `first` sorts before every key. */
export interface SealedColumn {
  /** Table and column. */
  readonly name: string;
  readonly purpose: SealPurpose;
  readonly first: string;
  read(sql: Sql, after: string): Promise<SealedRow[]>;
  /** Replaces one secret unless it has changed since it was read; resolves to the row if it was replaced. */
  write(sql: Sql, row: SealedRow, renewed: Buffer): Promise<{ key: string }[]>;
}

const pageMax = 500;
const noUuid = '00000000-0000-0000-0000-000000000000';

/** Every column encrypted with `createSeal`. A test compares the list with the schema. */
export const sealedColumns: readonly SealedColumn[] = [
  {
    name: 'second_factor.sealed_secret',
    purpose: 'second-factor',
    first: '0',
    read: (sql, after) =>
      sql.query<SealedRow>(
        `SELECT user_id::text AS key, user_id::text AS owner, sealed_secret AS sealed FROM second_factor
         WHERE user_id > $1::bigint ORDER BY user_id LIMIT ${pageMax}`,
        [after],
      ),
    write: (sql, { key, sealed }, renewed) =>
      sql.query<{ key: string }>(
        `UPDATE second_factor SET sealed_secret = $3 WHERE user_id = $1::bigint AND sealed_secret = $2
         RETURNING user_id::text AS key`,
        [key, sealed, renewed],
      ),
  },
  {
    name: 'calendar_feed.secret_sealed',
    purpose: 'calendar-feed',
    first: '0',
    read: (sql, after) =>
      sql.query<SealedRow>(
        `SELECT user_id::text AS key, user_id::text AS owner, secret_sealed AS sealed FROM calendar_feed
         WHERE user_id > $1::bigint ORDER BY user_id LIMIT ${pageMax}`,
        [after],
      ),
    write: (sql, { key, sealed }, renewed) =>
      sql.query<{ key: string }>(
        `UPDATE calendar_feed SET secret_sealed = $3 WHERE user_id = $1::bigint AND secret_sealed = $2
         RETURNING user_id::text AS key`,
        [key, sealed, renewed],
      ),
  },
  {
    name: 'stream_key.sealed',
    purpose: 'stream-key',
    first: noUuid,
    read: (sql, after) =>
      sql.query<SealedRow>(
        `SELECT event_id::text AS key, event_id::text AS owner, sealed FROM stream_key
         WHERE event_id > $1::uuid ORDER BY event_id LIMIT ${pageMax}`,
        [after],
      ),
    write: (sql, { key, sealed }, renewed) =>
      sql.query<{ key: string }>(
        `UPDATE stream_key SET sealed = $3 WHERE event_id = $1::uuid AND sealed = $2 RETURNING event_id::text AS key`,
        [key, sealed, renewed],
      ),
  },
  {
    name: 'restream_target.key_sealed',
    purpose: 'restream-key',
    first: noUuid,
    read: (sql, after) =>
      sql.query<SealedRow>(
        `SELECT id::text AS key, id::text AS owner, key_sealed AS sealed FROM restream_target
         WHERE id > $1::uuid ORDER BY id LIMIT ${pageMax}`,
        [after],
      ),
    write: (sql, { key, sealed }, renewed) =>
      sql.query<{ key: string }>(
        `UPDATE restream_target SET key_sealed = $3 WHERE id = $1::uuid AND key_sealed = $2 RETURNING id::text AS key`,
        [key, sealed, renewed],
      ),
  },
  {
    name: 'segment_key.sealed',
    purpose: 'segment-key',
    first: noUuid,
    read: (sql, after) =>
      sql.query<SealedRow>(
        `SELECT id::text AS key, id::text AS owner, sealed FROM segment_key
         WHERE id > $1::uuid ORDER BY id LIMIT ${pageMax}`,
        [after],
      ),
    write: (sql, { key, sealed }, renewed) =>
      sql.query<{ key: string }>(
        `UPDATE segment_key SET sealed = $3 WHERE id = $1::uuid AND sealed = $2 RETURNING id::text AS key`,
        [key, sealed, renewed],
      ),
  },
  {
    name: 'payout_method.account_sealed',
    purpose: 'payout-account',
    first: noUuid,
    read: (sql, after) =>
      sql.query<SealedRow>(
        `SELECT id::text AS key, id::text AS owner, account_sealed AS sealed FROM payout_method
         WHERE id > $1::uuid ORDER BY id LIMIT ${pageMax}`,
        [after],
      ),
    write: (sql, { key, sealed }, renewed) =>
      sql.query<{ key: string }>(
        `UPDATE payout_method SET account_sealed = $3 WHERE id = $1::uuid AND account_sealed = $2
         RETURNING id::text AS key`,
        [key, sealed, renewed],
      ),
  },
  {
    name: 'sepa_line.iban_sealed',
    purpose: 'sepa-line',
    first: noUuid,
    read: (sql, after) =>
      sql.query<SealedRow>(
        `SELECT payout_id::text AS key, payout_id::text AS owner, iban_sealed AS sealed FROM sepa_line
         WHERE payout_id > $1::uuid AND iban_sealed IS NOT NULL ORDER BY payout_id LIMIT ${pageMax}`,
        [after],
      ),
    write: (sql, { key, sealed }, renewed) =>
      sql.query<{ key: string }>(
        `UPDATE sepa_line SET iban_sealed = $3 WHERE payout_id = $1::uuid AND iban_sealed = $2
         RETURNING payout_id::text AS key`,
        [key, sealed, renewed],
      ),
  },
  {
    name: 'sepa_file.xml_sealed',
    purpose: 'sepa-line',
    first: noUuid,
    read: (sql, after) =>
      sql.query<SealedRow>(
        `SELECT id::text AS key, id::text AS owner, xml_sealed AS sealed FROM sepa_file
         WHERE id > $1::uuid AND xml_sealed IS NOT NULL ORDER BY id LIMIT ${pageMax}`,
        [after],
      ),
    write: (sql, { key, sealed }, renewed) =>
      sql.query<{ key: string }>(
        `UPDATE sepa_file SET xml_sealed = $3 WHERE id = $1::uuid AND xml_sealed = $2 RETURNING id::text AS key`,
        [key, sealed, renewed],
      ),
  },
  {
    name: 'token_claim.proof_sealed',
    purpose: 'wallet-proof',
    first: noUuid,
    // A proof belongs to its wallet, which is named by the ticket.
    read: (sql, after) =>
      sql.query<SealedRow>(
        `SELECT c.ticket_id::text AS key, encode(t.wallet_hash, 'hex') AS owner, c.proof_sealed AS sealed
         FROM token_claim c JOIN ticket t ON t.id = c.ticket_id
         WHERE c.ticket_id > $1::uuid AND c.proof_sealed IS NOT NULL ORDER BY c.ticket_id LIMIT ${pageMax}`,
        [after],
      ),
    write: (sql, { key, sealed }, renewed) =>
      sql.query<{ key: string }>(
        `UPDATE token_claim SET proof_sealed = $3 WHERE ticket_id = $1::uuid AND proof_sealed = $2
         RETURNING ticket_id::text AS key`,
        [key, sealed, renewed],
      ),
  },
  {
    name: 'webhook_endpoint.secret_sealed',
    purpose: 'webhook-secret',
    first: noUuid,
    read: (sql, after) =>
      sql.query<SealedRow>(
        `SELECT id::text AS key, id::text AS owner, secret_sealed AS sealed FROM webhook_endpoint
         WHERE id > $1::uuid ORDER BY id LIMIT ${pageMax}`,
        [after],
      ),
    write: (sql, { key, sealed }, renewed) =>
      sql.query<{ key: string }>(
        `UPDATE webhook_endpoint SET secret_sealed = $3 WHERE id = $1::uuid AND secret_sealed = $2
         RETURNING id::text AS key`,
        [key, sealed, renewed],
      ),
  },
  {
    name: 'webhook_endpoint.previous_secret_sealed',
    purpose: 'webhook-secret',
    first: noUuid,
    read: (sql, after) =>
      sql.query<SealedRow>(
        `SELECT id::text AS key, id::text AS owner, previous_secret_sealed AS sealed FROM webhook_endpoint
         WHERE id > $1::uuid AND previous_secret_sealed IS NOT NULL ORDER BY id LIMIT ${pageMax}`,
        [after],
      ),
    write: (sql, { key, sealed }, renewed) =>
      sql.query<{ key: string }>(
        `UPDATE webhook_endpoint SET previous_secret_sealed = $3 WHERE id = $1::uuid AND previous_secret_sealed = $2
         RETURNING id::text AS key`,
        [key, sealed, renewed],
      ),
  },
];

/** Some stored secrets can be decrypted neither with the current sealing secret nor with the accepted one. */
export class SecretsUnreadable extends Error {}

/**
 * Encrypts every stored secret with the current sealing secret, so that the accepted one can be dropped, and resolves
 * to the number that changed. Safe while the product runs, and idempotent. A secret that neither key decrypts stays as
 * it is: all others are encrypted first, then `SecretsUnreadable` names the columns.
 */
export async function rotateSealingKey(db: Db, config: SealingConfig, ids: Ids): Promise<number> {
  let rotated = 0;
  const unreadable: string[] = [];
  for (const column of sealedColumns) {
    const seal = createSeal(config, column.purpose, ids);
    let lost = 0;
    for (let after: string | undefined = column.first; after !== undefined;) {
      const rows: SealedRow[] = await column.read(db, after);
      for (const row of rows) {
        const next = renewedOf(seal, row);
        if (next === 'unreadable') lost += 1;
        else if (next) rotated += (await column.write(db, row, next)).length;
      }
      after = rows.length < pageMax ? undefined : rows.at(-1)!.key;
    }
    if (lost > 0) unreadable.push(`${lost} in ${column.name}`);
  }
  if (unreadable.length > 0)
    throw new SecretsUnreadable(
      `${rotated} secrets were re-encrypted, but neither sealing secret opens ${unreadable.join(', ')}`,
    );
  return rotated;
}

function renewedOf(seal: Seal, { owner, sealed }: SealedRow): Buffer | 'unreadable' | undefined {
  try {
    return seal.renewed(owner, sealed);
  } catch {
    return 'unreadable';
  }
}
