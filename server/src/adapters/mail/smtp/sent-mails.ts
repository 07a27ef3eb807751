import type { Sql } from '../../../db/db.ts';

/** A process that died while it sent gives the mail back after this. */
const claimSeconds = 120;

/** True when this process may send the mail; false when it was sent already. Throws while another process is sending it. */
export async function claimMail(sql: Sql, dedupeKey: string): Promise<boolean> {
  const claimed = await sql.one(
    `INSERT INTO mail_sent AS m (dedupe_key) VALUES ($1)
     ON CONFLICT (dedupe_key) DO UPDATE SET claimed_at = app_now()
       WHERE m.sent_at IS NULL AND m.claimed_at < app_now() - make_interval(secs => $2)
     RETURNING dedupe_key`,
    [dedupeKey, claimSeconds],
  );
  if (claimed) return true;
  const known = await sql.one<{ sent: boolean }>(
    'SELECT sent_at IS NOT NULL AS sent FROM mail_sent WHERE dedupe_key = $1',
    [dedupeKey],
  );
  if (known?.sent) return false;
  throw new Error('this mail is being sent by another process');
}

export async function markMailSent(sql: Sql, dedupeKey: string): Promise<void> {
  await sql.query('UPDATE mail_sent SET sent_at = app_now() WHERE dedupe_key = $1', [dedupeKey]);
}

/** The mail was not taken over: the next try may send it. */
export async function letMailGo(sql: Sql, dedupeKey: string): Promise<void> {
  await sql.query('DELETE FROM mail_sent WHERE dedupe_key = $1 AND sent_at IS NULL', [dedupeKey]);
}
