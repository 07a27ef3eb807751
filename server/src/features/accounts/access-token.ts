import { createSecretKey, type KeyObject } from 'node:crypto';
import { accessTokenMs } from '@frontrow/core/accounts/limits.ts';
import { isUuid } from '@frontrow/core/kernel/text.ts';
import { jwtVerify, SignJWT } from 'jose';
import { LRUCache } from 'lru-cache';
import { deriveKey } from '../../keys.ts';
import type { Kit } from '../../kit.ts';
import { signingSecrets } from '../../signer.ts';

/** What an access token carries. Everything else about the person is read from the database. */
export interface AccessClaims {
  readonly accountId: number;
  /** The family of refresh tokens: one login on one device. */
  readonly sessionId: string;
  readonly sessionVersion: number;
  /** Only for guests: the one event that this session is valid for. */
  readonly guestEvent: string | undefined;
}

export interface AccessTokens {
  mint(claims: AccessClaims): Promise<string>;
  /** Undefined for anything but a valid token of ours that has not expired. */
  read(token: string): Promise<AccessClaims | undefined>;
  /** The same without waiting, for a token that was verified before and has not expired. */
  known(token: string): AccessClaims | undefined;
}

export const accessTokenPurpose = 'access-token';
export const accessTokenAlg = 'HS256';
export const accessTokenType = 'at+jwt';
export const accessTokenIssuer = 'frontrow';
export const accessTokenAudience = 'frontrow-api';

const tokenCharsMax = 1024;
/** Verified tokens are cached until they expire, because a purchase reads each of them many times. */
const rememberedMax = 40_000;

/**
 * Access tokens with one fixed algorithm, issuer, audience and type, at most 10 minutes old, signed with the first of
 * our signing secrets.
 */
export function createAccessTokens({ config, clock }: Pick<Kit, 'config' | 'clock'>): AccessTokens {
  // A key object is imported once. Raw bytes would be imported again for every token.
  const [key, ...others] = signingSecrets(config).map((one) => createSecretKey(deriveKey(one, accessTokenPurpose)));
  // `max` would reserve the memory of all of them up front; this grows with use.
  const remembered = new LRUCache<string, { claims: AccessClaims; expiresAt: number }>({
    maxSize: rememberedMax,
    sizeCalculation: () => 1,
  });

  return {
    async mint({ accountId, sessionId, sessionVersion, guestEvent }) {
      const issued = Math.floor(clock.now() / 1000);
      return new SignJWT({ sid: sessionId, sv: sessionVersion, ...(guestEvent && { evt: guestEvent }) })
        .setProtectedHeader({ alg: accessTokenAlg, typ: accessTokenType })
        .setSubject(String(accountId))
        .setIssuer(accessTokenIssuer)
        .setAudience(accessTokenAudience)
        .setIssuedAt(issued)
        .setExpirationTime(issued + accessTokenMs / 1000)
        .sign(key!);
    },

    async read(token) {
      if (token.length > tokenCharsMax) return undefined;
      let verified = await verify(token, key!);
      for (const other of others) verified ??= await verify(token, other);
      if (verified) remembered.set(token, verified);
      return verified?.claims;
    },

    known(token) {
      const known = remembered.get(token);
      return known && known.expiresAt > clock.now() ? known.claims : undefined;
    },
  };

  async function verify(
    token: string,
    by: KeyObject,
  ): Promise<{ claims: AccessClaims; expiresAt: number } | undefined> {
    try {
      const { payload } = await jwtVerify(token, by, {
        algorithms: [accessTokenAlg],
        issuer: accessTokenIssuer,
        audience: accessTokenAudience,
        typ: accessTokenType,
        currentDate: new Date(clock.now()),
        // One second for rounding. A token with a longer life than we give is refused.
        maxTokenAge: accessTokenMs / 1000 + 1,
        clockTolerance: 1,
        requiredClaims: ['sub', 'sid', 'sv', 'exp', 'iat'],
      });
      const { sub, sid, sv, evt, exp } = payload;
      if (typeof sub !== 'string' || !/^[1-9]\d{0,14}$/.test(sub)) return undefined;
      if (typeof sid !== 'string' || !isUuid(sid)) return undefined;
      if (typeof sv !== 'number' || !Number.isInteger(sv)) return undefined;
      if (evt !== undefined && (typeof evt !== 'string' || !isUuid(evt))) return undefined;
      if (typeof exp !== 'number') return undefined;
      return {
        claims: { accountId: Number(sub), sessionId: sid, sessionVersion: sv, guestEvent: evt },
        expiresAt: exp * 1000,
      };
    } catch {
      return undefined;
    }
  }
}
