import type { BodyOf } from '@frontrow/contract/api.ts';
import { passkeyChallengeMs } from '@frontrow/core/accounts/limits.ts';
import { hasPasskeys } from '@frontrow/core/accounts/passkeys.ts';
import { readJsonText } from '@frontrow/core/kernel/text.ts';
import { refuse } from '@frontrow/core/refuse.ts';
import { verifyAuthenticationResponse, verifyRegistrationResponse } from '@simplewebauthn/server';
import type { Sql } from '../../../db/db.ts';
import { pageOrigin } from '../../../http/addresses.ts';
import { hashOf } from '../../../keys.ts';
import type { Kit } from '../../../kit.ts';
import type { Config } from '../../../process/config.ts';

export type Attestation = BodyOf<'POST /user/passkeys'>['credential'];
export type Assertion = BodyOf<'POST /auth/passkey'>['credential'];

/** For whom passkeys are made: our domain, and the origin of our pages. */
export interface RelyingParty {
  readonly id: string;
  readonly origin: string;
}

/** Refuses `passkeys_unavailable` where the page was opened by an IP address. */
export function relyingParty(config: Config, header: (name: string) => string | undefined): RelyingParty {
  const { hostname, origin } = new URL(pageOrigin(config, header('host')));
  if (!hasPasskeys(hostname)) throw refuse('passkeys_unavailable');
  return { id: hostname, origin };
}

/** What authenticators call the account: 32 bytes that say nothing about the person and never change. */
export const userHandle = (accountId: number): string => hashOf(`passkey user ${accountId}`).toString('base64url');

/** The algorithms we verify, in order of preference: EdDSA, ES256, RS256. */
export const algorithms = [-8, -7, -257];

/** Who may answer a challenge: a session that adds a passkey; for a login undefined, which is everyone. */
type Answering = { readonly id: number; readonly sessionId: string } | undefined;

/** A challenge that is answered once, in time, and for what it was made. Only its hash is stored. */
export async function issueChallenge({ db, ids }: Pick<Kit, 'db' | 'ids'>, by: Answering): Promise<string> {
  const challenge = ids.secret();
  await db.query(
    `INSERT INTO passkey_challenge (hash, user_id, session_id, expires_at)
     VALUES ($1, $2, $3, app_now() + make_interval(secs => $4))`,
    [hashOf(challenge), by?.id ?? null, by?.sessionId ?? null, passkeyChallengeMs / 1000],
  );
  return challenge;
}

/**
 * Consumes the challenge that was signed, also when what follows is refused, and returns it. Refuses `passkey_over`.
 */
export async function consumeChallenge(sql: Sql, clientDataJson: string, by: Answering): Promise<string> {
  const read = readJsonText(Buffer.from(clientDataJson, 'base64url').toString());
  const said = read.ok ? (read.value as { challenge?: unknown } | null)?.challenge : undefined;
  if (typeof said !== 'string') throw refuse('passkey_invalid');
  const open = await sql.one(
    `DELETE FROM passkey_challenge WHERE hash = $1 AND expires_at > app_now()
       AND user_id IS NOT DISTINCT FROM $2 AND session_id IS NOT DISTINCT FROM $3 RETURNING hash`,
    [hashOf(said), by?.id ?? null, by?.sessionId ?? null],
  );
  if (!open) throw refuse('passkey_over');
  return said;
}

/** Runs the library's checks. It throws an error for whatever does not fit, and for bytes that it cannot read. */
async function checked<T extends { readonly verified: boolean }>(verify: () => Promise<T>): Promise<T> {
  const result = await verify().catch(() => undefined);
  if (result?.verified !== true) throw refuse('passkey_invalid');
  return result;
}

interface NewCredential {
  readonly id: Buffer;
  readonly publicKey: Buffer;
  readonly count: number;
}

/** Checks what a device made. Refuses `passkey_invalid`, and `passkey_not_verified` if it did not check the person. */
export async function verifyAttestation(
  { id: expectedRPID, origin: expectedOrigin }: RelyingParty,
  { id, rawId, type, response: { clientDataJSON, attestationObject } }: Attestation,
  expectedChallenge: string,
): Promise<NewCredential> {
  const response = { id, rawId, type, response: { clientDataJSON, attestationObject }, clientExtensionResults: {} };
  const { registrationInfo } = await checked(() =>
    verifyRegistrationResponse({
      response,
      expectedChallenge,
      expectedOrigin,
      expectedRPID,
      requireUserVerification: false,
      supportedAlgorithmIDs: algorithms,
    }),
  );
  if (!registrationInfo) throw refuse('passkey_invalid');
  if (!registrationInfo.userVerified) throw refuse('passkey_not_verified');
  const { credential } = registrationInfo;
  return {
    id: Buffer.from(credential.id, 'base64url'),
    publicKey: Buffer.from(credential.publicKey),
    count: credential.counter,
  };
}

/**
 * Checks what a device signed and returns how often it has signed. Refuses as above. The count is not compared here,
 * because the stored one must not change in the meantime.
 */
export async function verifyAssertion(
  { id: expectedRPID, origin: expectedOrigin }: RelyingParty,
  { id, rawId, type, response: { clientDataJSON, authenticatorData, signature } }: Assertion,
  { challenge: expectedChallenge, publicKey, accountId }: { challenge: string; publicKey: Buffer; accountId: number },
): Promise<number> {
  const response = {
    id,
    rawId,
    type,
    response: { clientDataJSON, authenticatorData, signature },
    clientExtensionResults: {},
  };
  const { authenticationInfo } = await checked(() =>
    verifyAuthenticationResponse({
      response,
      expectedChallenge,
      expectedOrigin,
      expectedRPID,
      credential: { id, publicKey: new Uint8Array(publicKey), counter: 0 },
      requireUserVerification: false,
    }),
  );
  if (!authenticationInfo.userVerified) throw refuse('passkey_not_verified', { account: accountId });
  return authenticationInfo.newCounter;
}
