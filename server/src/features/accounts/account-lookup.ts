import { accountCacheMs } from '@frontrow/core/accounts/limits.ts';
import { LRUCache } from 'lru-cache';
import { batchedReads } from '../../db/batcher.ts';
import type { Kit } from '../../kit.ts';

/** What every request needs to know about its account, at most 2 s old. */
export interface AccountRecord {
  readonly id: number;
  readonly username: string;
  readonly role: 0 | 1;
  readonly isAdmin: boolean;
  /** An app admin who has not turned two-step log-in on. */
  readonly isAdminByPasswordAlone: boolean;
  readonly isGuest: boolean;
  readonly sessionVersion: number;
  /** The person logged out, or the session was revoked because a used refresh token came again. */
  readonly sessionEnded: boolean;
}

export interface AccountLookup {
  find(accountId: number, sessionId: string): Promise<AccountRecord | undefined>;
  /** The same without waiting, if it was read within the last 2 s. */
  known(accountId: number, sessionId: string): AccountRecord | undefined;
  /** Drops a session from this process's cache, so that its end takes effect here at once. */
  forget(sessionId: string): void;
}

interface LookupRow {
  nth: number;
  id: number;
  username: string;
  role: 0 | 1;
  app_admin: boolean;
  by_password_alone: boolean;
  is_guest: boolean;
  session_version: number;
  session_ended: boolean;
}

interface AskedFor {
  readonly accountId: number;
  readonly sessionId: string;
}

const cachedMax = 50_000;

/**
 * Looks accounts up by primary key and caches them briefly. Requests that arrive together share one statement, so that
 * a rush of new buyers does not become a rush of queries.
 */
export function createAccountLookup({ db, clock }: Pick<Kit, 'db' | 'clock'>): AccountLookup {
  /**
   * By session id. A session belongs to one account. `max` would reserve the memory of all of them at once; this grows
   * with use.
   */
  const cache = new LRUCache<string, { record: AccountRecord; until: number }>({
    maxSize: cachedMax,
    sizeCalculation: () => 1,
  });
  const read = batchedReads<AskedFor, AccountRecord>(async (asked) => {
    const rows = await db.query<LookupRow>(
      `SELECT k.nth, u.id, u.username, u.role, u.app_admin, u.guest_email_norm IS NOT NULL AS is_guest,
              u.app_admin AND NOT EXISTS (
                SELECT 1 FROM second_factor f
                WHERE f.user_id = u.id AND f.confirmed_at IS NOT NULL) AS by_password_alone,
              u.session_version,
              EXISTS (SELECT 1 FROM refresh_token r
                      WHERE r.family_id = k.session_id AND r.revoked_at IS NOT NULL) AS session_ended
       FROM unnest($1::bigint[], $2::uuid[]) WITH ORDINALITY AS k (id, session_id, nth)
         CROSS JOIN LATERAL (SELECT x.* FROM app_user x WHERE x.id = k.id AND x.erased_at IS NULL OFFSET 0) u`,
      [asked.map((one) => one.accountId), asked.map((one) => one.sessionId)],
    );
    const found = asked.map((): AccountRecord | undefined => undefined);
    for (const row of rows) found[row.nth - 1] = recordOf(row);
    return found;
  });

  return {
    async find(accountId, sessionId) {
      const now = clock.now();
      const record = await read({ accountId, sessionId });
      if (record) cache.set(sessionId, { record, until: now + accountCacheMs });
      else cache.delete(sessionId);
      return record;
    },
    known(accountId, sessionId) {
      const known = cache.get(sessionId);
      return known && known.record.id === accountId && known.until > clock.now() ? known.record : undefined;
    },
    forget: (sessionId) => cache.delete(sessionId),
  };
}

const recordOf = (row: LookupRow): AccountRecord => ({
  id: row.id,
  username: row.username,
  role: row.role,
  isAdmin: row.app_admin,
  isAdminByPasswordAlone: row.by_password_alone,
  isGuest: row.is_guest,
  sessionVersion: row.session_version,
  sessionEnded: row.session_ended,
});
