/** Receipts and credit notes are counted apart, each gapless by issuer and year. */
export type DocumentKind = 'receipt' | 'credit_note';

/** The host sells the ticket, we sell the fee: each numbers its own part of a document. */
export type Issuer = 'host' | 'platform';

/** The series that numbers are drawn from: H7 and F of receipts, HC7 and FC of credit notes. */
export const seriesOf = (kind: DocumentKind, issuer: Issuer, hostId: number): string => {
  const credit = kind === 'credit_note' ? 'C' : '';
  return issuer === 'platform' ? `F${credit}` : `H${credit}${hostId}`;
};

const digits = 6;

/** A number as it is written: H7-2026-000012. */
export const writeNumber = (series: string, year: number, number: number): string =>
  `${series}-${year}-${String(number).padStart(digits, '0')}`;
