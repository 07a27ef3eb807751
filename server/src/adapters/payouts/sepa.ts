import { EUR } from '@frontrow/core/kernel/money.ts';
import { sepaLinesMax } from '@frontrow/core/payouts/limits.ts';
import { executionDay } from '@frontrow/core/payouts/target-days.ts';
import { maskedIban } from '@frontrow/core/payouts/sepa-account.ts';
import type { PayoutStatus } from '@frontrow/core/payouts/payouts.ts';
import { endToEndId, sepaNameFault } from '@frontrow/core/payouts/sepa-text.ts';
import { refuse } from '@frontrow/core/refuse.ts';
import type { Db, Tx } from '../../db/db.ts';
import type { Ids } from '../../ids.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Payouts } from '../../ports/payouts.ts';
import type { SepaFile, SepaFiles, SepaLineStatus } from '../../ports/sepa-files.ts';
import type { Seal } from '../../seal.ts';
import { type Debtor, pain001, type PainLine } from './pain-001.ts';
import { painFaults } from './pain-schema.ts';
import { accountFault, packAccount, readAccount, unpackAccount } from './sepa-accounts.ts';

export interface SepaNeeds {
  readonly db: Db;
  readonly ids: Ids;
  readonly clock: Clock;
  readonly seal: Seal;
  readonly debtor: Debtor;
  /** Whose day a transfer is executed on. */
  readonly bankZone: string;
}

const filesShownMax = 50;

const statusOf: Readonly<Record<SepaLineStatus | 'waiting', PayoutStatus>> = {
  waiting: 'requested',
  in_file: 'sent',
  executed: 'paid',
  rejected: 'failed',
  returned: 'returned',
};
/** Where a mark may come from; the mark itself may be set again. */
const markedFrom: Readonly<Record<Exclude<SepaLineStatus, 'in_file'>, SepaLineStatus>> = {
  executed: 'in_file',
  rejected: 'in_file',
  returned: 'executed',
};

/** Bank transfers by file: a payout waits until an app admin makes the file, and the bank's answer is typed in. */
export function sepaTransfers({ db, seal, debtor }: Pick<SepaNeeds, 'db' | 'seal' | 'debtor'>): Payouts {
  const reachesOutside = debtor.address !== undefined;
  const look: Payouts['look'] = async (_ref, payoutId) => {
    const line = await db.one<{ status: SepaLineStatus | 'waiting'; reason: string | null }>(
      'SELECT status, reason FROM sepa_line WHERE payout_id = $1',
      [payoutId],
    );
    return (
      line && {
        ref: endToEndId(payoutId),
        status: statusOf[line.status],
        ...(line.reason !== null && { reason: line.reason }),
      }
    );
  };
  return {
    kind: 'sepa',
    paidFrom: { kind: 'bank', owner: 'sepa' },
    currencies: [EUR.code],

    holderFault: sepaNameFault,
    async openAccount(typed) {
      const account = readAccount(typed, reachesOutside);
      const { iban } = account;
      return { account: packAccount(account), key: iban, shown: maskedIban(iban), state: 'ready', requirements: [] };
    },
    standingIsLocal: true,
    async standing(account) {
      const fault = accountFault(unpackAccount(account), reachesOutside);
      return fault === undefined ? { state: 'ready', requirements: [] } : { state: 'refused', requirements: [fault] };
    },
    link: async () => undefined,

    async send({ payoutId, account, holderName, amountMinor }) {
      const ref = endToEndId(payoutId);
      const known = await look(ref, payoutId);
      if (known) return known;
      const fault = sepaNameFault(holderName) ?? accountFault(unpackAccount(account), reachesOutside);
      if (fault !== undefined) return { ref, status: 'failed', reason: fault };
      await db.query(
        `INSERT INTO sepa_line (payout_id, iban_sealed, holder_name, amount_minor, status)
         VALUES ($1, $2, $3, $4, 'waiting') ON CONFLICT (payout_id) DO NOTHING`,
        [payoutId, seal.seal(payoutId, Buffer.from(account)), holderName, amountMinor],
      );
      return (await look(ref, payoutId))!;
    },
    look,
    // The bank's answers are typed in by app admins: there is nothing else to compare with.
    books: undefined,
    readWebhook: async () => undefined,
  };
}

interface WaitingLine {
  payout_id: string;
  iban_sealed: Buffer;
  holder_name: string;
  amount_minor: number;
}

/** What the next file takes: no transfer to a host on hold. */
const isDue = `status = 'waiting' AND iban_sealed IS NOT NULL AND NOT EXISTS (
  SELECT 1 FROM payout p JOIN payout_hold h ON h.host_id = p.host_id WHERE p.id = payout_id)`;

/** Locks what waits for the next file, in the order in which it came. */
const lockWaiting = (tx: Tx): Promise<WaitingLine[]> =>
  tx.query<WaitingLine>(
    `SELECT payout_id, iban_sealed, holder_name, amount_minor FROM sepa_line WHERE ${isDue}
     ORDER BY created_at, payout_id LIMIT $1 FOR UPDATE SKIP LOCKED`,
    [sepaLinesMax],
  );

/** Removes lines that would make the whole file invalid; their amounts return to the hosts' balances. */
async function rejectUnwritable(tx: Tx, lines: readonly PainLine[], debtor: Debtor): Promise<readonly PainLine[]> {
  const good: PainLine[] = [];
  for (const line of lines) {
    const fault = sepaNameFault(line.holderName) ?? accountFault(line.account, debtor.address !== undefined);
    if (fault === undefined) good.push(line);
    else
      await tx.query("UPDATE sepa_line SET status = 'rejected', reason = $2, iban_sealed = NULL WHERE payout_id = $1", [
        line.payoutId,
        fault,
      ]);
  }
  return good;
}

/** What app admins do with bank transfers: make the file, download it, type in what the bank did. */
export function sepaFiles({ db, ids, clock, seal, debtor, bankZone }: SepaNeeds): SepaFiles {
  return {
    async waiting() {
      const row = await db.one<{ count: number; total: number }>(
        `SELECT count(*)::int AS count, coalesce(sum(amount_minor), 0)::bigint AS total FROM sepa_line
         WHERE ${isDue}`,
      );
      return { count: row?.count ?? 0, totalMinor: row?.total ?? 0 };
    },

    list: () => listFiles(db),

    async make(adminId, record) {
      const id = ids.uuid();
      const madeAtMs = clock.now();
      return db.tx(async (tx) => {
        const waiting = await lockWaiting(tx);
        if (waiting.length === 0) return undefined;
        const all = waiting.map((row) => ({
          payoutId: row.payout_id,
          holderName: row.holder_name,
          account: unpackAccount(seal.open(row.payout_id, row.iban_sealed).toString()),
          amountMinor: row.amount_minor,
        }));
        const payoutIds = all.map((line) => line.payoutId);
        const lines = await rejectUnwritable(tx, all, debtor);
        if (lines.length === 0) return { id: undefined, payoutIds };
        const payOn = executionDay(madeAtMs, bankZone);
        const xml = pain001({ messageId: endToEndId(id), madeAtMs, payOn, debtor, lines });
        const faults = await painFaults(xml);
        if (faults !== undefined) throw refuse('sepa_file_invalid', { detail: faults });
        await tx.query(
          'INSERT INTO sepa_file (id, name, xml_sealed, total_minor, made_by) VALUES ($1, $2, $3, $4, $5)',
          [
            id,
            `payouts-${payOn}-${id.slice(0, 8)}.xml`,
            seal.seal(id, Buffer.from(xml)),
            lines.reduce((sum, line) => sum + line.amountMinor, 0),
            adminId,
          ],
        );
        await tx.query(
          "UPDATE sepa_line SET status = 'in_file', file_id = $1, iban_sealed = NULL WHERE payout_id = ANY ($2)",
          [id, lines.map((line) => line.payoutId)],
        );
        const made = { id, payoutIds };
        await record(tx, made);
        return made;
      });
    },

    async read(fileId) {
      const file = await db.one<{ name: string; xml: string | null; xml_sealed: Buffer | null }>(
        'SELECT name, xml, xml_sealed FROM sepa_file WHERE id = $1',
        [fileId],
      );
      if (!file) return undefined;
      const { name, xml, xml_sealed: sealed } = file;
      return { name, xml: sealed ? seal.open(fileId, sealed).toString() : (xml ?? '') };
    },

    async mark({ fileId, payoutId, status, reason }, record) {
      const payoutIds = await db.tx(async (tx) => {
        const rows = await tx.query<{ payout_id: string }>(
          `UPDATE sepa_line SET status = $1, reason = coalesce(reason, $2)
         WHERE status = ANY ($3) AND (payout_id = $4 OR ($4::uuid IS NULL AND file_id = $5)) RETURNING payout_id`,
          [status, reason ?? null, [markedFrom[status], status], payoutId ?? null, fileId ?? null],
        );
        if (rows.length > 0) await record(tx, rows.length);
        return rows.map((row) => row.payout_id);
      });
      if (payoutIds.length > 0) return { payoutIds };
      const line = await db.one<{ status: SepaLineStatus }>(
        `SELECT status FROM sepa_line
         WHERE status <> 'waiting' AND (payout_id = $1 OR ($1::uuid IS NULL AND file_id = $2))
         ORDER BY created_at, payout_id LIMIT 1`,
        [payoutId ?? null, fileId ?? null],
      );
      return { payoutIds, decided: line?.status };
    },
  };
}

async function listFiles(db: Db): Promise<SepaFile[]> {
  const files = await db.query<{ id: string; name: string; made_ms: number; total_minor: number }>(
    `SELECT id, name, (extract(epoch FROM made_at) * 1000)::bigint AS made_ms, total_minor FROM sepa_file
     ORDER BY made_at DESC, id LIMIT $1`,
    [filesShownMax],
  );
  const lines = await db.query<{
    payout_id: string;
    file_id: string | null;
    holder_name: string;
    amount_minor: number;
    status: SepaLineStatus;
  }>(
    `SELECT payout_id, file_id, holder_name, amount_minor, status FROM sepa_line WHERE file_id = ANY ($1)
     ORDER BY created_at, payout_id`,
    [files.map(({ id }) => id)],
  );
  return files.map((file) => ({
    id: file.id,
    name: file.name,
    madeAtMs: file.made_ms,
    totalMinor: file.total_minor,
    lines: lines
      .filter((line) => line.file_id === file.id)
      .map((line) => ({
        payoutId: line.payout_id,
        holderName: line.holder_name,
        amountMinor: line.amount_minor,
        status: line.status,
      })),
  }));
}
