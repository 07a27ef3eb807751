import { containedTax, taxGivenBack } from '@frontrow/core/billing/contained-tax.ts';
import { type DocumentKind, type Issuer, seriesOf } from '@frontrow/core/billing/receipt-number.ts';
import type { Minor } from '@frontrow/core/kernel/money.ts';

/** What one of the two sellers writes of a document. */
export interface DraftPart {
  readonly issuer: Issuer;
  readonly series: string;
  readonly amountMinor: Minor;
  readonly taxMinor: Minor;
}

/** A part without money is not written and has no number. */
const partsOf = (parts: readonly DraftPart[]): DraftPart[] => parts.filter(({ amountMinor }) => amountMinor > 0);

const part = (kind: DocumentKind, issuer: Issuer, hostId: number, amountMinor: Minor, taxMinor: Minor): DraftPart => ({
  issuer,
  series: seriesOf(kind, issuer, hostId),
  amountMinor,
  taxMinor,
});

/** The host's part is the price, ours the fee. */
export const receiptParts = (sale: {
  hostId: number;
  priceMinor: Minor;
  feeMinor: Minor;
  taxBp: number;
}): DraftPart[] =>
  partsOf([
    part('receipt', 'host', sale.hostId, sale.priceMinor, containedTax(sale.priceMinor, sale.taxBp)),
    part('receipt', 'platform', sale.hostId, sale.feeMinor, containedTax(sale.feeMinor, sale.taxBp)),
  ]);

/** The parts of a refund, after others of the same order. */
export const creditNoteParts = (
  refund: { hostId: number; priceMinor: Minor; feeMinor: Minor; taxBp: number },
  before: { priceMinor: Minor; feeMinor: Minor },
): DraftPart[] =>
  partsOf([
    part(
      'credit_note',
      'host',
      refund.hostId,
      refund.priceMinor,
      taxGivenBack(refund.priceMinor, before.priceMinor, refund.taxBp),
    ),
    part(
      'credit_note',
      'platform',
      refund.hostId,
      refund.feeMinor,
      taxGivenBack(refund.feeMinor, before.feeMinor, refund.taxBp),
    ),
  ]);
