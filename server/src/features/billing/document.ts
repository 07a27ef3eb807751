import { containedTax, taxGivenBack } from '@frontrow/core/billing/tax.ts';
import { type DocumentKind, type Issuer, seriesOf } from '@frontrow/core/billing/receipt-number.ts';
import type { Minor } from '@frontrow/core/kernel/money.ts';

/** What one of the two sellers writes of a document. */
export interface DraftPart {
  readonly issuer: Issuer;
  readonly series: string;
  readonly amountMinor: Minor;
  readonly taxMinor: Minor;
}

/** The host's part is the price, ours the fee. */
export interface Amounts {
  readonly priceMinor: Minor;
  readonly feeMinor: Minor;
}

interface Terms {
  readonly hostId: number;
  readonly taxBp: number;
}

/** A part without money is not written and has no number. */
const partsOf = (kind: DocumentKind, hostId: number, amounts: Amounts, tax: Amounts): DraftPart[] =>
  [
    { issuer: 'host' as const, amountMinor: amounts.priceMinor, taxMinor: tax.priceMinor },
    { issuer: 'platform' as const, amountMinor: amounts.feeMinor, taxMinor: tax.feeMinor },
  ]
    .filter(({ amountMinor }) => amountMinor > 0)
    .map((part) => ({ ...part, series: seriesOf(kind, part.issuer, hostId) }));

export const receiptParts = ({ hostId, taxBp, ...sold }: Terms & Amounts): DraftPart[] =>
  partsOf('receipt', hostId, sold, {
    priceMinor: containedTax(sold.priceMinor, taxBp),
    feeMinor: containedTax(sold.feeMinor, taxBp),
  });

export interface DraftNote {
  readonly kind: 'credit_note' | 'debit_note';
  readonly totalMinor: Minor;
  readonly parts: readonly DraftPart[];
}

const added = (one: Amounts, other: Amounts): Amounts => ({
  priceMinor: one.priceMinor + other.priceMinor,
  feeMinor: one.feeMinor + other.feeMinor,
});

/**
 * The notes that bring what went back of a receipt from `before` to `before + change`: a credit note of what is more, a
 * debit note of what is less. Their tax comes from the sums, so that all notes together say what the sum contains.
 */
export function notesOf({ hostId, taxBp }: Terms, before: Amounts, change: Amounts): DraftNote[] {
  const lessBy = { priceMinor: Math.max(0, -change.priceMinor), feeMinor: Math.max(0, -change.feeMinor) };
  const moreBy = { priceMinor: Math.max(0, change.priceMinor), feeMinor: Math.max(0, change.feeMinor) };
  const low = added(before, { priceMinor: -lessBy.priceMinor, feeMinor: -lessBy.feeMinor });
  const note = (kind: DraftNote['kind'], amounts: Amounts): DraftNote => ({
    kind,
    totalMinor: amounts.priceMinor + amounts.feeMinor,
    parts: partsOf(kind, hostId, amounts, {
      priceMinor: taxGivenBack(amounts.priceMinor, low.priceMinor, taxBp),
      feeMinor: taxGivenBack(amounts.feeMinor, low.feeMinor, taxBp),
    }),
  });
  return [note('debit_note', lessBy), note('credit_note', moreBy)].filter(({ totalMinor }) => totalMinor > 0);
}
