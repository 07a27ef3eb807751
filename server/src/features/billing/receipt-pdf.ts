import type { WireBillingDetails, WireDocument, WireReceipt } from '@frontrow/contract/billing/api.ts';
import { type Language, sourceLanguage } from '@frontrow/core/kernel/language.ts';
import { writeMoney } from '@frontrow/core/kernel/money.ts';
import { say, sayTitle, writeIn, writingLanguage } from '../../i18n/say.ts';
import type { Box, Style, TextWriter } from './pdf/text-writer.ts';

const margin = 56;
const width = 595.28 - 2 * margin;
const ink = '#15121B';
const soft = '#5F5968';
const line = '#D9D5DE';

/** Points that a rule takes with the heading and the seller of a part below it, and with a total. */
const partKept = 64;
const totalKept = 30;

const full = { x: margin, width };
const labels = { x: margin, width: 110 };
const values = { x: margin + 120, width: width - 120 };

/** A country's name in the language of the document. */
const countryName = (code: string): string =>
  new Intl.DisplayNames(writingLanguage(), { type: 'region' }).of(code) ?? code;

const dateOf = (at: number): string =>
  new Intl.DateTimeFormat(writingLanguage() === 'en' ? 'en-GB' : writingLanguage(), {
    dateStyle: 'long',
    timeZone: 'UTC',
  }).format(at);

/** The receipt and its notes in a language, a page each. The libraries are loaded with the first one. */
export async function receiptPdf(receipt: WireReceipt, language: Language = sourceLanguage): Promise<Buffer> {
  const [{ default: PDFDocument }, { TextWriter }] = await Promise.all([
    import('pdfkit'),
    import('./pdf/text-writer.ts'),
  ]);
  return writeIn(language, () => drawn(receipt, { PDFDocument, TextWriter }));
}

/** For a thread, which takes one argument. */
export const receiptInLanguage = ({
  receipt,
  language,
}: {
  receipt: WireReceipt;
  language: Language;
}): Promise<Buffer> => receiptPdf(receipt, language);

interface Libraries {
  readonly PDFDocument: new (options: PDFKit.PDFDocumentOptions) => PDFKit.PDFDocument;
  readonly TextWriter: new (pdf: PDFKit.PDFDocument) => TextWriter;
}

/** Nothing waits in it but the bytes: the language holds until all is written. */
function drawn(receipt: WireReceipt, { PDFDocument, TextWriter }: Libraries): Promise<Buffer> {
  const { currency_digits: digits } = receipt.currency;
  const format = {
    format: receipt.currency.currency_format,
    symbol: receipt.currency.currency_symbol,
    code: receipt.currency.currency_code,
  };
  const money = (value: number): string =>
    writeMoney(
      new Intl.NumberFormat(writingLanguage(), { minimumFractionDigits: digits, maximumFractionDigits: digits }).format(
        value,
      ),
      format,
      writingLanguage(),
    );
  const pdf = new PDFDocument({
    size: 'A4',
    margin,
    lang: writingLanguage(),
    displayTitle: true,
    info: {
      Title: say`Receipt ${numbersOf(receipt.receipt)}`,
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
  const paper: Paper = { pdf, writer: new TextWriter(pdf) };
  page(paper, receipt, receipt.receipt, money);
  for (const note of receipt.notes) {
    pdf.addPage();
    page(paper, receipt, note, money);
  }
  pdf.end();
  return done;
}

const titles = () => ({ receipt: say`Receipt`, credit_note: say`Credit note`, debit_note: say`Debit note` });
const changes = () => ({ receipt: '', credit_note: say`Refunded`, debit_note: say`Amount reinstated` });
const totals = () => ({
  receipt: say`Total paid`,
  credit_note: say`Total refunded`,
  debit_note: say`Total reinstated`,
});

const numbersOf = ({ parts }: WireDocument): string => parts.map(({ number }) => number).join(' / ');

/** A PDF and what writes into it. */
interface Paper {
  readonly pdf: PDFKit.PDFDocument;
  readonly writer: TextWriter;
}

function page(paper: Paper, receipt: WireReceipt, document: WireDocument, money: (value: number) => string): void {
  const isReceipt = document.kind === 'receipt';
  sideBySide(paper, 'Frontrow', titles()[document.kind], 20);
  down(paper, 14);
  const rows: [string, string][] = [
    [say`Issued`, dateOf(document.issued_at)],
    [say`Paid`, dateOf(receipt.paid_at)],
    [say`Order`, receipt.order_uuid],
    ...passRow(receipt, money),
    ...(isReceipt ? [] : ([[say`Corrects receipt`, numbersOf(receipt.receipt)]] as [string, string][])),
    ...(document.refund_uuid === null ? [] : ([[say`Refund`, document.refund_uuid]] as [string, string][])),
    ...(document.dispute_uuid === null ? [] : ([[say`Payment dispute`, document.dispute_uuid]] as [string, string][])),
  ];
  for (const [label, value] of rows) pair(paper, label, value);
  down(paper, 14);
  party(paper, say`To`, receipt.buyer);
  down(paper, 14);
  for (const part of document.parts) {
    const isHost = part.issuer === 'host';
    rule(paper, partKept);
    sideBySide(paper, isHost ? say`Ticket` : say`Service fee`, part.number, 12);
    down(paper, 4);
    party(paper, say`Sold by`, isHost ? receipt.seller : platform);
    if (isHost) pair(paper, say`For`, sayTitle({ text: receipt.event_title, made: receipt.event_title_made ?? null }));
    if (isHost && receipt.event_day) pair(paper, say`Event date`, dateOf(Date.parse(receipt.event_day)));
    down(paper, 4);
    if (isHost && isReceipt && receipt.discount > 0) {
      amount(paper, say`Price`, money(receipt.price));
      amount(paper, receipt.pass ? say`Pass discount` : say`Discount`, `−${money(receipt.discount)}`);
    }
    amount(paper, isReceipt ? (isHost ? say`Ticket` : say`Fee`) : changes()[document.kind], money(part.amount));
    if (part.tax > 0) amount(paper, taxLabel(receipt), money(part.tax), { size: 9, color: soft });
    down(paper, 12);
  }
  rule(paper, totalKept);
  amount(paper, totals()[document.kind], money(document.total), { size: 11, color: ink, isBold: true });
}

const passRow = ({ pass }: WireReceipt, money: (value: number) => string): [string, string][] =>
  pass && pass.dates > 1 ? [[say`Series pass`, say`${money(pass.total)} for ${pass.dates} dates in one payment`]] : [];

const platform: WireBillingDetails = { name: 'Frontrow', address: '', country: null, tax_id: '' };

const taxLabel = ({ tax_country: country, tax_rate: rate }: WireReceipt): string =>
  country === null || rate === 0
    ? say`Includes sales tax`
    : say`Includes sales tax (${new Intl.NumberFormat(writingLanguage()).format(rate)}%, ${countryName(country)})`;

function party(paper: Paper, label: string, { name, address, country, tax_id: taxId }: WireBillingDetails): void {
  const lines = [
    name,
    ...address.split('\n'),
    country === null ? '' : countryName(country),
    taxId === '' ? '' : say`Tax ID ${taxId}`,
  ].filter((text) => text.trim() !== '');
  pair(paper, label, lines.length > 0 ? lines.join('\n') : say`Not specified`);
}

function pair(paper: Paper, label: string, value: string): void {
  row(paper, [
    [label, labels, { size: 10, color: soft }],
    [value, values, { size: 10, color: ink }],
  ]);
  down(paper, 3);
}

function amount(paper: Paper, label: string, value: string, style: Style = { size: 11, color: ink }): void {
  row(paper, [
    [label, { x: values.x, width: values.width - 100 }, style],
    [value, { ...full, align: 'right' }, style],
  ]);
  down(paper, 3);
}

function sideBySide(paper: Paper, left: string, right: string, size: number): void {
  const style = { size, color: ink, isBold: true };
  row(paper, [
    [left, full, style],
    [right, { ...full, align: 'right' }, style],
  ]);
}

/** Writes texts that begin on one line. The next row begins below the longest. */
function row({ pdf, writer }: Paper, texts: readonly [string, Box, Style][]): void {
  for (const [, , style] of texts) writer.makeRoom(style);
  const { page: first, y } = pdf;
  let below = y;
  for (const [text, box, style] of texts) {
    if (pdf.page === first) pdf.y = y;
    writer.write(text, box, style);
    below = pdf.page === first ? Math.max(below, pdf.y) : pdf.y;
  }
  pdf.y = below;
}

function down({ pdf }: Paper, points: number): void {
  pdf.y += points;
}

/** Draws a rule, on a new page where `kept` points do not fit any more: the rule and what belongs below it. */
function rule(paper: Paper, kept: number): void {
  const { pdf } = paper;
  paper.writer.keepTogether(kept);
  pdf
    .moveTo(margin, pdf.y)
    .lineTo(margin + width, pdf.y)
    .lineWidth(0.7)
    .strokeColor(line)
    .stroke();
  down(paper, 8);
}
