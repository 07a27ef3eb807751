import client from 'prom-client';
import { sharedReads } from '../../../db/batcher.ts';
import type { Sql } from '../../../db/db.ts';

interface Counted {
  all_disputes: number;
  open_disputes: number;
  given_up_refunds: number;
  waiting_webhooks: number;
  given_up_webhooks: number;
  oldest_webhook_seconds: number;
}

/** What needs a person's attention, queried from the database when the metrics are read. */
export function moneyGauges(db: Pick<Sql, 'one'>): client.Gauge[] {
  // One read for all numbers of a scrape.
  const counted = sharedReads(() =>
    db
      .one<Counted>(
        `SELECT (SELECT count(*) FROM dispute)::int AS all_disputes,
           (SELECT count(*) FROM dispute WHERE status = 'open')::int AS open_disputes,
           (SELECT count(*) FROM refund WHERE next_at = 'infinity' AND status IN ('requested', 'pending'))::int
             AS given_up_refunds,
           w.waiting_webhooks, w.given_up_webhooks, w.oldest_webhook_seconds
         FROM (SELECT count(*) FILTER (WHERE next_at < 'infinity')::int AS waiting_webhooks,
             count(*) FILTER (WHERE next_at = 'infinity')::int AS given_up_webhooks,
             greatest(coalesce(extract(epoch FROM app_now() - min(received_at)
               FILTER (WHERE next_at < 'infinity')), 0), 0)::float8 AS oldest_webhook_seconds
           FROM provider_event WHERE processed_at IS NULL) w`,
      )
      // While the database is down the other metrics are needed most.
      .catch(() => undefined),
  );
  const gauge = (name: string, help: string, count: (row: Counted) => number): client.Gauge =>
    new client.Gauge({
      name,
      help,
      registers: [],
      // Every process reports the same value.
      aggregator: 'first',
      async collect() {
        const row = await counted('all');
        if (row) this.set(count(row));
      },
    });
  return [
    gauge('frontrow_disputes_open', 'Disputes that are not decided', (row) => row.open_disputes),
    // Only grows, so that an alarm rings for a new dispute and not for one that was decided.
    gauge('frontrow_disputes_ever', 'Disputes that were ever opened', (row) => row.all_disputes),
    gauge('frontrow_refunds_given_up', 'Refunds that wait for a person', (row) => row.given_up_refunds),
    gauge(
      'provider_webhooks_waiting',
      'Webhooks of payment providers that are not processed yet',
      (row) => row.waiting_webhooks,
    ),
    gauge(
      'provider_webhooks_given_up',
      'Webhooks of payment providers whose every retry failed',
      (row) => row.given_up_webhooks,
    ),
    gauge(
      'provider_webhooks_oldest_seconds',
      'Seconds since the oldest waiting webhook of a payment provider was received',
      (row) => row.oldest_webhook_seconds,
    ),
  ];
}
