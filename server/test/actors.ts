import { createHmac, randomUUID } from 'node:crypto';
import { accessTokenMs } from '@frontrow/core/accounts/limits.ts';
import { usernameSkeleton } from '@frontrow/core/accounts/look-alikes.ts';
import {
  accessTokenAlg,
  accessTokenAudience,
  accessTokenIssuer,
  accessTokenPurpose,
  accessTokenType,
} from '../src/features/accounts/access-token.ts';
import { deriveKey } from '../src/keys.ts';
import type { TestApp } from './harness.ts';

/** A person in a test. `token` is minted when it is read, so it is good however far the clock was moved. */
export interface TestActor {
  readonly id: number;
  readonly username: string;
  readonly email: string;
  readonly token: string;
}

export interface ActorTraits {
  readonly username?: string;
  readonly massive?: boolean;
  readonly advertising?: boolean;
  readonly zoneName?: string;
}

let count = 0;

/** A viewer who can log in nowhere (no password hash is made) but whose token is a real one. */
export const newViewer = (app: TestApp, traits: ActorTraits = {}): Promise<TestActor> =>
  newActor(app, 'viewer', traits);
/** An influencer. */
export const newHost = (app: TestApp, traits: ActorTraits = {}): Promise<TestActor> => newActor(app, 'host', traits);
/** An app admin. */
export const newAdmin = (app: TestApp, traits: ActorTraits = {}): Promise<TestActor> => newActor(app, 'admin', traits);

/** A guest account; the token is good for `eventUuid` only. */
export async function newGuest(app: TestApp, eventUuid: string): Promise<TestActor> {
  const username = `guest-t${++count}`;
  const email = `${username}@mail.test`;
  const row = await app.db.one<{ id: number }>(
    'INSERT INTO app_user (username, username_skeleton, guest_email_norm) VALUES ($1, $2, $3) RETURNING id',
    [username, usernameSkeleton(username), email],
  );
  return actorOf(app, row!.id, username, email, eventUuid);
}

/** The same person by a link of another event. */
export const atOtherEvent = (app: TestApp, guest: TestActor, eventUuid: string): TestActor =>
  actorOf(app, guest.id, guest.username, guest.email, eventUuid);

async function newActor(app: TestApp, kind: 'viewer' | 'host' | 'admin', traits: ActorTraits): Promise<TestActor> {
  const username = traits.username ?? `test${kind}${++count}`;
  const email = `${username.toLowerCase()}@mail.test`;
  const row = await app.db.one<{ id: number }>(
    `INSERT INTO app_user (username, username_skeleton, email_norm, email_verified_at, password_hash, name, surname,
      role, app_admin, massive, advertising, zone_name)
     VALUES ($1, $2, $3, app_now(), 'none', $1, 'Test', $4, $5, $6, $7, $8) RETURNING id`,
    [
      username,
      usernameSkeleton(username),
      email,
      kind === 'host' ? 1 : 0,
      kind === 'admin',
      traits.massive ?? false,
      traits.advertising ?? false,
      traits.zoneName ?? 'UTC',
    ],
  );
  return actorOf(app, row!.id, username, email);
}

function actorOf(app: TestApp, id: number, username: string, email: string, guestEvent?: string): TestActor {
  const sessionId = randomUUID();
  return {
    id,
    username,
    email,
    get token() {
      const issued = Math.floor(app.clock.now() / 1000);
      return signToken(
        deriveKey(app.kit.config.secret, accessTokenPurpose),
        { alg: accessTokenAlg, typ: accessTokenType },
        {
          sid: sessionId,
          sv: 0,
          ...(guestEvent && { evt: guestEvent }),
          sub: String(id),
          iss: accessTokenIssuer,
          aud: accessTokenAudience,
          iat: issued,
          exp: issued + accessTokenMs / 1000,
        },
      );
    },
  };
}

/** A JSON web token written by hand, so that tests can also write wrong ones. */
export function signToken(key: Uint8Array, header: object, claims: object, hash = 'sha256'): string {
  const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
  const body = `${part(header)}.${part(claims)}`;
  return `${body}.${createHmac(hash, key).update(body).digest('base64url')}`;
}
