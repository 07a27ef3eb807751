import client from 'prom-client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newHost, newViewer } from '../../../test/actors.ts';
import { newEvent } from '../../../test/events.ts';
import { type TestApp, testApp } from '../../../test/harness.ts';
import { buy } from '../../../test/tickets.ts';
import type { Sql } from '../../db/db.ts';
import { deliveryGauges } from '../../facts/delivery-gauges.ts';
import { moneyGauges } from '../../features/ticketing/payments/money-gauges.ts';
import { booksGauges, installationGauges } from './gauges.ts';

let app: TestApp;
beforeAll(async () => void (app = await testApp()));
afterAll(() => app.close());

/** What a scraper reads: each number by its name and labels. */
async function numbers(): Promise<ReadonlyMap<string, number>> {
  const { body } = await app.http.inject('/metrics');
  return new Map(
    body
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('#'))
      .map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.slice(line.lastIndexOf(' ') + 1))]),
  );
}

test('the age of the last backup counts from the installation until there is one', async () => {
  const [{ age } = { age: 0 }] = await app.db.query<{ age: number }>(
    'SELECT extract(epoch FROM app_now() - min(run_on))::float8 AS age FROM schema_migration',
  );
  expect((await numbers()).get('frontrow_backup_age_seconds')).toBeGreaterThanOrEqual(age);
  await app.db.query("INSERT INTO last_backup (bytes, ended_at) VALUES (1, app_now() - interval '27 hours')");
  const late = (await numbers()).get('frontrow_backup_age_seconds');
  expect(late).toBeGreaterThan(93_600);
  expect(late).toBeLessThan(27.1 * 3600);
});

test('disks are those that the backup service reported', async () => {
  await app.db.query("INSERT INTO disk_report (disk, free_bytes, size_bytes) VALUES ('backups', 10, 100)");
  const found = await numbers();
  expect(found.get('frontrow_disk_free_bytes{disk="backups"}')).toBe(10);
  expect(found.get('frontrow_disk_bytes{disk="backups"}')).toBe(100);
  expect(found.get('frontrow_database_bytes')).toBeGreaterThan(1_000_000);
});

test('emails that wait and live rooms are counted for the whole installation', async () => {
  const event = await newEvent(app, await newHost(app), { capacity: 3, priceMinor: 1200 });
  expect((await buy(app, event, await newViewer(app), { stripe_token: 'pm_card_visa' })).status).toBe(200);
  await app.quiesce();
  await app.db.query(
    "INSERT INTO fact_delivery (fact_id, handler, queue, rank) SELECT min(id), 'receipt', 'mail', 0 FROM outbox",
  );
  await app.db.query(`INSERT INTO failed_job (job, error) VALUES ('no_show', 'boom')`);
  const before = await numbers();
  expect(before.get('frontrow_mails_waiting')).toBe(1);
  expect(before.get('frontrow_jobs_failing')).toBe(1);
  expect(before.get('frontrow_live_rooms')).toBe(0);
  expect(before.get('frontrow_encoders{via="rtmp"}')).toBe(0);
  await app.db.query('DELETE FROM fact_delivery');
  expect((await numbers()).get('frontrow_mails_waiting')).toBe(0);
});

test('a process says what it has open, and whether database and engine answer it', async () => {
  const found = await numbers();
  expect(found.get('frontrow_database_ready')).toBe(1);
  expect(found.get('frontrow_db_connections')).toBeGreaterThan(0);
  expect(found.get('frontrow_db_waiting')).toBe(0);
  expect(found.get('frontrow_sockets')).toBe(0);
  expect(found.get('frontrow_counts_alone')).toBe(0);
  expect(found.has('frontrow_engine_ready')).toBe(true);
});

test('health checks and scrapes are no traffic', async () => {
  for (const path of ['/healthz', '/readyz', '/metrics', '/api/client_config']) await app.http.inject(path);
  const routes = [...(await numbers()).keys()].filter((name) => name.startsWith('http_request_seconds_count'));
  expect(routes.join()).toContain('/api/client_config');
  expect(routes.join()).not.toMatch(/healthz|readyz|metrics/);
});

test.each<[string, number, (db: Sql, registry: client.Registry) => client.Gauge[] | void]>([
  ['payments', 1, moneyGauges],
  ['deliveries', 1, deliveryGauges],
  ['the books', 1, booksGauges],
  ['the installation', 2, installationGauges],
])('all numbers of %s are read once for each scrape', async (_what, reads, gaugesOf) => {
  const registry = new client.Registry();
  let asked = 0;
  const counting: Sql = {
    query(text, params) {
      asked++;
      return app.db.query(text, params);
    },
    one(text, params) {
      asked++;
      return app.db.one(text, params);
    },
  };
  for (const gauge of gaugesOf(counting, registry) ?? []) registry.registerMetric(gauge);
  await registry.metrics();
  expect(asked).toBe(reads);
  await registry.metrics();
  expect(asked).toBe(2 * reads);
});
