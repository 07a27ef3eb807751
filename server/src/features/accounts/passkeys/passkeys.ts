import type { AnswerOf, BodyOf } from '@frontrow/contract/api.ts';
import { passkeyChallengeMs, passkeysMax, passwordTypedMs } from '@frontrow/core/accounts/limits.ts';
import { checkRemovable, isCopied, readPasskeyName } from '@frontrow/core/accounts/passkeys.ts';
import { refuse } from '@frontrow/core/refuse.ts';
import { generateAuthenticationOptions, generateRegistrationOptions } from '@simplewebauthn/server';
import type { Sql } from '../../../db/db.ts';
import { recordFact } from '../../../facts/fact-handler.ts';
import type { Kit } from '../../../kit.ts';
import { type LogInOrigin, sessionCodes } from '../attempts.ts';
import { passkeysChanged } from '../facts.ts';
import { moveGuestTickets } from '../move-guest-tickets.ts';
import { checkPasswordAgain, type OwnSession, type PasswordHash } from '../passwords.ts';
import { type AccountRow, findAccount } from '../records.ts';
import { passSecondFactor } from '../second-factor.ts';
import { keepSessions, type Sessions, type SessionTokens } from '../sessions.ts';
import {
  algorithms,
  type Assertion,
  consumeChallenge,
  issueChallenge,
  type RelyingParty,
  userHandle,
  verifyAssertion,
  verifyAttestation,
} from './ceremony.ts';

type WirePasskey = AnswerOf<'POST /user/passkeys'>;

interface PasskeyRow {
  id: string;
  name: string;
  created_ms: number;
  last_used_ms: number | null;
  credential_id: Buffer;
  transports: string[];
}

const passkeyView = (row: PasskeyRow): WirePasskey => ({
  passkey_ide: row.id,
  passkey_name: row.name,
  created_at: row.created_ms,
  last_used_at: row.last_used_ms,
});

const passkeyRows = (sql: Sql, accountId: number): Promise<PasskeyRow[]> =>
  sql.query<PasskeyRow>(
    `SELECT id, name, (extract(epoch FROM created_at) * 1000)::bigint AS created_ms,
            (extract(epoch FROM last_used_at) * 1000)::bigint AS last_used_ms, credential_id, transports
     FROM passkey WHERE user_id = $1 ORDER BY created_at, id`,
    [accountId],
  );

export const listPasskeys = async (sql: Sql, accountId: number): Promise<WirePasskey[]> =>
  (await passkeyRows(sql, accountId)).map(passkeyView);

type ProofDeps = Pick<Kit, 'clock' | 'config' | 'db' | 'ids'> & { readonly passwords: PasswordHash };

export interface TypedProof {
  readonly password: string | undefined;
  readonly code: string | undefined;
}

/**
 * Passes the owner of the account, because a person at an unattended device must not add or remove a way to log in:
 * by the password, and by a code where two-step login is on. An account without a password needs a session that began
 * a short while ago. Refuses `login_again_needed`, and what `checkPasswordAgain` and `passSecondFactor` refuse.
 */
async function proveOwner(deps: ProofDeps, session: OwnSession, { password, code }: TypedProof): Promise<AccountRow> {
  const { db } = deps;
  const found = await findAccount(db, session.id);
  if (!found) throw refuse('user_not_found');
  const account = found.passwordHash === undefined ? found : await checkPasswordAgain(deps, session, password ?? '');
  if (account.passwordHash === undefined && !(await beganLately(db, session)))
    throw refuse('login_again_needed', { minutes: passwordTypedMs / 60_000 });
  await passSecondFactor(deps, session.id, code, [sessionCodes(session)]);
  return account;
}

const beganLately = async (sql: Sql, { id, sessionId }: OwnSession): Promise<boolean> =>
  (await sql.one(
    `SELECT 1 FROM refresh_token WHERE family_id = $1 AND user_id = $2
     GROUP BY family_id HAVING min(created_at) > app_now() - $3 * interval '1 ms'`,
    [sessionId, id, passwordTypedMs],
  )) !== undefined;

/** What the browser needs to make a passkey for this account. Refuses `email_unverified` and `passkeys_full`. */
export async function beginPasskey(
  deps: ProofDeps,
  session: OwnSession,
  typed: TypedProof,
  rp: RelyingParty,
): Promise<AnswerOf<'POST /user/passkeys/begin'>> {
  const account = await proveOwner(deps, session, typed);
  // Someone else may own an unverified email address and take the account over by email: a stranger's passkey must not
  // open it afterwards.
  if (!account.emailVerified) throw refuse('email_unverified');
  const known = await passkeyRows(deps.db, account.id);
  if (known.length >= passkeysMax) throw refuse('passkeys_full', { maximum: passkeysMax });
  const challenge = await issueChallenge(deps, session);
  const options = await generateRegistrationOptions({
    rpName: 'Frontrow',
    rpID: rp.id,
    userName: account.email ?? account.username,
    userDisplayName: account.name,
    userID: new Uint8Array(Buffer.from(userHandle(account.id), 'base64url')),
    challenge: new Uint8Array(Buffer.from(challenge, 'base64url')),
    supportedAlgorithmIDs: algorithms,
  });
  return {
    challenge: options.challenge,
    rp: { id: rp.id, name: options.rp.name },
    user: options.user,
    pubKeyCredParams: options.pubKeyCredParams.map(({ alg }) => ({ type: 'public-key', alg })),
    timeout: passkeyChallengeMs,
    attestation: 'none',
    authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
    excludeCredentials: known.map((one) => ({
      id: one.credential_id.toString('base64url'),
      type: 'public-key',
      transports: one.transports,
    })),
  };
}

const isTaken = (error: unknown): boolean =>
  (error as { constraint?: string }).constraint === 'passkey_credential_id_key';

/** Stores the passkey that the device made. Refuses also `passkey_taken`. */
export async function addPasskey(
  { db, ids }: Pick<Kit, 'db' | 'ids'>,
  session: OwnSession & { readonly sessionVersion: number },
  { passkey_name: typed, credential }: BodyOf<'POST /user/passkeys'>,
  rp: RelyingParty,
): Promise<WirePasskey> {
  const name = readPasskeyName(typed, 'passkey_name');
  const { id: accountId } = session;
  const challenge = await consumeChallenge(db, credential.response.clientDataJSON, session);
  const made = await verifyAttestation(rp, credential, challenge);
  const id = ids.uuid();
  await db
    .tx(async (tx) => {
      // Of two that are added at once, the second sees the first.
      await tx.query('SELECT 1 FROM app_user WHERE id = $1 FOR NO KEY UPDATE', [accountId]);
      await keepSessions(tx, session);
      const known = await passkeyRows(tx, accountId);
      if (known.length >= passkeysMax) throw refuse('passkeys_full', { maximum: passkeysMax });
      await tx.query(
        `INSERT INTO passkey (id, user_id, credential_id, public_key, sign_count, transports, name)
         VALUES ($1, $2, $3, $4, $5, $6, $7)`,
        [id, accountId, made.id, made.publicKey, made.count, credential.response.transports ?? [], name],
      );
      await recordFact(tx, passkeysChanged(accountId, true, ids.uuid()));
    })
    .catch((error: unknown) => {
      throw isTaken(error) ? refuse('passkey_taken') : error;
    });
  const added = (await listPasskeys(db, accountId)).find((one) => one.passkey_ide === id);
  if (!added) throw refuse('passkey_not_found');
  return added;
}

/**
 * Removes a passkey and ends every other session, because one of them may have been begun with it. Returns the ended
 * ones. Refuses `passkey_not_found` and `passkey_last`.
 */
export async function removePasskey(
  deps: ProofDeps & { readonly sessions: Sessions },
  session: OwnSession,
  passkeyId: string,
  typed: TypedProof,
): Promise<string[]> {
  const { db, ids, sessions } = deps;
  const account = await proveOwner(deps, session, typed);
  return db.tx(async (tx) => {
    await tx.query('SELECT 1 FROM app_user WHERE id = $1 FOR NO KEY UPDATE', [account.id]);
    await keepSessions(tx, account);
    const gone = await tx.one('DELETE FROM passkey WHERE id = $1 AND user_id = $2 RETURNING id', [
      passkeyId,
      account.id,
    ]);
    if (!gone) throw refuse('passkey_not_found');
    const left = await tx.one<{ passkeys: number; identities: number }>(
      `SELECT (SELECT count(*) FROM passkey WHERE user_id = $1)::int AS passkeys,
              (SELECT count(*) FROM social_identity WHERE user_id = $1)::int AS identities`,
      [account.id],
    );
    checkRemovable({
      hasPassword: account.passwordHash !== undefined,
      hasIdentity: (left?.identities ?? 0) > 0,
      otherPasskeys: left?.passkeys ?? 0,
    });
    await recordFact(tx, passkeysChanged(account.id, false, ids.uuid()));
    return sessions.endOthers(tx, session);
  });
}

/** What the browser needs to ask for any passkey that it has for us. */
export async function beginPasskeyLogIn(
  deps: Pick<Kit, 'db' | 'ids'>,
  rp: RelyingParty,
): Promise<AnswerOf<'POST /auth/passkey/begin'>> {
  const challenge = await issueChallenge(deps, undefined);
  const options = await generateAuthenticationOptions({
    rpID: rp.id,
    challenge: new Uint8Array(Buffer.from(challenge, 'base64url')),
  });
  return {
    challenge: options.challenge,
    rpId: rp.id,
    timeout: passkeyChallengeMs,
    userVerification: 'required',
    allowCredentials: [],
  };
}

/**
 * Opens a session for a person who unlocked a passkey: the device and the fingerprint, face or PIN are both factors, so
 * no code is asked for. Refuses what the ceremony refuses, `passkey_unknown`, `passkey_copied` and `account_suspended`.
 */
export async function logInByPasskey(
  deps: Pick<Kit, 'db' | 'log'> & { readonly sessions: Sessions },
  credential: Assertion,
  rp: RelyingParty,
  { userAgent }: Pick<LogInOrigin, 'userAgent'>,
): Promise<{ tokens: SessionTokens; account: AccountRow }> {
  const { db, log, sessions } = deps;
  const challenge = await consumeChallenge(db, credential.response.clientDataJSON, undefined);
  const known = await db.one<{ id: string; user_id: number; public_key: Buffer }>(
    'SELECT id, user_id, public_key FROM passkey WHERE credential_id = $1',
    [Buffer.from(credential.id, 'base64url')],
  );
  const account = known && (await findAccount(db, known.user_id));
  if (!account) throw refuse('passkey_unknown');
  const by = { account: account.id };
  if (credential.response.userHandle !== userHandle(account.id)) throw refuse('passkey_invalid', by);
  const count = await verifyAssertion(rp, credential, {
    challenge,
    publicKey: known.public_key,
    accountId: account.id,
  });
  const tokens = await db.tx(async (tx) => {
    const opened = await sessions.openByPassword(tx, account, userAgent);
    const before = await tx.one<{ sign_count: number }>('SELECT sign_count FROM passkey WHERE id = $1 FOR UPDATE', [
      known.id,
    ]);
    if (!before) throw refuse('passkey_unknown', by);
    if (isCopied(before.sign_count, count)) throw refuse('passkey_copied', by);
    await tx.query('UPDATE passkey SET sign_count = $2, last_used_at = app_now() WHERE id = $1', [known.id, count]);
    return opened;
  });
  await moveGuestTickets({ db, log }, account);
  return { tokens, account };
}
