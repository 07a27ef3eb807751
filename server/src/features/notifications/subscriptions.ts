import { createECDH } from 'node:crypto';
import type { Account } from '@frontrow/core/kernel/actor.ts';
import {
  hostPushKinds,
  pushEndpointCharsMax,
  type PushKind,
  pushKinds,
  pushSubscriptionsMax,
} from '@frontrow/core/notifications/push.ts';
import { refuse } from '@frontrow/core/refuse.ts';
import type { Sql } from '../../db/db.ts';
import { deriveKey } from '../../keys.ts';
import type { Kit } from '../../kit.ts';
import { readEndpointUrl } from '../../outside-url.ts';

const curve = 'prime256v1';
const authBytes = 16;

/** How push services know us (RFC 8292). */
export interface VapidKeys {
  readonly publicKey: string;
  readonly privateKey: string;
}

/**
 * The same for all processes of an installation, because it is derived from the secret in the home folder. With another
 * secret browsers must subscribe again: push services bind a subscription to the key.
 */
export function vapidKeys({ secret }: Pick<Kit['config'], 'secret'>): VapidKeys {
  const ecdh = createECDH(curve);
  ecdh.setPrivateKey(deriveKey(secret, 'web-push'));
  // A derived key may begin with zeros, which Node.js leaves out.
  const privateKey = Buffer.from(deriveKey(secret, 'web-push')).toString('base64url');
  return { publicKey: ecdh.getPublicKey('base64url'), privateKey };
}

interface Choices {
  reminders: boolean;
  push_off: string[];
  role: number;
  browsers: number;
}

/** What a person is notified of, on the wire. */
export async function readNotifications({ config, db }: Pick<Kit, 'config' | 'db'>, accountId: number) {
  const row = await db.one<Choices>(
    `SELECT u.reminders, u.push_off, u.role, (SELECT count(*) FROM push_subscription s WHERE s.user_id = u.id)::int AS browsers
     FROM app_user u WHERE u.id = $1`,
    [accountId],
  );
  const kinds = pushKinds.filter((kind) => row?.role === 1 || !hostPushKinds.includes(kind));
  return {
    email_reminders: row?.reminders ?? false,
    push_public_key: vapidKeys(config).publicKey,
    push_browsers: row?.browsers ?? 0,
    push_kinds: kinds.map((kind) => ({ kind, on: !row?.push_off.includes(kind) })),
  };
}

export async function setPushKind(sql: Sql, accountId: number, kind: PushKind, on: boolean): Promise<void> {
  await sql.query(
    `UPDATE app_user SET push_off = CASE WHEN $3 THEN array_remove(push_off, $2) ELSE array_append(array_remove(push_off, $2), $2) END
     WHERE id = $1`,
    [accountId, kind, on],
  );
}

export interface BrowserSubscription {
  readonly endpoint: string;
  readonly keys: { readonly p256dh: string; readonly auth: string };
}

const invalid = () => refuse('push_subscription_invalid');

/** The address of a push service: as public as a webhook's. */
function readEndpoint({ production }: Kit['config'], endpoint: string): string {
  try {
    return readEndpointUrl(endpoint, { loopback: !production, charsMax: pushEndpointCharsMax });
  } catch {
    throw invalid();
  }
}

/** Refuses keys that nothing can be encrypted with, which would otherwise fail with the first notification. */
function readKeys({ p256dh, auth }: BrowserSubscription['keys']): BrowserSubscription['keys'] {
  const point = Buffer.from(p256dh, 'base64url');
  const ecdh = createECDH(curve);
  ecdh.generateKeys();
  try {
    ecdh.computeSecret(point);
  } catch {
    throw invalid();
  }
  const secret = Buffer.from(auth, 'base64url');
  if (point.length !== 65 || secret.length !== authBytes) throw invalid();
  return { p256dh: point.toString('base64url'), auth: secret.toString('base64url') };
}

/**
 * Keeps the subscription of this browser, and of the account's at most ten. A browser that another account used moves
 * to the caller; its keys prove that it is that browser. Refuses `push_subscription_invalid`.
 */
export async function subscribe(
  { config, db, ids }: Pick<Kit, 'config' | 'db' | 'ids'>,
  actor: Pick<Account, 'id' | 'sessionId'>,
  given: BrowserSubscription,
): Promise<void> {
  const endpoint = readEndpoint(config, given.endpoint);
  const keys = readKeys(given.keys);
  await db.tx(async (tx) => {
    await tx.query('SELECT 1 FROM app_user WHERE id = $1 FOR NO KEY UPDATE', [actor.id]);
    const kept = await tx.one(
      `INSERT INTO push_subscription AS s (id, user_id, session_id, endpoint, p256dh, auth) VALUES ($1, $2, $3, $4, $5, $6)
       ON CONFLICT (endpoint) DO UPDATE SET user_id = excluded.user_id, session_id = excluded.session_id,
         created_at = app_now()
         WHERE s.p256dh = excluded.p256dh AND s.auth = excluded.auth
       RETURNING s.id`,
      [ids.uuid(), actor.id, actor.sessionId, endpoint, keys.p256dh, keys.auth],
    );
    if (!kept) throw invalid();
    await tx.query(
      `DELETE FROM push_subscription WHERE user_id = $1 AND id NOT IN (
         SELECT id FROM push_subscription WHERE user_id = $1 ORDER BY created_at DESC, id LIMIT $2)`,
      [actor.id, pushSubscriptionsMax],
    );
  });
}

export async function unsubscribe(
  { config, db }: Pick<Kit, 'config' | 'db'>,
  accountId: number,
  endpoint: string,
): Promise<void> {
  await db.query('DELETE FROM push_subscription WHERE user_id = $1 AND endpoint = $2', [
    accountId,
    readEndpoint(config, endpoint),
  ]);
}
