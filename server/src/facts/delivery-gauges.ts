import client from 'prom-client';
import { sharedReads } from '../db/batcher.ts';
import type { Sql } from '../db/db.ts';

interface Counted {
  given_up: number;
  to_dead_addresses: number;
  oldest_mail_seconds: number;
}

/** Deliveries that need a person, and emails that wait for an email server, asked of the database with each scrape. */
export function deliveryGauges(db: Pick<Sql, 'one'>): client.Gauge[] {
  // One read for all numbers of a scrape.
  const counted = sharedReads((): Promise<Counted | undefined> =>
    db
      .one<Counted>(
        `SELECT count(*) FILTER (WHERE d.given_up_at IS NOT NULL AND d.recipient IS NULL)::int AS given_up,
           count(*) FILTER (WHERE d.given_up_at IS NOT NULL AND d.recipient IS NOT NULL)::int AS to_dead_addresses,
           greatest(coalesce(extract(epoch FROM app_now() - min(f.created_at) FILTER (
             WHERE d.queue = 'mail' AND d.given_up_at IS NULL AND d.failures = 0)), 0), 0)::float8
             AS oldest_mail_seconds
         FROM fact_delivery d JOIN outbox f ON f.id = d.fact_id`,
      )
      // The other numbers are wanted all the more while the database is away.
      .catch(() => undefined),
  );
  const given = new client.Gauge({
    name: 'fact_deliveries_given_up',
    help: 'Deliveries whose every retry failed; reason "address": to an email address that does not exist',
    labelNames: ['reason'],
    registers: [],
    // Every process says the same.
    aggregator: 'first',
    async collect() {
      const row = await counted('all');
      if (!row) return;
      this.set({ reason: 'address' }, row.to_dead_addresses);
      this.set({ reason: 'other' }, row.given_up);
    },
  });
  const oldest = new client.Gauge({
    name: 'mail_oldest_waiting_seconds',
    help: 'Seconds since the oldest email was due that no mail server has accepted or refused',
    registers: [],
    aggregator: 'first',
    async collect() {
      const row = await counted('all');
      if (row) this.set(row.oldest_mail_seconds);
    },
  });
  return [given, oldest];
}
