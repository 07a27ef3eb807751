import { days, hours } from '@frontrow/core/kernel/instant.ts';
import { expect, test } from 'vitest';
import { newHost } from '../../../test/actors.ts';
import { testApp } from '../../../test/harness.ts';

const calls = 21;
const medianMsMax = 50;

test('eight weeks of a busy host are listed in 50 ms', async () => {
  const app = await testApp();
  const host = await newHost(app);
  const offered = await app.call('POST /private_meetings/settings', {
    as: host.token,
    body: {
      enabled: true,
      zone: 'Europe/Madrid',
      lengths: [15, 30, 45, 60].map((minutes) => ({ minutes, price: 20 })),
      hours: [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, from: '09:00', to: '18:00' })),
      buffer_minutes: 10,
      notice_hours: 1,
      weekly_max: 100,
    },
  });
  expect(offered.status).toBe(200);
  const from = app.clock.now();
  await app.db.query('ALTER TABLE host_time DISABLE TRIGGER ALL');
  await app.db.query(
    `INSERT INTO host_time (event_id, host_id, lane, during)
     SELECT gen_random_uuid(), $1, int8range(NULL, NULL),
       tstzrange(app_now() + n * interval '11 hours', app_now() + n * interval '11 hours' + interval '45 minutes')
     FROM generate_series(1, 110) n`,
    [host.id],
  );
  const times: number[] = [];
  for (let n = 0; n < calls; n++) {
    const began = performance.now();
    const { data } = await app.call('GET /hosts/:username/slots', {
      params: { username: host.username },
      query: { from: String(from + hours(1)), to: String(from + days(56)) },
    });
    times.push(performance.now() - began);
    expect(data.slots.length).toBeGreaterThan(4000);
  }
  const median = times.toSorted((a, b) => a - b)[Math.floor(calls / 2)]!;
  expect(median, `median of ${calls} calls in ms`).toBeLessThan(medianMsMax);
  await app.db.query('DELETE FROM host_time WHERE host_id = $1', [host.id]);
  await app.close();
});
