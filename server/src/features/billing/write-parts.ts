import type { Tx } from '../../db/db.ts';
import type { DraftPart } from './document.ts';

/**
 * Numbers the parts of documents and writes them. The counters stay locked until the commit, always in the order of
 * their series: of two at once the second waits, and a transaction that fails gives its numbers back.
 */
export async function writeParts(
  tx: Tx,
  year: number,
  documents: readonly { readonly id: string; readonly parts: readonly DraftPart[] }[],
): Promise<void> {
  const wanted = new Map<string, number>();
  for (const { parts } of documents) for (const { series } of parts) wanted.set(series, (wanted.get(series) ?? 0) + 1);
  if (wanted.size === 0) return;
  const series = [...wanted.keys()].toSorted();
  const counters = await tx.query<{ series: string; last: number }>(
    `INSERT INTO receipt_counter (series, year, last)
     SELECT series, $2, count FROM unnest($1::text[], $3::int[]) AS wanted (series, count) ORDER BY series
     ON CONFLICT (series, year) DO UPDATE SET last = receipt_counter.last + excluded.last
     RETURNING series, last`,
    [series, year, series.map((one) => wanted.get(one))],
  );
  const next = new Map(counters.map((row) => [row.series, row.last - (wanted.get(row.series) ?? 0) + 1]));
  const rows = documents.flatMap(({ id, parts }) =>
    parts.map((part) => {
      const number = next.get(part.series) ?? 0;
      next.set(part.series, number + 1);
      return {
        receipt_id: id,
        issuer: part.issuer,
        series: part.series,
        number,
        amount: part.amountMinor,
        tax: part.taxMinor,
      };
    }),
  );
  await tx.query(
    `INSERT INTO receipt_part (receipt_id, issuer, series, year, number, amount_minor, tax_minor)
     SELECT receipt_id, issuer, series, $2, number, amount, tax FROM json_to_recordset($1) AS part (
       receipt_id uuid, issuer text, series text, number int, amount bigint, tax bigint)`,
    [JSON.stringify(rows), year],
  );
}
