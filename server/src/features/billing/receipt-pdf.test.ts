import fc from 'fast-check';
import { expect, test } from 'vitest';
import { drawnGlyphs, drawnLines, pagesThatEndWithALine } from '../../../test/drawn-text.ts';
import { nobody, receiptOf } from '../../../test/receipts.ts';
import { receiptPdf } from './receipt-pdf.ts';

const titled = async (title: string): Promise<string[]> =>
  drawnLines(await receiptPdf(receiptOf({ event_title: title })));
/** The lines of a title, without the label before it. */
const titleLines = async (title: string): Promise<string[]> => {
  const lines = await titled(title);
  const first = lines.findIndex((line) => line.startsWith('For'));
  const end = lines.findIndex((line) => line.startsWith('Ticket') && line.includes('€'));
  return lines.slice(first, end).map((line, index) => (index === 0 ? line.slice('For'.length) : line));
};

test.each([
  ['western', 'Zoë Müller – “Tiles” €12 £3 ¥5 5 − 2'],
  ['Polish', 'Łódź, zażółć gęślą jaźń'],
  ['Romanian', 'Ioniță Brâncuși'],
  ['Turkish', 'İstanbul ığüşöç ₺'],
  ['Vietnamese', 'Nguyễn Thị Ế Đặng'],
  ['Czech', 'Příliš žluťoučký kůň'],
  ['Greek', 'Ελληνικά όνομα Ἀθῆναι'],
  ['Cyrillic', 'Привет, мир Її Ґґ Ћ ₽'],
  ['Japanese', '山田太郎（株式会社カタカナ）ひらがな、髙﨑'],
  ['Korean', '김철수 주식회사 뷁'],
  ['simplified Chinese', '王小明 简体中文 庐 闫'],
  ['traditional Chinese', '陳國華 龍讓'],
  ['Armenian', 'Հայերեն'],
  ['Georgian', 'ქართული'],
  ['Ethiopic', 'አማርኛ'],
  ['symbols', '★ ♥ → №'],
])('%s letters are in the PDF as they were typed', async (_script, title) => {
  expect(await titleLines(title)).toEqual([title]);
});

test('the day of the event follows its title', async () => {
  const lines = await drawnLines(await receiptPdf(receiptOf({ event_title: 'Paint nights', event_day: '2031-05-02' })));
  expect(lines.slice(lines.indexOf('ForPaint nights') + 1)[0]).toBe('Event date2 May 2031');
});

test('a date of a pass says what was paid for all of them, and whose discount it has', async () => {
  const of = { price: 12, discount: 2, pass: { dates: 3, total: 36.4 } };
  const lines = await drawnLines(await receiptPdf(receiptOf(of)));
  expect(lines).toContain('Series pass€36.40 for 3 dates in one payment');
  expect(lines.some((line) => line.startsWith('Pass discount'))).toBe(true);
  const alone = await drawnLines(await receiptPdf(receiptOf({ ...of, pass: null })));
  expect(alone.some((line) => /pass/i.test(line))).toBe(false);
});

test.each([
  ['Thai', 'สวัสดีชาวโลก'],
  ['Devanagari', 'नमस्ते दुनिया'],
  ['Bengali', 'বাংলা ভাষা'],
  ['Tamil', 'தமிழ் மொழி'],
  ['Gurmukhi, for whose addak the font has no anchor', 'ਪੰਜਾਬੀ ਪੱਕਾ'],
  ['Khmer', 'ភាសាខ្មែរ'],
  ['emoji', '🎉 👩‍👩‍👧'],
])('%s is drawn with its own glyphs', async (_script, title) => {
  const [line] = await titleLines(title);
  expect(line).not.toMatch(/[?\uFFFD]/);
  expect(line).toContain([...title][0]);
});

test.each([
  // What is on the right is what was typed there; what is expected, is what stands from left to right.
  ['Hebrew', 'שלום עולם', 'םלוע םולש'],
  ['Hebrew with numbers, whose digits keep their order', 'רחוב 45, תל אביב', 'ביבא לת ,45 בוחר'],
  ['Hebrew with brackets, which are turned around', 'דוד (סטודיו) [א]', '[א] (וידוטס) דוד'],
  ['Latin words in Hebrew', 'סדנת Python 3.12 (שלב א)', '(א בלש) Python 3.12 תנדס'],
  ['Hebrew in Latin', 'Studio שלום עולם (Haifa) 7', 'Studio םלוע םולש (Haifa) 7'],
  ['Arabic digits, which keep their order', 'بناية ١٢٣', '١٢٣ ةيانب'],
  ['Persian digits in brackets', 'تهران (۱۲۳)', '(۱۲۳) نارهت'],
  ['signs alone after Hebrew', 'א - !?', '?! - א'],
])('%s reads correctly', async (_what, title, leftToRight) => {
  expect(await titleLines(title)).toEqual([leftToRight]);
});

test('Arabic letters are joined and stand from right to left', async () => {
  expect(await titleLines('محمد علي (فرع 12)')).toEqual(['(12 عرف) يلع دمحم']);
  const glyphs = (await drawnGlyphs(await receiptPdf(receiptOf({ event_title: 'ععع' })))).filter(
    ({ text }) => text === 'ع',
  );
  // The shapes at the beginning, in the middle and at the end of a word.
  expect(new Set(glyphs.map(({ width }) => width)).size).toBe(3);
});

test('a long Hebrew title is broken into lines before they are turned around', async () => {
  const words = Array.from({ length: 18 }, (_, index) => `מילה${index}`);
  const lines = await titleLines(words.join(' '));
  expect(lines.length).toBeGreaterThan(1);
  expect(lines[0]).toMatch(/0הלימ$/);
  expect(lines.at(-1)).toMatch(/^17הלימ/);
});

test('a word that is wider than the page is broken, and Thai is broken between words', async () => {
  const wide = await titleLines('W'.repeat(120));
  expect(wide.length).toBeGreaterThan(2);
  expect(wide.join('')).toBe('W'.repeat(120));
  const thai = await titleLines('การประชุมเชิงปฏิบัติการเรื่องดนตรี'.repeat(4));
  expect(thai.length).toBeGreaterThan(1);
});

test('a character that no font has is drawn as a replacement character', async () => {
  expect(await titleLines('Hieroglyphs 𓀀!')).toEqual(['Hieroglyphs \uFFFD!']);
});

test('letters of all scripts in one line stand on one baseline', async () => {
  expect(await titleLines('Abc Привет 山田 한국 ქართ')).toHaveLength(1);
});

test('every text of a receipt is written in its script', async () => {
  const details = (name: string, address: string) => ({ name, address, country: 'PL', tax_id: 'ΑΦΜ 12' });
  const currency = {
    currency_digits: 2,
    currency_format: '%n %s',
    currency_symbol: 'zł',
    currency_code: 'PLN',
    currency_name: 'Złoty',
  };
  const lines = await drawnLines(
    await receiptPdf(
      receiptOf({
        buyer: details('Łucja', 'ул. Мира 5\nМосква'),
        seller: details('山田', '東京都\n' + '京'.repeat(80)),
        currency,
      }),
    ),
  );
  for (const text of [
    'ToŁucja',
    'ул. Мира 5',
    'Москва',
    'Sold by山田',
    '東京都',
    'Tax ID ΑΦΜ 12',
    'Total paid20.00 zł',
  ])
    expect(lines).toContain(text);
});

test('an address that is longer than the page continues with the next page', async () => {
  const address = Array.from({ length: 90 }, (_, index) => `Row ${index}`).join('\n');
  const lines = await drawnLines(await receiptPdf(receiptOf({ buyer: { ...nobody, name: 'Zoë', address } })));
  expect(lines.filter((line) => line.startsWith('Row'))).toEqual(address.split('\n'));
  expect(lines.at(-1)).toBe('Total paid€20.00');
});

test('a part begins on the page that has its first lines, with the line above it; the total stands below its line', async () => {
  const [host] = receiptOf({}).receipt.parts;
  const parts = [host!, { issuer: 'platform' as const, number: 'F-2026-000001', amount: 1.5, tax: 0 }];
  // The end of the page comes at every place of both parts.
  for (let rows = 10; rows < 60; rows++) {
    const buyer = { ...nobody, name: 'Zoë', address: Array.from({ length: rows }, () => 'Row').join('\n') };
    const pdf = await receiptPdf(receiptOf({ buyer, receipt: { ...receiptOf({}).receipt, parts } }));
    expect(await pagesThatEndWithALine(pdf), `${rows} lines`).not.toContain(true);
    const pages = new Map<number, string>();
    for (const { page, text } of await drawnGlyphs(pdf)) pages.set(page, (pages.get(page) ?? '') + text);
    for (const text of pages.values()) expect(text).not.toMatch(/(?:H7-2026-000012|F-2026-000001)$/);
  }
});

test('a discount is written with a minus sign, not with a hyphen', async () => {
  const lines = await drawnLines(await receiptPdf(receiptOf({ price: 25, discount: 5 })));
  expect(lines).toEqual(expect.arrayContaining(['Price€25.00', 'Discount−€5.00', 'Ticket€20.00']));
});

test('any text makes a PDF', async () => {
  const text = fc.string({
    unit: fc.oneof(
      fc.constantFrom(...Array.from('אبج(]1 ักਪੱਂि\u200d\u0301한京Aé'), '👩‍👧'),
      fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }),
    ),
    maxLength: 60,
  });
  await fc.assert(
    fc.asyncProperty(text, text, async (title, name) => {
      const pdf = await receiptPdf(receiptOf({ event_title: title, buyer: { ...nobody, name } }));
      expect((await drawnLines(pdf)).at(-1)).toBe('Total paid€20.00');
    }),
    { numRuns: 25 },
  );
});
