import { createBatcher } from '../../../db/batcher.ts';
import type { Sql } from '../../../db/db.ts';
import { DeliveryError } from '../../../ports/delivery-error.ts';

/** A process that died while it sent gives the mail back after this. */
const claimSeconds = 120;
const batchMax = 100;
const waitingMax = 10_000;

type Claim = 'mine' | 'sent' | 'being sent';

/** Which mails were sent, by key. Mails that are sent together are claimed, and marked as sent, together. */
export interface SentMails {
  /** True if this process may send the mail; false if it was sent already. Throws while another sends it. */
  claim(dedupeKey: string): Promise<boolean>;
  markSent(dedupeKey: string): Promise<void>;
  /** The mail was not taken over: the next attempt may send it. */
  release(dedupeKey: string): Promise<void>;
}

/** Each email is sent, also twice: where there may be no database. */
export const sentMailsForgotten: SentMails = {
  claim: () => Promise.resolve(true),
  markSent: () => Promise.resolve(),
  release: () => Promise.resolve(),
};

export function createSentMails(sql: Sql): SentMails {
  const claims = createBatcher<string, Claim>({ batchMax, waitingMax, run: (_all, keys) => claimAll(sql, keys) });
  const sent = createBatcher<string, undefined>({
    batchMax,
    waitingMax,
    async run(_all, keys) {
      await sql.query('UPDATE mail_sent SET sent_at = app_now() WHERE dedupe_key = ANY ($1)', [keys]);
      return keys.map(() => undefined);
    },
  });
  return {
    async claim(dedupeKey) {
      const claim = await claims('all', dedupeKey);
      if (claim === 'being sent')
        throw new DeliveryError('this mail is being sent by another process', { retry: 'uncounted' });
      return claim === 'mine';
    },
    markSent: (dedupeKey) => sent('all', dedupeKey),
    async release(dedupeKey) {
      await sql.query('DELETE FROM mail_sent WHERE dedupe_key = $1 AND sent_at IS NULL', [dedupeKey]);
    },
  };
}

/** Keys are sorted, so that two processes never wait for each other. A key named twice is claimed once. */
async function claimAll(sql: Sql, keys: readonly string[]): Promise<Claim[]> {
  const claimed = await sql.query<{ dedupe_key: string }>(
    `INSERT INTO mail_sent AS m (dedupe_key) SELECT k FROM unnest($1::text[]) AS k
     ON CONFLICT (dedupe_key) DO UPDATE SET claimed_at = app_now()
       WHERE m.sent_at IS NULL AND m.claimed_at < app_now() - make_interval(secs => $2)
     RETURNING dedupe_key`,
    [[...new Set(keys)].toSorted(), claimSeconds],
  );
  const mine = new Set(claimed.map((row) => row.dedupe_key));
  const others = keys.filter((key) => !mine.has(key));
  const known =
    others.length === 0
      ? []
      : await sql.query<{ dedupe_key: string }>(
          'SELECT dedupe_key FROM mail_sent WHERE dedupe_key = ANY ($1) AND sent_at IS NOT NULL',
          [others],
        );
  const sent = new Set(known.map((row) => row.dedupe_key));
  return keys.map((key) => (mine.delete(key) ? 'mine' : sent.has(key) ? 'sent' : 'being sent'));
}
