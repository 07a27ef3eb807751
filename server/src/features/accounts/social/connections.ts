import { type SocialWay, socialAttemptMs } from '@frontrow/core/accounts/limits.ts';
import { refuse } from '@frontrow/core/refuse.ts';
import type { Sql } from '../../../db/db.ts';
import { recordFact } from '../../../facts/fact-handler.ts';
import { hashOf } from '../../../keys.ts';
import type { Kit } from '../../../kit.ts';
import type { SocialLogin, SocialPerson } from '../../../ports/social-login.ts';
import { socialConnected } from '../facts.ts';
import { checkPasswordAgain, type OwnSession, type PasswordHash } from '../passwords.ts';
import { type AccountRow, findAccount } from '../records.ts';
import { keepSessions } from '../sessions.ts';

/** What people call each provider; where none is set, what it would be. */
export const providerName = ({ openId }: Pick<Kit, 'openId'>, way: SocialWay): string =>
  way === 'instagram' ? 'Instagram' : (openId?.name ?? 'OpenID Connect');

/** Refuses `social_unset`. */
export function providerOf(kit: Pick<Kit, 'openId' | 'social'>, way: SocialWay): SocialLogin {
  const social = way === 'instagram' ? kit.social : kit.openId;
  if (!social) throw refuse('social_unset', { provider: providerName(kit, way) });
  return social;
}

/** The account that a social identity belongs to. */
export async function findByIdentity(sql: Sql, provider: string, subject: string): Promise<AccountRow | undefined> {
  const row = await sql.one<{ user_id: number }>(
    'SELECT user_id FROM social_identity WHERE provider = $1 AND subject = $2',
    [provider, subject],
  );
  return row && findAccount(sql, row.user_id);
}

/**
 * Gives the identity to the account, instead of another one of the provider. False when it belongs to another account.
 */
export async function saveIdentity(
  tx: Sql,
  accountId: number,
  identity: { provider: string; subject: string; handle: string },
): Promise<boolean> {
  await tx.query('DELETE FROM social_identity WHERE user_id = $1 AND provider = $2 AND subject <> $3', [
    accountId,
    identity.provider,
    identity.subject,
  ]);
  const kept = await tx.one(
    `INSERT INTO social_identity (provider, subject, user_id, handle) VALUES ($1, $2, $3, $4)
     ON CONFLICT (provider, subject) DO UPDATE SET handle = excluded.handle
       WHERE social_identity.user_id = excluded.user_id
     RETURNING user_id`,
    [identity.provider, identity.subject, accountId, identity.handle],
  );
  return kept !== undefined;
}

/** Moves the identities of one account to another. False when there are none. */
export async function moveIdentities(tx: Sql, fromId: number, toId: number): Promise<boolean> {
  const identities = await tx.query<{ provider: string; subject: string; handle: string }>(
    'DELETE FROM social_identity WHERE user_id = $1 RETURNING provider, subject, handle',
    [fromId],
  );
  for (const identity of identities) if (!(await saveIdentity(tx, toId, identity))) return false;
  return identities.length > 0;
}

/** The provider of an attempt; for one that we do not know, the one that this installation may have used. */
export async function wayOfAttempt(
  { db, openId, social }: Pick<Kit, 'db' | 'openId' | 'social'>,
  key: string,
): Promise<SocialWay> {
  const attempt = await db.one<{ way: SocialWay }>('SELECT way FROM social_login WHERE key_hash = $1', [hashOf(key)]);
  return attempt?.way ?? (openId && !social ? 'openid' : 'instagram');
}

/**
 * Reads who came back in this attempt and has no session yet. The row is locked, so that one attempt makes one account.
 */
export async function lockReturned(tx: Sql, key: string): Promise<SocialPerson | undefined> {
  const row = await tx.one<{ person: SocialPerson }>(
    `SELECT person FROM social_login
     WHERE key_hash = $1 AND person IS NOT NULL AND used_at IS NULL AND expires_at > app_now() FOR UPDATE`,
    [hashOf(key)],
  );
  return row?.person;
}

export async function deleteSocialAttempt(tx: Sql, key: string): Promise<void> {
  await tx.query('UPDATE social_login SET used_at = app_now() WHERE key_hash = $1', [hashOf(key)]);
}

/**
 * Begins an attempt with the provider. State and verifier stay on the server. The key goes to the tab that began, and
 * only that tab can continue. With `connectTo` the attempt connects the identity to that account instead of logging in,
 * unless all sessions of the account were ended in the meantime.
 */
export async function beginSocial(
  deps: Pick<Kit, 'db' | 'ids' | 'openId' | 'social'>,
  way: SocialWay,
  returnUrl: string,
  connectTo?: { id: number; sessionVersion: number },
): Promise<{ url: string; key: string }> {
  const { db, ids } = deps;
  const social = providerOf(deps, way);
  const key = ids.secret();
  const state = ids.secret();
  // RFC 7636 requires at least 43 characters.
  const codeVerifier = ids.secret() + ids.secret();
  await db.query(
    `INSERT INTO social_login (key_hash, state_hash, code_verifier, expires_at, connect_to, connect_version, way)
     VALUES ($1, $2, $3, app_now() + make_interval(secs => $4), $5, $6, $7)`,
    [hashOf(key), hashOf(state), codeVerifier, socialAttemptMs / 1000, connectTo?.id, connectTo?.sessionVersion, way],
  );
  return { url: await social.signInUrl({ state, codeVerifier, returnUrl }), key };
}

/**
 * Begins an attempt that connects an identity to the caller's account. Needs the password, because a person at an
 * unattended device must not add another way to log in.
 */
export async function connectSocial(
  deps: Pick<Kit, 'db' | 'ids' | 'openId' | 'social'> & { passwords: PasswordHash },
  session: OwnSession,
  { password, provider: way = 'instagram' }: { password: string; provider?: SocialWay | undefined },
  returnUrl: (way: SocialWay) => string,
): Promise<{ url: string; key: string }> {
  return beginSocial(deps, way, returnUrl(way), await checkPasswordAgain(deps, session, password));
}

/**
 * Ends that attempt: the identity can log in to this account from now on. Refuses `social_taken` when it belongs to
 * another account, and `social_over` when all sessions were ended after the attempt began, because an intruder may have
 * begun it.
 */
export async function connectIdentity(
  { db, ids }: Pick<Kit, 'db' | 'ids'>,
  account: { id: number; sessionVersion: number },
  social: SocialLogin,
  person: SocialPerson,
): Promise<void> {
  await db.tx(async (tx) => {
    const there = await tx.one(
      'SELECT 1 FROM app_user WHERE id = $1 AND session_version = $2 AND erased_at IS NULL FOR UPDATE',
      [account.id, account.sessionVersion],
    );
    if (!there) throw refuse('social_over', { provider: social.name });
    if (!(await saveIdentity(tx, account.id, { provider: social.provider, ...person })))
      throw refuse('social_taken', { provider: social.name });
    await recordFact(tx, socialConnected(account.id, social.name, ids.uuid()));
  });
}

/** With whom an account can log in, first connected first. */
export const identitiesOf = (sql: Sql, accountId: number): Promise<{ provider: string; handle: string }[]> =>
  sql.query('SELECT provider, handle FROM social_identity WHERE user_id = $1 ORDER BY created_at', [accountId]);

/** The connected identity's name at the provider: empty if the provider sent none, undefined without an identity. */
export async function connectedHandle(db: Kit['db'], accountId: number, way: SocialWay): Promise<string | undefined> {
  const row = await db.one<{ handle: string }>(
    `SELECT handle FROM social_identity WHERE user_id = $1 AND provider LIKE $2 || '%' LIMIT 1`,
    [accountId, way],
  );
  return row?.handle;
}

/** Disconnects the identity. Needs the password, because an account without one could no longer be logged in to. */
export async function disconnectSocial(
  deps: Pick<Kit, 'db'> & { passwords: PasswordHash },
  session: OwnSession,
  { password, provider: way = 'instagram' }: { password: string; provider?: SocialWay | undefined },
): Promise<void> {
  const account = await checkPasswordAgain(deps, session, password);
  await deps.db.tx(async (tx) => {
    await keepSessions(tx, account);
    await tx.query(`DELETE FROM social_identity WHERE user_id = $1 AND provider LIKE $2 || '%'`, [session.id, way]);
  });
}
