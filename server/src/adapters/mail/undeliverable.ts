import { createBatcher } from '../../db/batcher.ts';
import type { Db } from '../../db/db.ts';
import { type Mail, MailError } from '../../ports/mail.ts';

/**
 * Marks addresses that do not exist, and sends nothing there until a person asks for an email: a sender that goes on
 * mailing dead addresses is soon taken for a spammer. An email that arrives takes the mark away.
 */
export function withoutUndeliverable<T extends Mail>(mail: T, db: Db): T {
  const isMarked = createBatcher<string, boolean>({
    batchMax: 100,
    waitingMax: 10_000,
    async run(_all, addresses) {
      const rows = await db.query<{ address: string }>(
        'SELECT address FROM undeliverable_address WHERE address = ANY ($1)',
        [addresses],
      );
      const marked = new Set(rows.map(({ address }) => address));
      return addresses.map((address) => marked.has(address));
    },
  });
  const send = async (message: Parameters<Mail['send']>[0]): Promise<void> => {
    const address = message.to.toLowerCase();
    const wasMarked = await isMarked('all', address);
    if (wasMarked && !message.requested)
      throw new MailError('address', 'an earlier email to this address was refused', message.to);
    try {
      await mail.send(message);
    } catch (error) {
      if (error instanceof MailError && error.problem === 'address')
        await db.query(
          `INSERT INTO undeliverable_address AS a (address, reason) VALUES ($1, $2)
           ON CONFLICT (address) DO UPDATE SET reason = excluded.reason, marked_at = app_now()`,
          [address, error.message.slice(0, 500)],
        );
      throw error;
    }
    if (wasMarked) await db.query('DELETE FROM undeliverable_address WHERE address = $1', [address]);
  };
  return { ...mail, send };
}
