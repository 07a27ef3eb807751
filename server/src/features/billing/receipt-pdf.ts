import type { WireBillingDetails, WireDocument, WireReceipt } from '@frontrow/contract/billing/api.ts';
import { writeMoney } from '@frontrow/core/kernel/money.ts';
import { writable } from './writable.ts';

const margin = 56;
const width = 595.28 - 2 * margin;
const ink = '#15121B';
const soft = '#5F5968';
const line = '#D9D5DE';

type Pdf = PDFKit.PDFDocument;

/** A country's name in English, the language of the document. */
const countryName = (code: string): string => new Intl.DisplayNames('en', { type: 'region' }).of(code) ?? code;

const dateOf = (at: number): string =>
  new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' }).format(at);

/** The receipt and its notes, a page each. The library is loaded with the first one. */
export async function receiptPdf(receipt: WireReceipt): Promise<Buffer> {
  const { default: PDFDocument } = await import('pdfkit');
  const { currency_digits: digits } = receipt.currency;
  const format = {
    format: receipt.currency.currency_format,
    symbol: receipt.currency.currency_symbol,
    code: receipt.currency.currency_code,
  };
  const money = (value: number): string =>
    writeMoney(
      new Intl.NumberFormat('en', { minimumFractionDigits: digits, maximumFractionDigits: digits }).format(value),
      format,
    );
  const pdf = new PDFDocument({
    size: 'A4',
    margin,
    lang: 'en',
    displayTitle: true,
    info: {
      Title: `Receipt ${numbersOf(receipt.receipt)}`,
      Author: 'Frontrow',
      // The same receipt is the same file, whenever it is downloaded.
      CreationDate: new Date(receipt.receipt.issued_at),
    },
  });
  const chunks: Buffer[] = [];
  const done = new Promise<Buffer>((resolve, reject) => {
    pdf.on('data', (chunk: Buffer) => chunks.push(chunk));
    pdf.on('end', () => resolve(Buffer.concat(chunks)));
    pdf.on('error', reject);
  });
  page(pdf, receipt, receipt.receipt, money);
  for (const note of receipt.notes) {
    pdf.addPage();
    page(pdf, receipt, note, money);
  }
  pdf.end();
  return done;
}

const titles = { receipt: 'Receipt', credit_note: 'Credit note', debit_note: 'Debit note' };
const changes = { receipt: '', credit_note: 'Given back', debit_note: 'Paid after all' };
const totals = { receipt: 'Total paid', credit_note: 'Total given back', debit_note: 'Total paid after all' };

const numbersOf = ({ parts }: WireDocument): string => parts.map(({ number }) => number).join(' / ');

function page(pdf: Pdf, receipt: WireReceipt, document: WireDocument, money: (value: number) => string): void {
  const isReceipt = document.kind === 'receipt';
  pdf.font('Helvetica-Bold').fontSize(20).fillColor(ink).text('Frontrow', margin, margin);
  pdf.fontSize(20).text(titles[document.kind], margin, margin, { width, align: 'right' }).moveDown(1.2);
  const rows: [string, string][] = [
    ['Issued', dateOf(document.issued_at)],
    ['Paid', dateOf(receipt.paid_at)],
    ['Order', receipt.order_uuid],
    ...(isReceipt ? [] : ([['Corrects receipt', numbersOf(receipt.receipt)]] as [string, string][])),
    ...(document.refund_uuid === null ? [] : ([['Refund', document.refund_uuid]] as [string, string][])),
    ...(document.dispute_uuid === null ? [] : ([['Payment dispute', document.dispute_uuid]] as [string, string][])),
  ];
  for (const [label, value] of rows) pair(pdf, label, value);
  pdf.moveDown(1);
  party(pdf, 'To', receipt.buyer);
  pdf.moveDown(1);
  for (const part of document.parts) {
    const isHost = part.issuer === 'host';
    heading(pdf, isHost ? 'Ticket' : 'Service fee', part.number);
    party(pdf, 'Sold by', isHost ? receipt.seller : platform);
    if (isHost) pair(pdf, 'For', receipt.event_title);
    pdf.moveDown(0.4);
    if (isHost && isReceipt && receipt.discount > 0) {
      amount(pdf, 'Price', money(receipt.price));
      amount(pdf, 'Discount', money(-receipt.discount));
    }
    amount(pdf, isReceipt ? (isHost ? 'Ticket' : 'Fee') : changes[document.kind], money(part.amount));
    if (part.tax > 0) amount(pdf, taxLabel(receipt), money(part.tax), true);
    pdf.moveDown(1);
  }
  rule(pdf);
  pdf.font('Helvetica-Bold');
  amount(pdf, totals[document.kind], money(document.total));
}

const platform: WireBillingDetails = { name: 'Frontrow', address: '', country: null, tax_id: '' };

const taxLabel = ({ tax_country: country, tax_rate: rate }: WireReceipt): string =>
  country === null || rate === 0 ? 'Sales tax contained' : `Sales tax contained (${rate} %, ${countryName(country)})`;

function heading(pdf: Pdf, title: string, number: string): void {
  rule(pdf);
  const { y } = pdf;
  pdf.font('Helvetica-Bold').fontSize(12).fillColor(ink).text(title, margin, y);
  pdf.text(number, margin, y, { width, align: 'right' }).moveDown(0.4);
}

function party(pdf: Pdf, label: string, { name, address, country, tax_id: taxId }: WireBillingDetails): void {
  const lines = [
    name,
    ...address.split('\n'),
    country === null ? '' : countryName(country),
    taxId === '' ? '' : `Tax id ${taxId}`,
  ].filter((text) => text !== '');
  pair(pdf, label, lines.length > 0 ? lines.join('\n') : 'Not given');
}

function pair(pdf: Pdf, label: string, value: string): void {
  const { y } = pdf;
  pdf.font('Helvetica').fontSize(10).fillColor(soft).text(label, margin, y, { width: 110 });
  pdf
    .fillColor(ink)
    .text(writable(value), margin + 120, y, { width: width - 120 })
    .moveDown(0.3);
}

function amount(pdf: Pdf, label: string, value: string, quiet = false): void {
  const { y } = pdf;
  pdf.fontSize(quiet ? 9 : 11).fillColor(quiet ? soft : ink);
  pdf.text(writable(label), margin + 120, y, { width: width - 220 });
  pdf.text(writable(value), margin, y, { width, align: 'right' }).moveDown(0.3);
}

function rule(pdf: Pdf): void {
  pdf
    .moveTo(margin, pdf.y)
    .lineTo(margin + width, pdf.y)
    .lineWidth(0.7)
    .strokeColor(line)
    .stroke()
    .moveDown(0.7);
}
