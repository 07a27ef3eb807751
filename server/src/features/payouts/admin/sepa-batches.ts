import type { WireSepaFiles } from '@frontrow/contract/payouts/api.ts';
import { EUR, toDecimal } from '@frontrow/core/kernel/money.ts';
import { endToEndId } from '@frontrow/core/payouts/sepa-text.ts';
import { refuse } from '@frontrow/core/refuse.ts';
import type { SepaFiles, SepaLineStatus } from '../../../ports/sepa-files.ts';
import type { PayoutsDeps } from '../payouts-deps.ts';
import { processDuePayouts, pollNow } from '../processing/process-payouts.ts';

/** Banks in SEPA are paid in euros only. */
const euros = (minor: number): number => toDecimal(minor, EUR.digits);

function filesOf({ sepaFiles }: PayoutsDeps): SepaFiles {
  if (!sepaFiles) throw refuse('payout_kind_unavailable');
  return sepaFiles;
}

export async function showSepaFiles(deps: PayoutsDeps): Promise<WireSepaFiles> {
  const files = filesOf(deps);
  const { count, totalMinor } = await files.waiting();
  return {
    waiting: { count, total: euros(totalMinor), currency_code: EUR.code },
    files: (await files.list()).map((file) => ({
      file_uuid: file.id,
      name: file.name,
      made_at: file.madeAtMs,
      total: euros(file.totalMinor),
      currency_code: EUR.code,
      lines: file.lines.map((line) => ({
        payout_uuid: line.payoutId,
        end_to_end_id: endToEndId(line.payoutId),
        holder_name: line.holderName,
        amount: euros(line.amountMinor),
        state: line.status,
      })),
    })),
  };
}

/** Makes one file of all payouts that wait. A file is made once; the payouts in it are sent from now on. */
export async function makeSepaFile(deps: PayoutsDeps, adminId: number): Promise<string> {
  const made = await filesOf(deps).make(adminId, (tx, { id, payoutIds }) =>
    deps.accounts.recordAudit(tx, {
      actorId: adminId,
      action: 'sepa_file_made',
      subjectId: adminId,
      details: { file_uuid: id, payouts: String(payoutIds.length) },
    }),
  );
  if (made?.id === undefined) {
    await follow(deps, made?.payoutIds ?? []);
    throw refuse('sepa_nothing_to_send');
  }
  await follow(deps, made.payoutIds);
  return made.id;
}

/** The file as it was made. It holds account numbers, so who took it is written down. */
export async function readSepaFile(
  deps: PayoutsDeps,
  adminId: number,
  fileId: string,
): Promise<{ name: string; xml: string }> {
  const file = await filesOf(deps).read(fileId);
  if (!file) throw refuse('sepa_file_not_found');
  await deps.accounts.recordAudit(deps.db, {
    actorId: adminId,
    action: 'sepa_file_read',
    subjectId: adminId,
    details: { file_uuid: fileId },
  });
  return file;
}

export interface SepaMark {
  readonly file_uuid?: string | undefined;
  readonly payout_uuid?: string | undefined;
  readonly state: Exclude<SepaLineStatus, 'in_file'>;
  readonly reason?: string | undefined;
}

/** What the bank did with a line, or with all open lines of a file. */
export async function markSepaLines(deps: PayoutsDeps, adminId: number, mark: SepaMark): Promise<void> {
  if ((mark.file_uuid === undefined) === (mark.payout_uuid === undefined))
    throw refuse('bad_input', { detail: 'Name either a file or a payout.' });
  const { payoutIds, decided } = await filesOf(deps).mark(
    {
      fileId: mark.file_uuid,
      payoutId: mark.payout_uuid,
      status: mark.state,
      reason: mark.reason?.trim() || undefined,
    },
    (tx, lines) =>
      deps.accounts.recordAudit(tx, {
        actorId: adminId,
        action: 'sepa_line_marked',
        subjectId: adminId,
        details: { what: mark.payout_uuid ?? mark.file_uuid ?? '', state: mark.state, lines: String(lines) },
      }),
  );
  if (decided) throw refuse('sepa_line_decided', { state: decided.replace('_', ' ') });
  if (payoutIds.length === 0)
    throw refuse(mark.file_uuid === undefined ? 'sepa_line_not_found' : 'sepa_file_not_found');
  await follow(deps, payoutIds);
}

/** Our payouts follow the lines at once; the job follows what is lost here. */
async function follow(deps: PayoutsDeps, payoutIds: readonly string[]): Promise<void> {
  await pollNow(deps, payoutIds);
  for (const id of payoutIds) await processDuePayouts(deps, id);
}
