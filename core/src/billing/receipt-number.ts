/**
 * A credit note gives back what a receipt said was paid; a debit note takes back what a credit note gave. Each kind is
 * counted apart, gapless by issuer and year.
 */
export type DocumentKind = 'receipt' | 'credit_note' | 'debit_note';

/** The host sells the ticket, we sell the fee: each numbers its own part of a document. */
export type Issuer = 'host' | 'platform';

const letters: Readonly<Record<DocumentKind, string>> = { receipt: '', credit_note: 'C', debit_note: 'D' };

/** The series of numbers: H7 and F of receipts, HC7 and FC of credit notes, HD7 and FD of debit notes. */
export const seriesOf = (kind: DocumentKind, issuer: Issuer, hostId: number): string =>
  issuer === 'platform' ? `F${letters[kind]}` : `H${letters[kind]}${hostId}`;

const digits = 6;

/** A number as it is written: H7-2026-000012. */
export const writeNumber = (series: string, year: number, number: number): string =>
  `${series}-${year}-${String(number).padStart(digits, '0')}`;
