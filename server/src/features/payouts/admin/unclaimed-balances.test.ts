import { payoutsPageSize } from '@frontrow/core/payouts/limits.ts';
import { afterAll, expect, test } from 'vitest';
import { newAdmin } from '../../../../test/actors.ts';
import { testApp } from '../../../../test/harness.ts';

const app = await testApp();
afterAll(() => app.close());

/** Pages until the list ends: their sizes, and the usernames in order. */
async function pagesOf(call: 'GET /admin/payouts/left' | 'GET /admin/payouts/holds', token: string) {
  const sizes: number[] = [];
  const hosts: string[] = [];
  for (let cursor: string | null | undefined; cursor !== null && sizes.length < 9;) {
    const { data } = await app.call(call, { as: token, query: cursor === undefined ? {} : { cursor } });
    const page = 'left' in data ? data.left.map((one) => `${one.host_username} ${one.currency_code}`) : [];
    const rows = 'holds' in data ? data.holds.map((one) => one.host_username) : page;
    sizes.push(rows.length);
    hosts.push(...rows);
    cursor = data.next_cursor;
  }
  return { sizes, hosts };
}

test('unclaimed balances and holds come in pages, each once, the latest hold first, also where times are equal', async () => {
  const admin = await newAdmin(app);
  const hosts = payoutsPageSize * 2;
  await app.db.query(
    `WITH made AS (
       INSERT INTO app_user (username, username_skeleton, role, suspended_at, suspended_reason)
       SELECT 'left' || n, 'left' || n, 1, app_now(), 'Reports' FROM generate_series(1, $1) n RETURNING id),
     held AS (INSERT INTO payout_hold (host_id, reason, held_by, held_at)
       SELECT id, 'Chargebacks', $2, app_now() - (row_number() OVER (ORDER BY id) / 4) * interval '1 minute' FROM made
       RETURNING host_id)
     SELECT ledger_post('test', 'test:' || host_id || c, NULL, c, json_build_array(
       json_build_array('host_payable', host_id::text, -1200), json_build_array('bank', '', 1200)))
     FROM held, unnest(ARRAY['EUR', 'GBP', 'USD']) c`,
    [hosts, admin.id],
  );
  const left = await pagesOf('GET /admin/payouts/left', admin.token);
  expect(left.sizes, 'none after a full last page').toEqual(Array.from({ length: 6 }, () => payoutsPageSize));
  expect(new Set(left.hosts).size, 'a page may end between two currencies of a host').toBe(hosts * 3);
  const held = await pagesOf('GET /admin/payouts/holds', admin.token);
  expect(held.sizes).toEqual([payoutsPageSize, payoutsPageSize]);
  expect(held.hosts).toEqual(Array.from({ length: hosts }, (_, n) => `left${n + 1}`));
});
