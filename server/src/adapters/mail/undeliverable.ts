import { storableText } from '@frontrow/core/kernel/text.ts';
import { createBatcher } from '../../db/batcher.ts';
import type { Db } from '../../db/db.ts';
import { type Mail, MailError } from '../../ports/mail.ts';

const markDays = 30;
const reasonCharsMax = 500;

/**
 * Marks addresses that do not exist, and sends nothing there until a person asks for an email: a sender that goes on
 * mailing dead addresses is soon taken for a spammer. An email that arrives takes the mark away, and a mark older than
 * 30 days is tried again: a mailbox may exist by then.
 */
export function withoutUndeliverable<T extends Mail>(mail: T, db: Db): T {
  /** `old`: the address is tried again. */
  const markOf = createBatcher<string, 'none' | 'fresh' | 'old'>({
    batchMax: 100,
    waitingMax: 10_000,
    async run(_all, addresses) {
      const rows = await db.query<{ address: string; is_fresh: boolean }>(
        `SELECT address, marked_at > app_now() - make_interval(days => $2) AS is_fresh
         FROM undeliverable_address WHERE address = ANY ($1)`,
        [addresses, markDays],
      );
      const fresh = new Map(rows.map(({ address, is_fresh }) => [address, is_fresh]));
      return addresses.map((address) => {
        const isFresh = fresh.get(address);
        return isFresh === undefined ? 'none' : isFresh ? 'fresh' : 'old';
      });
    },
  });
  const send = async (message: Parameters<Mail['send']>[0]): Promise<void> => {
    const address = message.to.toLowerCase();
    const mark = await markOf('all', address);
    if (mark === 'fresh' && !message.requested)
      throw new MailError('address', 'an earlier email to this address was refused', message.to);
    try {
      await mail.send(message);
    } catch (error) {
      if (error instanceof MailError && error.problem === 'address')
        await db.query(
          `INSERT INTO undeliverable_address AS a (address, reason) VALUES ($1, $2)
           ON CONFLICT (address) DO UPDATE SET reason = excluded.reason, marked_at = app_now()`,
          [address, storableText(error.message, reasonCharsMax)],
        );
      throw error;
    }
    if (mark !== 'none') await db.query('DELETE FROM undeliverable_address WHERE address = $1', [address]);
  };
  return { ...mail, send };
}
