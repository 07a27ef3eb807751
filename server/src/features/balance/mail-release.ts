import { currencyOf, type Minor } from '@frontrow/core/kernel/money.ts';
import type { RecordedFact } from '../../facts/fact-handler.ts';
import type { Kit } from '../../kit.ts';
import { releaseMail } from '../../mail/release-mail.ts';
import type { Accounts } from '../accounts/index.ts';

interface ReleaseRow {
  title: string;
  currency: string;
  amount_minor: Minor;
  available_minor: Minor;
}

/** Tells the host of a released event, where the event brought anything. */
export async function mailRelease(
  { accounts, config, db, mail }: Pick<Kit, 'config' | 'db' | 'mail'> & { accounts: Pick<Accounts, 'addressOf'> },
  fact: RecordedFact<'EventReleased'>,
): Promise<void> {
  const { eventUuid, hostId } = fact.payload;
  const row = await db.one<ReleaseRow>(
    `SELECT host_title(e) AS title, a.currency, -x.amount_minor AS amount_minor,
       coalesce((SELECT b.amount_minor FROM host_balance b WHERE b.account_id = a.id), 0) AS available_minor
     FROM ledger_tx t JOIN ledger_entry x ON x.tx_id = t.id
       JOIN ledger_account a ON a.id = x.account_id AND a.kind = 'host_payable'
       JOIN event e ON e.id = $1
     WHERE t.source_key = 'release:' || $1::text`,
    [eventUuid],
  );
  const to = row && (await accounts.addressOf(hostId));
  if (!to) return;
  await mail.send(
    releaseMail({
      dedupeKey: fact.dedupeKey,
      to,
      title: row.title,
      amountMinor: row.amount_minor,
      availableMinor: row.available_minor,
      currency: currencyOf(row.currency),
      balanceUrl: `${config.publicUrl}/my_balance`,
    }),
  );
}
