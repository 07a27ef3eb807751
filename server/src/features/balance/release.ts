import type { EventTitle } from '@frontrow/core/events/title-in.ts';
import { replayReleaseAfterMs } from '@frontrow/core/broadcast/replay-sale.ts';
import { releaseAfterMs } from '@frontrow/core/balance/limits.ts';
import { minutes, seconds } from '@frontrow/core/kernel/instant.ts';
import { currencyOf, type Minor } from '@frontrow/core/kernel/money.ts';
import type { RecordedFact } from '../../facts/fact-handler.ts';
import { isolateErrors, type Job } from '../../jobs/runner.ts';
import type { Kit } from '../../kit.ts';
import { releaseMail } from '../../mail/payout-mails.ts';
import type { Accounts } from '../accounts/index.ts';

const releasesAtOnceMax = 200;

/** Releases one event's money, where it is due; false if it is not, or was released before. */
export async function releaseEvent({ db }: Pick<Kit, 'db'>, eventUuid: string): Promise<boolean> {
  const row = await db.one<{ released: boolean }>('SELECT release_event($1, $2) AS released', [
    eventUuid,
    releaseAfterMs / seconds(1),
  ]);
  return row?.released ?? false;
}

/** Releases the money of every event whose time has come, the longest finished first. */
export async function releaseEvents(
  kit: Pick<Kit, 'db' | 'log'>,
  stopping: () => boolean = () => false,
): Promise<void> {
  const due = await kit.db.query<{ id: string }>(
    `SELECT id FROM event
     WHERE released_at IS NULL AND cancelled_at IS NULL AND finished_at IS NOT NULL AND replay_of IS NULL
       AND finished_at <= app_now() - $1 * interval '1 ms'
     ORDER BY finished_at LIMIT $2`,
    [releaseAfterMs, releasesAtOnceMax],
  );
  for (const { id } of due) {
    if (stopping()) return;
    await isolateErrors(kit.log, { event: id }, () => releaseEvent(kit, id));
  }
}

/** Releases what replays earned with tickets that can no longer be returned. */
async function releaseReplays(kit: Pick<Kit, 'db' | 'log'>, stopping: () => boolean): Promise<void> {
  const due = await kit.db.query<{ id: string }>(
    `SELECT e.id FROM event e WHERE e.replay_of IS NOT NULL AND EXISTS (
       SELECT 1 FROM orders o JOIN payment p ON p.order_id = o.id AND p.status = 'succeeded'
       WHERE o.event_id = e.id AND p.settled_at < app_now() - $1 * interval '1 ms'
         AND p.settled_at >= coalesce(e.released_at, '-infinity'))
     ORDER BY e.id LIMIT $2`,
    [replayReleaseAfterMs, releasesAtOnceMax],
  );
  for (const { id } of due) {
    if (stopping()) return;
    await isolateErrors(kit.log, { event: id }, () =>
      kit.db.query('SELECT release_replay($1, $2)', [id, replayReleaseAfterMs / seconds(1)]),
    );
  }
}

export const releaseJob = (kit: Pick<Kit, 'db' | 'log'>): Job => ({
  name: 'release-events',
  everyMs: minutes(1),
  async run(stopping) {
    await releaseEvents(kit, stopping);
    await releaseReplays(kit, stopping);
  },
});

interface ReleaseRow {
  title: EventTitle;
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
    `SELECT title_for_host(e) AS title, a.currency, -x.amount_minor AS amount_minor,
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
