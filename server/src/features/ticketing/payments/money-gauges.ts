import client from 'prom-client';
import type { Sql } from '../../../db/db.ts';

interface Counted {
  open_disputes: number;
  given_up_refunds: number;
}

/** What a person has to look at, asked of the database when the numbers are read. */
export function moneyGauges(db: Sql): client.Gauge[] {
  const gauge = (name: string, help: string, count: (row: Counted) => number): client.Gauge =>
    new client.Gauge({
      name,
      help,
      registers: [],
      // Every process says the same.
      aggregator: 'first',
      async collect() {
        // The other numbers are wanted all the more while the database is away.
        const row = await db
          .one<Counted>(
            `SELECT (SELECT count(*) FROM dispute WHERE status = 'open')::int AS open_disputes,
             (SELECT count(*) FROM refund WHERE next_at = 'infinity' AND status IN ('requested', 'pending'))::int
               AS given_up_refunds`,
          )
          .catch(() => undefined);
        if (row) this.set(count(row));
      },
    });
  return [
    gauge('frontrow_disputes_open', 'Disputes that are not decided', (row) => row.open_disputes),
    gauge('frontrow_refunds_given_up', 'Refunds that wait for a person', (row) => row.given_up_refunds),
  ];
}
