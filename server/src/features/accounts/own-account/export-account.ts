import type { Sql } from '../../../db/db.ts';

/** Rows of each kind in one export. */
const rowsMax = 10_000;

/** Everything kept about a person, by kind, in the words of the database; secrets (hashes of passwords and tokens) are left out. */
const parts: Readonly<Record<string, string>> = {
  account: `SELECT id, username, email_norm AS email, email_verified_at, name, surname, birth_date::text AS birth_date, avatar_url, shown_name, show_attending, bio,
              lang_ides, links, role, zone_name, city,
              influencer_request, created_at FROM app_user WHERE id = $1`,
  sessions:
    'SELECT device, created_at, used_at, revoked_at, expires_at FROM refresh_token WHERE user_id = $1 ORDER BY created_at DESC',
  social_identities: 'SELECT provider, subject, handle, created_at FROM social_identity WHERE user_id = $1',
  second_factor: 'SELECT confirmed_at FROM second_factor WHERE user_id = $1',
  orders: `SELECT o.id, e.title AS event, o.event_id, o.status, o.total_minor, o.currency, o.created_at, o.paid_at
           FROM orders o JOIN event e ON e.id = o.event_id WHERE o.buyer_id = $1 ORDER BY o.created_at DESC`,
  tickets: `SELECT t.code, e.title AS event, t.event_id, t.created_at, t.voided_at
            FROM ticket t JOIN event e ON e.id = t.event_id WHERE t.holder_id = $1 ORDER BY t.created_at DESC`,
  saved_cards: 'SELECT brand, last4, created_at FROM saved_card WHERE user_id = $1',
  hosted_events:
    'SELECT id, title, description, starts_at, tz, created_at, cancelled_at FROM event WHERE host_id = $1 ORDER BY created_at DESC',
  chat_messages: 'SELECT event_id, body, at, removed_at FROM chat_message WHERE author_id = $1 ORDER BY at DESC',
  followed_hosts:
    'SELECT u.username, f.since FROM follow f JOIN app_user u ON u.id = f.host_id WHERE f.follower_id = $1 ORDER BY f.since DESC',
  favorite_events: 'SELECT event_id, since FROM favorite WHERE user_id = $1 ORDER BY since DESC',
  reviews: 'SELECT event_id, stars, body, at, removed_at FROM review WHERE author_id = $1 ORDER BY at DESC',
  influencer_requests:
    'SELECT asked_at, decided_at, authorized, reason FROM influencer_request WHERE user_id = $1 ORDER BY id',
};

export async function exportAccount(sql: Sql, accountId: number): Promise<Record<string, unknown[]>> {
  const found: Record<string, unknown[]> = {};
  for (const [name, query] of Object.entries(parts))
    found[name] = await sql.query(`SELECT * FROM (${query}) AS part LIMIT ${rowsMax}`, [accountId]);
  return found;
}
