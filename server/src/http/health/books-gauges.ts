import client from 'prom-client';
import type { Db } from '../../db/db.ts';

interface Comparison {
  provider: string;
  open: number;
  age: number;
}

/**
 * The alarm of the comparison of books: how many differences are open at each provider, and how long ago its books were
 * last compared. Read from the database with each scrape, so that every process says the same.
 */
export function booksGauges(db: Pick<Db, 'query'>, registry: client.Registry): void {
  const comparisons = (): Promise<Comparison[]> =>
    db
      .query<Comparison>(
        `SELECT r.provider, extract(epoch FROM app_now() - r.finished_at)::float8 AS age, (
           SELECT count(*) FROM reconciliation_difference d
           WHERE d.provider = r.provider AND d.resolved_at IS NULL) AS open
         FROM reconciliation r`,
      )
      // The other numbers are wanted all the more while the database is away.
      .catch(() => []);
  const gauge = (name: string, help: string, value: (comparison: Comparison) => number): void => {
    void new client.Gauge({
      name,
      help,
      labelNames: ['provider'],
      registers: [registry],
      aggregator: 'first',
      async collect() {
        const rows = await comparisons();
        this.reset();
        for (const row of rows) this.set({ provider: row.provider }, value(row));
      },
    });
  };
  gauge(
    'books_differences_open',
    'Differences between the books of a payment provider and the ledger that nobody resolved yet',
    ({ open }) => open,
  );
  gauge(
    'books_compared_seconds_ago',
    'Seconds since a comparison of a payment provider’s books with the ledger last came to its end',
    ({ age }) => age,
  );
}
