import type { JoinLinkState } from '@frontrow/contract/accounts/api.ts';
import { joinLinkPath } from '@frontrow/contract/accounts/links.ts';
import { joinLinkAfterStartMs } from '@frontrow/core/accounts/limits.ts';
import { favoritesMax, followsMax } from '@frontrow/core/hosts/host-profile.ts';
import { batchedReads, createBatcher } from '../../db/batcher.ts';
import type { Sql, Tx } from '../../db/db.ts';
import { hashOf } from '../../keys.ts';
import type { Kit } from '../../kit.ts';
import { erasePerson } from './deletion.ts';
import { lockMeetings, moveMeetings, moveTickets } from './move-guest-tickets.ts';
import { isOpenLink, lockLinks, readLink } from './one-time-links.ts';
import type { Sessions } from './sessions.ts';

const batchMax = 100;
const waitingMax = 10_000;

interface JoinLinkRow {
  readonly token: string;
  readonly userId: number;
  readonly eventUuid: string;
}

/** `replayOf`: the ticket is of a replay, which is watched on the page of the event that was recorded. */
export type JoinLink = (userId: number, eventUuid: string, replayOf?: string) => Promise<string>;

/**
 * Creates the link of a ticket email. A guest gets a link that works once, until two days after the start, and so does
 * the holder of a token-gated ticket, to whom a magic link was promised: it opens a session for the one event, not the
 * account. Anyone else who can log in gets the event page. Links of emails that are written together are stored by one
 * statement.
 */
export function createJoinLinks({ config, db, ids }: Pick<Kit, 'config' | 'db' | 'ids'>): JoinLink {
  const store = async (ways: readonly JoinLinkRow[]): Promise<boolean[]> => {
    const rows = await db.query<{ hash: Buffer }>(
      `INSERT INTO one_time_token (hash, purpose, user_id, payload, expires_at)
       SELECT w.hash, 'join', u.id, jsonb_build_object('eventUuid', w.event_id),
         greatest(app_now(), e.starts_at) + $4 * interval '1 ms'
       FROM unnest($1::bytea[], $2::bigint[], $3::uuid[]) AS w (hash, user_id, event_id)
         JOIN app_user u ON u.id = w.user_id AND u.erased_at IS NULL
         LEFT JOIN event e ON e.id = w.event_id
       WHERE u.guest_email_norm IS NOT NULL OR EXISTS (
         SELECT 1 FROM ticket t
         WHERE t.holder_id = u.id AND t.event_id = w.event_id AND t.voided_at IS NULL AND t.wallet_hash IS NOT NULL)
       RETURNING hash`,
      [
        ways.map(({ token }) => hashOf(token)),
        ways.map(({ userId }) => userId),
        ways.map(({ eventUuid }) => eventUuid),
        joinLinkAfterStartMs,
      ],
    );
    const stored = new Set(rows.map(({ hash }) => hash.toString('hex')));
    return ways.map(({ token }) => stored.has(hashOf(token).toString('hex')));
  };
  const writes = createBatcher<JoinLinkRow, boolean>({
    batchMax,
    waitingMax,
    run: (_all, ways) => store(ways),
  });
  return async (userId, eventUuid, replayOf) => {
    const token = ids.secret();
    const isStored = await writes('all', { token, userId, eventUuid });
    const page = replayOf === undefined ? `/event/${eventUuid}` : `/replay/${replayOf}`;
    return `${config.publicUrl}${isStored ? joinLinkPath(replayOf ?? eventUuid, token) : page}`;
  };
}

/** The event whose page a session belongs to: of a replay, the event that was recorded. */
export async function recordedEventOf(sql: Sql, eventUuid: string): Promise<string> {
  const row = await sql.one<{ replay_of: string | null }>('SELECT replay_of FROM event WHERE id = $1', [eventUuid]);
  return row?.replay_of ?? eventUuid;
}

/** True while this account holds a valid ticket for the event. */
async function holdsTicket(sql: Sql, userId: number, eventUuid: string): Promise<boolean> {
  return (
    (await sql.one('SELECT 1 FROM ticket WHERE holder_id = $1 AND event_id = $2 AND voided_at IS NULL', [
      userId,
      eventUuid,
    ])) !== undefined
  );
}

/** True while this account has a ticket, or a place on the event's waitlist. A join link works only then. */
export async function hasTicketOrPlace(sql: Sql, userId: number, eventUuid: string): Promise<boolean> {
  if (await holdsTicket(sql, userId, eventUuid)) return true;
  const place = await sql.one(
    `SELECT 1 FROM waitlist_place
     WHERE account_id = $1 AND event_id = $2 AND status IN ('waiting', 'offered')`,
    [userId, eventUuid],
  );
  return place !== undefined;
}

/** Whether any account of the same person was removed from the event and not readmitted. */
export async function wasRemoved(sql: Sql, userId: number, eventUuid: string): Promise<boolean> {
  const row = await sql.one<{ removed: boolean }>('SELECT was_removed($1, $2) AS removed', [eventUuid, userId]);
  return row?.removed === true;
}

/**
 * The state of a join link, so that its holder knows it before pressing the button, and whether that is a guest, who
 * may choose a name. Reading it does not use the link up.
 */
export async function inspectJoinLink(
  { db }: Pick<Kit, 'db'>,
  token: string,
): Promise<{ link_state: JoinLinkState; link_of_guest: boolean }> {
  const link = await readLink(db, 'join', token);
  const guest = await db.one('SELECT 1 FROM app_user WHERE id = $1 AND guest_email_norm IS NOT NULL', [
    link?.userId ?? null,
  ]);
  return { link_state: await stateOfLink(db, token, link), link_of_guest: guest !== undefined };
}

async function stateOfLink(
  db: Kit['db'],
  token: string,
  link: Awaited<ReturnType<typeof readLink>>,
): Promise<JoinLinkState> {
  const eventUuid = link?.payload.eventUuid;
  if (!link || !eventUuid) return 'gone';
  if (await hasTicketOrPlace(db, link.userId, eventUuid)) {
    if (!(await isOpenLink(db, token))) return 'gone';
    if (await db.one('SELECT 1 FROM event WHERE id = $1 AND replay_of IS NOT NULL', [eventUuid])) return 'replay';
    return (await holdsTicket(db, link.userId, eventUuid)) ? 'open' : 'waiting';
  }
  const had = await db.one<{ transferred: boolean }>(
    'SELECT transferred FROM ticket WHERE holder_id = $1 AND event_id = $2 ORDER BY created_at DESC LIMIT 1',
    [link.userId, eventUuid],
  );
  if (had) return had.transferred ? 'transferred' : 'refunded';
  // The place on the waitlist is used up or over.
  const waited = await db.one('SELECT 1 FROM waitlist_place WHERE account_id = $1 AND event_id = $2', [
    link.userId,
    eventUuid,
  ]);
  return waited ? 'gone' : 'moved';
}

type JoinDeps = Pick<Kit, 'db' | 'ids' | 'log' | 'storage'> & { readonly sessions: Sessions };

/**
 * Merges an account whose email address another account has verified into that one, the owner's, because the reader of
 * the address's emails confirms that both are the same person. Tickets, private requests, favorites and followed hosts
 * move to the owner, and the merged account is erased. It stays while it holds something that cannot move
 * (`moveTickets`); an order that is being paid moves once it is paid (`moveSaleToOwner`). `last` runs in the
 * transaction of the last step and learns whether the two still have the same address. The steps before it may run
 * again.
 */
export async function joinClaim<T>(
  { db, ids, log, sessions, storage }: JoinDeps,
  claimId: number,
  ownerId: number,
  last: (tx: Tx, areOne: boolean) => Promise<T>,
): Promise<T> {
  await moveTickets({ db, log }, claimId, ownerId, (tx) => areStillOne(tx, claimId, ownerId));
  const joined = await db.tx(async (tx) => {
    await lockMeetings(tx, claimId);
    // Events and orders are locked before accounts, as a purchase does.
    await tx.query(
      'SELECT 1 FROM event WHERE id IN (SELECT event_id FROM favorite WHERE user_id = $1) ORDER BY id FOR KEY SHARE',
      [claimId],
    );
    await tx.query('SELECT 1 FROM orders WHERE buyer_id = $1 ORDER BY id FOR UPDATE', [claimId]);
    await lockLinks(tx, [claimId, ownerId]);
    const claim = await tx.one<{ avatar_key: string | null }>(
      `SELECT c.avatar_key FROM app_user c
         JOIN app_user o ON o.id = $2 AND o.email_norm = c.email_norm AND o.email_verified_at IS NOT NULL
       WHERE c.id = $1 AND c.email_verified_at IS NULL AND c.erased_at IS NULL
       FOR UPDATE OF c FOR NO KEY UPDATE OF o`,
      [claimId, ownerId],
    );
    const answer = await last(tx, claim !== undefined);
    if (!claim) return { answer, avatarKey: null };
    const kept = !(await moveRequests(tx, claimId, ownerId));
    if (!kept) {
      await moveMarks(tx, claimId, ownerId);
      await erasePerson(tx, { ids, sessions }, claimId);
    }
    await tx.query('UPDATE app_user SET joined_into = $2 WHERE id = $1', [claimId, ownerId]);
    return { answer, avatarKey: kept ? null : claim.avatar_key };
  });
  if (joined.avatarKey) await storage.delete(joined.avatarKey).catch(() => undefined);
  return joined.answer;
}

/**
 * Moves the private requests of an account without its own sales: those of a meeting with a ticket moved with it. False
 * if it holds something that stays.
 */
async function moveRequests(tx: Tx, claimId: number, ownerId: number): Promise<boolean> {
  const holds = await tx.one(
    `SELECT 1 FROM orders WHERE buyer_id = $1 AND status NOT IN ('expired', 'cancelled', 'refunded')
     UNION ALL SELECT 1 FROM ticket WHERE holder_id = $1 AND voided_at IS NULL
     UNION ALL SELECT 1 FROM event WHERE host_id = $1`,
    [claimId],
  );
  if (holds) return false;
  await moveMeetings(tx, claimId, ownerId);
  return (await tx.one('SELECT 1 FROM private_request WHERE $1 IN (viewer_id, host_id)', [claimId])) === undefined;
}

/**
 * True while both have the same email address, or after they were merged. The lock keeps both addresses until the
 * transaction ends.
 */
async function areStillOne(tx: Sql, claimId: number, ownerId: number): Promise<boolean> {
  const one = await tx.one(
    `SELECT 1 FROM app_user c JOIN app_user o ON o.id = $2 AND o.email_verified_at IS NOT NULL
       AND CASE WHEN c.erased_at IS NULL THEN c.email_verified_at IS NULL AND o.email_norm = c.email_norm
                ELSE c.joined_into = o.id END
     WHERE c.id = $1 FOR SHARE`,
    [claimId, ownerId],
  );
  return one !== undefined;
}

/**
 * Moves favorites and followed hosts, the newest ones up to the limit of one account, and blocks against requests of
 * this person. No one follows themselves.
 */
async function moveMarks(tx: Tx, claimId: number, ownerId: number): Promise<void> {
  await tx.query(
    `INSERT INTO favorite (user_id, event_id, since)
     SELECT $2, event_id, since FROM favorite f WHERE user_id = $1
       AND NOT EXISTS (SELECT 1 FROM favorite o WHERE o.user_id = $2 AND o.event_id = f.event_id)
     ORDER BY since DESC, event_id DESC LIMIT greatest(0, $3 - (SELECT count(*) FROM favorite WHERE user_id = $2))
     ON CONFLICT DO NOTHING`,
    [claimId, ownerId, favoritesMax],
  );
  await tx.query(
    `INSERT INTO follow (host_id, follower_id, since)
     SELECT host_id, $2, since FROM follow f WHERE follower_id = $1 AND host_id <> $2
       AND NOT EXISTS (SELECT 1 FROM follow o WHERE o.follower_id = $2 AND o.host_id = f.host_id)
     ORDER BY since DESC, host_id DESC LIMIT greatest(0, $3 - (SELECT count(*) FROM follow WHERE follower_id = $2))
     ON CONFLICT DO NOTHING`,
    [claimId, ownerId, followsMax],
  );
  await tx.query(
    `INSERT INTO host_block (host_id, user_id, blocked_at)
     SELECT host_id, $2, blocked_at FROM host_block WHERE user_id = $1 AND host_id <> $2 ON CONFLICT DO NOTHING`,
    [claimId, ownerId],
  );
}

/**
 * An account that was joined into the owner's while it was buying stays until that purchase is paid. A purchase of an
 * erased account may still be paid. The returned function moves what such an account bought to the owner.
 */
export function createMoveSaleToOwner(deps: JoinDeps): (buyerId: number) => Promise<void> {
  const ownerOf = batchedReads<number, number>(async (buyerIds) => {
    const rows = await deps.db.query<{ id: number; owner_id: number }>(
      `SELECT c.id, o.id AS owner_id FROM app_user c
         JOIN app_user o ON o.id = c.joined_into AND o.email_verified_at IS NOT NULL
       WHERE c.id = ANY ($1) AND (c.erased_at IS NOT NULL OR c.email_norm = o.email_norm)`,
      [buyerIds],
    );
    const byBuyer = new Map(rows.map((row) => [row.id, row.owner_id]));
    return buyerIds.map((id) => byBuyer.get(id));
  });
  return async (buyerId) => {
    const ownerId = await ownerOf(buyerId);
    if (ownerId !== undefined) await joinClaim(deps, buyerId, ownerId, () => Promise.resolve());
  };
}
