import { sepaLinesMax } from '@frontrow/core/payouts/limits.ts';
import { maskedIban } from '@frontrow/core/payouts/masked-account.ts';
import type { PayoutStatus } from '@frontrow/core/payouts/payout-machine.ts';
import { endToEndId } from '@frontrow/core/payouts/sepa-text.ts';
import { refuse } from '@frontrow/core/refuse.ts';
import { electronicFormatIBAN, isSEPACountry, isValidIBAN } from 'ibantools';
import type { Db } from '../../db/db.ts';
import type { Ids } from '../../ids.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Payouts } from '../../ports/payouts.ts';
import type { SepaFile, SepaFiles, SepaLineStatus } from '../../ports/sepa-files.ts';
import type { Seal } from '../../seal.ts';
import { type Debtor, pain001 } from './pain-001.ts';

export interface SepaNeeds {
  readonly db: Db;
  readonly ids: Ids;
  readonly clock: Clock;
  readonly seal: Seal;
  readonly debtor: Debtor;
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
export function sepaTransfers({ db, seal }: Pick<SepaNeeds, 'db' | 'seal'>): Payouts {
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
    currencies: ['EUR'],

    async openAccount({ account: typed }) {
      const account = electronicFormatIBAN(typed) ?? '';
      const no = (detail: string) => refuse('payout_account_invalid', { detail }, { field: 'account' });
      if (!isValidIBAN(account)) throw no('This is not a valid IBAN. Please check its letters and digits.');
      if (!isSEPACountry(account.slice(0, 2))) throw no('This account is in a country that SEPA does not reach.');
      return { account, shown: maskedIban(account), state: 'ready', requirements: [] };
    },
    standing: async () => ({ state: 'ready', requirements: [] }),
    link: async () => undefined,

    async send({ payoutId, account, holderName, amountMinor }) {
      await db.query(
        `INSERT INTO sepa_line (payout_id, iban_sealed, holder_name, amount_minor, status)
         VALUES ($1, $2, $3, $4, 'waiting') ON CONFLICT (payout_id) DO NOTHING`,
        [payoutId, seal.seal(payoutId, Buffer.from(account)), holderName, amountMinor],
      );
      return (await look('', payoutId))!;
    },
    look,
    // The bank's answers are typed in by app admins: there is nothing else to compare with.
    books: undefined,
    readWebhook: async () => undefined,
  };
}

/** What app admins do with bank transfers: make the file, download it, type in what the bank did. */
export function sepaFiles({ db, ids, clock, seal, debtor }: SepaNeeds): SepaFiles {
  return {
    async waiting() {
      const row = await db.one<{ count: number; total: number }>(
        `SELECT count(*)::int AS count, coalesce(sum(amount_minor), 0)::bigint AS total FROM sepa_line
         WHERE status = 'waiting'`,
      );
      return { count: row?.count ?? 0, totalMinor: row?.total ?? 0 };
    },

    list: () => listFiles(db),

    async make(adminId) {
      const id = ids.uuid();
      const madeAtMs = clock.now();
      return db.tx(async (tx) => {
        const rows = await tx.query<{
          payout_id: string;
          iban_sealed: Buffer;
          holder_name: string;
          amount_minor: number;
        }>(
          `SELECT payout_id, iban_sealed, holder_name, amount_minor FROM sepa_line
           WHERE status = 'waiting' AND iban_sealed IS NOT NULL AND NOT EXISTS (
             SELECT 1 FROM payout p JOIN payout_hold h ON h.host_id = p.host_id WHERE p.id = payout_id)
           ORDER BY created_at, payout_id LIMIT $1 FOR UPDATE SKIP LOCKED`,
          [sepaLinesMax],
        );
        if (rows.length === 0) return undefined;
        const day = new Date(madeAtMs).toISOString().slice(0, 10);
        const lines = rows.map((row) => ({
          payoutId: row.payout_id,
          holderName: row.holder_name,
          iban: seal.open(row.payout_id, row.iban_sealed).toString(),
          amountMinor: row.amount_minor,
        }));
        await tx.query(
          'INSERT INTO sepa_file (id, name, xml_sealed, total_minor, made_by) VALUES ($1, $2, $3, $4, $5)',
          [
            id,
            `payouts-${day}-${id.slice(0, 8)}.xml`,
            seal.seal(id, Buffer.from(pain001({ messageId: endToEndId(id), madeAtMs, payOn: day, debtor, lines }))),
            lines.reduce((sum, line) => sum + line.amountMinor, 0),
            adminId,
          ],
        );
        const payoutIds = lines.map((line) => line.payoutId);
        await tx.query(
          "UPDATE sepa_line SET status = 'in_file', file_id = $1, iban_sealed = NULL WHERE payout_id = ANY ($2)",
          [id, payoutIds],
        );
        return { id, payoutIds };
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

    async mark({ fileId, payoutId, status, reason }) {
      const rows = await db.query<{ payout_id: string }>(
        `UPDATE sepa_line SET status = $1, reason = coalesce(reason, $2)
         WHERE status = ANY ($3) AND (payout_id = $4 OR ($4::uuid IS NULL AND file_id = $5)) RETURNING payout_id`,
        [status, reason ?? null, [markedFrom[status], status], payoutId ?? null, fileId ?? null],
      );
      const payoutIds = rows.map((row) => row.payout_id);
      if (payoutIds.length > 0 || payoutId === undefined) return { payoutIds };
      const line = await db.one<{ status: SepaLineStatus }>(
        "SELECT status FROM sepa_line WHERE payout_id = $1 AND status <> 'waiting'",
        [payoutId],
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
