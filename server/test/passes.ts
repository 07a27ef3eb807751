import { randomUUID } from 'node:crypto';
import { days } from '@frontrow/core/kernel/instant.ts';
import type { TestActor } from './actors.ts';
import { type EventTraits, newEvent, type TestEvent } from './events.ts';
import type { TestApp } from './harness.ts';

export interface OfferedPass {
  readonly id: string;
  readonly series: string;
  readonly events: readonly TestEvent[];
}

/** A series with these dates, a day apart, and its pass; without a price none is offered. */
export async function newPass(
  app: TestApp,
  host: TestActor,
  {
    price,
    dates,
  }: {
    readonly price: number | undefined;
    readonly dates: readonly EventTraits[];
  },
): Promise<OfferedPass> {
  const series = randomUUID();
  await app.db.query("INSERT INTO event_series (id, host_id, title) VALUES ($1, $2, 'Kitchen songs')", [
    series,
    host.id,
  ]);
  const events: TestEvent[] = [];
  for (const [index, traits] of dates.entries()) {
    const event = await newEvent(app, host, traits);
    await app.db.query(
      `UPDATE event SET series_id = $2, starts_at = starts_at + $3 * interval '1 ms',
         original_starts_at = original_starts_at + $3 * interval '1 ms',
         local_start = local_start + $3 * interval '1 ms' WHERE id = $1`,
      [event.id, series, days(index)],
    );
    events.push(event);
  }
  if (price === undefined) return { id: '', series, events };
  const offered = await app.call('POST /series/pass/offer', {
    as: host.token,
    body: { series_uuid: series, price },
  });
  if (!offered.data?.pass) throw new Error(`no pass: ${JSON.stringify(offered.errors)}`);
  return { id: offered.data.pass.pass_uuid, series, events };
}

export const holdPass = (app: TestApp, pass: OfferedPass, buyer: TestActor) =>
  app.call('POST /series/pass/hold', { as: buyer.token, body: { pass_uuid: pass.id } });

/** By card, where `how` says nothing else. */
export const buyPass = (
  app: TestApp,
  pass: OfferedPass,
  buyer: TestActor,
  how: object = { stripe_token: 'pm_card_visa' },
  headers = {},
) => app.call('POST /series/pass/purchase', { as: buyer.token, body: { pass_uuid: pass.id, ...how }, headers });
