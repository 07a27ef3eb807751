import type { Minor } from '@frontrow/core/kernel/money.ts';
import type { Sql } from '../db/db.ts';

export type SepaLineStatus = 'in_file' | 'executed' | 'rejected' | 'returned';

export interface SepaLine {
  readonly payoutId: string;
  readonly holderName: string;
  readonly amountMinor: Minor;
  readonly status: SepaLineStatus;
}

export interface SepaFile {
  readonly id: string;
  readonly name: string;
  readonly madeAtMs: number;
  readonly totalMinor: Minor;
  readonly lines: readonly SepaLine[];
}

export interface MadeFile {
  readonly id: string;
  readonly payoutIds: readonly string[];
}

/** Bank transfers that an app admin carries to the bank: what there is beyond the port `payouts`. */
export interface SepaFiles {
  waiting(): Promise<{ count: number; totalMinor: Minor }>;
  list(): Promise<readonly SepaFile[]>;
  /**
   * One file of all payouts that wait; undefined where none does. Two at once make two files without a common line.
   * `payoutIds` are those in the file and those that were rejected because they cannot be written; `id` is undefined
   * where no other waited. `record` runs in the transaction that makes a file.
   */
  make(
    adminId: number,
    record: (tx: Sql, made: MadeFile) => Promise<void>,
  ): Promise<MadeFile | { readonly id: undefined; readonly payoutIds: readonly string[] } | undefined>;
  /** As it was made, byte for byte. */
  read(fileId: string): Promise<{ name: string; xml: string } | undefined>;
  /**
   * What the bank did. Answers the payouts it was true of; a line that is marked so already is among them. `decided`:
   * neither the line named nor any line of the file can be marked so. `record` runs in the transaction that marks
   * lines, and not where there are none.
   */
  mark(
    wish: {
      readonly fileId?: string | undefined;
      readonly payoutId?: string | undefined;
      readonly status: Exclude<SepaLineStatus, 'in_file'>;
      readonly reason: string | undefined;
    },
    record: (tx: Sql, lines: number) => Promise<void>,
  ): Promise<{ payoutIds: readonly string[]; decided?: SepaLineStatus | undefined }>;
}
