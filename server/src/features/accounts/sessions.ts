import { cutText } from '@frontrow/core/kernel/text.ts';
import { refreshGraceMs, refreshTokenMs, sessionMsMax } from '@frontrow/core/accounts/limits.ts';
import { createHmac } from 'node:crypto';
import { refuse } from '@frontrow/core/refuse.ts';
import type { Sql, Tx } from '../../db/db.ts';
import { deriveKey, hashOf } from '../../keys.ts';
import type { SessionOf } from '../../http/callers/authenticate.ts';
import type { Kit } from '../../kit.ts';
import { signingSecrets } from '../../signer.ts';
import type { AccessTokens } from './access-token.ts';

/** The two tokens that a client stores. */
export interface SessionTokens {
  readonly accessToken: string;
  readonly refreshToken: string;
}

/** A session as its owner sees it in the list. */
export interface OpenSession {
  readonly sessionId: string;
  readonly device: string;
  readonly startedMs: number;
  readonly lastUsedMs: number;
}

/** Sessions in the list. */
const listedMax = 100;
/** Characters kept of the `user-agent` header. */
const deviceCharsMax = 300;

/** A session is a login on one device: a family of refresh tokens, of which at most one is unused and valid. */
export interface Sessions {
  /** Refuses `token_invalid` when all sessions of the account were ended after `account` was read. */
  open(
    tx: Tx,
    account: { id: number; sessionVersion: number },
    guestEvent?: string,
    device?: string,
  ): Promise<SessionTokens>;
  /** The same for a person who has just typed the password, set it, or unlocked a passkey. */
  openByPassword(tx: Tx, account: { id: number; sessionVersion: number }, device?: string): Promise<SessionTokens>;
  /** Exchanges a refresh token for the next pair; undefined when the session has ended. */
  rotate(refreshToken: string): Promise<SessionTokens | undefined>;
  /** Ends the session of a refresh token or of a session id, and returns whose it was. */
  end(
    session: { refreshToken: string } | { sessionId: string },
  ): Promise<{ accountId: number; sessionId: string } | undefined>;
  /** Open sessions of an account, last used first. */
  list(sql: Sql, accountId: number): Promise<OpenSession[]>;
  /** Those of the given sessions that have ended since. */
  endedOf<P extends SessionOf>(sql: Sql, people: readonly P[]): Promise<ReadonlySet<P>>;
  /** Ends every session of an account. */
  endAll(sql: Sql, accountId: number): Promise<void>;
  /** Ends every session of an account except one, and answers which were ended. */
  endOthers(tx: Tx, account: { id: number; sessionId: string }): Promise<string[]>;
}

interface RefreshRow {
  id: string;
  family_id: string;
  user_id: number;
  guest_event: string | null;
  device: string;
  alive: boolean;
  used: boolean;
  in_grace: boolean;
  session_version: number;
}

type Deps = Pick<Kit, 'config' | 'db' | 'ids'> & { readonly tokens: AccessTokens };

export function createSessions({ config, db, ids, tokens }: Deps): Sessions {
  const keys = signingSecrets(config).map((one) => deriveKey(one, 'refresh-token'));
  /**
   * The next refresh token is computed from the last one, not random. Several tabs that refresh at the same moment
   * therefore get the same token, although only its hash is stored, and none of them looks like a thief.
   */
  const childrenOf = (refreshToken: string): string[] =>
    keys.map((key) => createHmac('sha256', key).update(refreshToken).digest('base64url'));

  const open = async (
    tx: Tx,
    account: { id: number; sessionVersion: number },
    { guestEvent, device = '', isByPassword }: { guestEvent?: string; device?: string; isByPassword: boolean },
  ): Promise<SessionTokens> => {
    await keepSessions(tx, account);
    const family = ids.uuid();
    const refreshToken = ids.secret();
    await keepToken(tx, ids, {
      family,
      accountId: account.id,
      refreshToken,
      guestEvent,
      device: cutText(device, deviceCharsMax),
      isByPassword,
    });
    const accessToken = await tokens.mint({
      accountId: account.id,
      sessionId: family,
      sessionVersion: account.sessionVersion,
      guestEvent,
    });
    return { accessToken, refreshToken };
  };

  return {
    open: (tx, account, guestEvent, device) => open(tx, account, { guestEvent, device, isByPassword: false }),
    openByPassword: (tx, account, device) => open(tx, account, { device, isByPassword: true }),

    async rotate(refreshToken) {
      const used = await db.tx((tx) => useToken(tx, ids, refreshToken, childrenOf(refreshToken)));
      if (!used) return undefined;
      const { row, next } = used;
      const accessToken = await tokens.mint({
        accountId: row.user_id,
        sessionId: row.family_id,
        sessionVersion: row.session_version,
        guestEvent: row.guest_event ?? undefined,
      });
      return { accessToken, refreshToken: next };
    },

    end: (session) =>
      db.tx(async (tx) => {
        const family = 'sessionId' in session ? session.sessionId : await lockFamilyOf(tx, session.refreshToken);
        if (!family) return undefined;
        if ('sessionId' in session) await lockFamily(tx, family);
        const ended = await revokeFamily(tx, family);
        return ended === undefined ? undefined : { accountId: ended, sessionId: family };
      }),

    list: listSessions,
    endedOf,
    endAll: endSessions,
    endOthers: endOtherSessions,
  };
}

/**
 * Marks a refresh token as used and writes the next one. A used one that is presented again after its grace period ends
 * the session. Of the next ones, the first is written; one that was written before is the one that continues. Returns
 * the token's row and the next token; undefined if it is not valid. No refusal is thrown here, because that would roll
 * the end of the session back.
 */
async function useToken(
  tx: Sql,
  ids: Deps['ids'],
  refreshToken: string,
  children: readonly string[],
): Promise<{ row: RefreshRow; next: string } | undefined> {
  const family = await lockFamilyOf(tx, refreshToken);
  if (!family) return undefined;
  const found = await tx.one<RefreshRow>(
    `SELECT r.id, r.family_id, r.user_id, r.guest_event, r.device, u.session_version,
            r.revoked_at IS NULL AND r.expires_at > app_now() AND u.erased_at IS NULL AS alive,
            r.used_at IS NOT NULL AS used,
            coalesce(r.used_at > app_now() - make_interval(secs => $2), false) AS in_grace
     FROM refresh_token r JOIN app_user u ON u.id = r.user_id WHERE r.hash = $1`,
    [hashOf(refreshToken), refreshGraceMs / 1000],
  );
  if (!found?.alive) return undefined;
  if (found.used && !found.in_grace) {
    await revokeFamily(tx, family);
    return undefined;
  }
  const next = found.used ? await writtenOf(tx, children) : children[0]!;
  if (next === undefined) return undefined;
  if (!found.used) {
    await tx.query('UPDATE refresh_token SET used_at = app_now() WHERE id = $1 AND used_at IS NULL', [found.id]);
    await keepToken(tx, ids, {
      family,
      accountId: found.user_id,
      refreshToken: next,
      parent: found.id,
      guestEvent: found.guest_event ?? undefined,
      device: found.device,
      isByPassword: false,
    });
  }
  return { row: found, next };
}

/** The one of these tokens that was written, by whichever secret it was made. */
async function writtenOf(tx: Sql, tokens: readonly string[]): Promise<string | undefined> {
  const hashes = tokens.map(hashOf);
  const row = await tx.one<{ hash: Buffer }>('SELECT hash FROM refresh_token WHERE hash = ANY ($1)', [hashes]);
  return row && tokens.find((_token, n) => hashes[n]!.equals(row.hash));
}

interface NewToken {
  family: string;
  accountId: number;
  refreshToken: string;
  parent?: string;
  guestEvent: string | undefined;
  device: string;
  isByPassword: boolean;
}

async function keepToken(sql: Sql, ids: Deps['ids'], row: NewToken): Promise<void> {
  await sql.query(
    `INSERT INTO refresh_token (id, family_id, user_id, hash, parent_id, guest_event, expires_at, session_until, device,
       password_at)
     SELECT $1, $2, $3, $4, $5, $6, least(app_now() + make_interval(secs => $7), session.until), session.until, $8,
       CASE WHEN $9 THEN app_now() ELSE before.password_at END
     FROM (SELECT $5::uuid AS id) AS given LEFT JOIN refresh_token before ON before.id = given.id,
       LATERAL (SELECT coalesce(before.session_until, app_now() + make_interval(secs => $10)) AS until) AS session`,
    [
      ids.uuid(),
      row.family,
      row.accountId,
      hashOf(row.refreshToken),
      row.parent ?? null,
      row.guestEvent ?? null,
      refreshTokenMs / 1000,
      row.device,
      row.isByPassword,
      sessionMsMax / 1000,
    ],
  );
}

/** The user agent that opened a session; empty where none was sent. */
export async function deviceOf(sql: Sql, sessionId: string): Promise<string> {
  const row = await sql.one<{ device: string }>(
    'SELECT device FROM refresh_token WHERE family_id = $1 ORDER BY created_at DESC LIMIT 1',
    [sessionId],
  );
  return row?.device ?? '';
}

/** The first tokens of a long session are gone, so its start is calculated from its end. */
async function listSessions(sql: Sql, accountId: number): Promise<OpenSession[]> {
  const rows = await sql.query<{ family_id: string; device: string; started_ms: number; last_used_ms: number }>(
    `SELECT family_id, max(device) AS device,
            (extract(epoch FROM least(min(created_at), max(session_until) - $3 * interval '1 ms'))
              * 1000)::bigint AS started_ms,
            (extract(epoch FROM max(created_at)) * 1000)::bigint AS last_used_ms
     FROM refresh_token WHERE user_id = $1 GROUP BY family_id
     HAVING bool_and(revoked_at IS NULL) AND bool_or(used_at IS NULL AND expires_at > app_now())
     ORDER BY max(created_at) DESC, family_id LIMIT $2`,
    [accountId, listedMax, sessionMsMax],
  );
  return rows.map((row) => ({
    sessionId: row.family_id,
    device: row.device,
    startedMs: row.started_ms,
    lastUsedMs: row.last_used_ms,
  }));
}

async function endedOf<P extends SessionOf>(sql: Sql, people: readonly P[]): Promise<ReadonlySet<P>> {
  const rows = await sql.query<{ nth: number }>(
    `SELECT k.nth
     FROM unnest($1::bigint[], $2::uuid[], $3::int[]) WITH ORDINALITY AS k (user_id, family_id, version, nth)
     LEFT JOIN app_user u ON u.id = k.user_id AND u.erased_at IS NULL
     WHERE u.session_version IS DISTINCT FROM k.version
        OR EXISTS (SELECT 1 FROM refresh_token r WHERE r.family_id = k.family_id AND r.revoked_at IS NOT NULL)`,
    [people.map((one) => one.id), people.map((one) => one.sessionId), people.map((one) => one.sessionVersion)],
  );
  return new Set(rows.map((row) => people[row.nth - 1]!));
}

async function endSessions(sql: Sql, accountId: number): Promise<void> {
  await sql.query('UPDATE app_user SET session_version = session_version + 1 WHERE id = $1', [accountId]);
  await sql.query('DELETE FROM push_subscription WHERE user_id = $1', [accountId]);
  const families = await sql.query<{ family_id: string }>(
    `SELECT DISTINCT family_id FROM refresh_token
     WHERE user_id = $1 AND revoked_at IS NULL AND expires_at > app_now() ORDER BY family_id`,
    [accountId],
  );
  for (const { family_id: family } of families) {
    await lockFamily(sql, family);
    await revokeFamily(sql, family);
  }
}

/** Ends every session of an account except one, and answers which were ended. */
async function endOtherSessions(tx: Sql, account: { id: number; sessionId: string }): Promise<string[]> {
  const families = await tx.query<{ family_id: string }>(
    `SELECT DISTINCT family_id FROM refresh_token
     WHERE user_id = $1 AND family_id <> $2 AND revoked_at IS NULL AND expires_at > app_now() ORDER BY family_id`,
    [account.id, account.sessionId],
  );
  for (const { family_id: family } of families) {
    await lockFamily(tx, family);
    await revokeFamily(tx, family);
  }
  return families.map(({ family_id: family }) => family);
}

/** Serialises rotation and revocation of a family: a token made during a revocation would survive it. */
async function lockFamilyOf(tx: Sql, refreshToken: string): Promise<string | undefined> {
  const found = await tx.one<{ family_id: string }>('SELECT family_id FROM refresh_token WHERE hash = $1', [
    hashOf(refreshToken),
  ]);
  if (found) await lockFamily(tx, found.family_id);
  return found?.family_id;
}

/**
 * Locks the account so that its sessions cannot all be ended before this transaction commits. Refuses `token_invalid`
 * when they were ended after `account` was read, and `account_suspended`: the password or session that the caller used
 * is no longer valid then.
 */
export async function keepSessions(tx: Tx, account: { id: number; sessionVersion: number }): Promise<void> {
  const same = await tx.one<{ suspended_reason: string | null }>(
    'SELECT suspended_reason FROM app_user WHERE id = $1 AND session_version = $2 AND erased_at IS NULL FOR SHARE',
    [account.id, account.sessionVersion],
  );
  if (!same) throw refuse('token_invalid');
  if (same.suspended_reason !== null) throw refuse('account_suspended', { reason: same.suspended_reason });
}

async function lockFamily(tx: Sql, family: string): Promise<void> {
  await tx.query("SELECT pg_advisory_xact_lock(hashtextextended('refresh:' || $1, 0))", [family]);
}

async function revokeFamily(tx: Sql, family: string): Promise<number | undefined> {
  const rows = await tx.query<{ user_id: number }>(
    `WITH unsubscribed AS (DELETE FROM push_subscription WHERE session_id = $1)
     UPDATE refresh_token SET revoked_at = app_now() WHERE family_id = $1 AND revoked_at IS NULL RETURNING user_id`,
    [family],
  );
  return rows[0]?.user_id;
}
