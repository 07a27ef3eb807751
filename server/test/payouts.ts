import { randomUUID } from 'node:crypto';
import type { TestActor } from './actors.ts';
import type { TestApp } from './harness.ts';

/** Money of a host that is there to be paid out, posted as the release of an event posts it. */
export async function giveMoney(app: TestApp, host: TestActor, minor: number, currency = 'EUR'): Promise<void> {
  // The other side stands for the provider that took it.
  await app.db.query("SELECT ledger_post('opening', $1, NULL, $2, $3)", [
    `opening:${randomUUID()}`,
    currency,
    JSON.stringify([
      ['psp_clearing', 'sandbox_card', minor],
      ['host_payable', String(host.id), -minor],
    ]),
  ]);
}

/** The host typed the password a moment ago, in the session that the tokens of tests are of. */
export async function passwordTyped(app: TestApp, host: TestActor): Promise<void> {
  const { sid } = JSON.parse(Buffer.from(host.token.split('.')[1]!, 'base64url').toString()) as { sid: string };
  await app.db.query(
    `INSERT INTO refresh_token (id, family_id, user_id, hash, expires_at, password_at)
     VALUES ($1::uuid, $2, $3, uuid_send($1::uuid), app_now() + interval '1 day', app_now())`,
    [randomUUID(), sid, host.id],
  );
}

/** The host's payout account, in their own name. */
export async function addAccount(
  app: TestApp,
  host: TestActor,
  account: string,
  kind: 'sandbox' | 'stripe' | 'paypal' | 'sepa' = 'sandbox',
): Promise<string> {
  await passwordTyped(app, host);
  const added = await app.call('POST /payouts/methods', {
    as: host.token,
    body: { kind, account, holder_name: `${host.username} Test` },
  });
  if (added.status !== 200) throw new Error(`no payout method: ${JSON.stringify(added.errors)}`);
  return added.data.method.method_uuid;
}

export const requestPayout = (app: TestApp, host: TestActor, body: object = {}, key?: string) =>
  app.call('POST /payouts/request', {
    as: host.token,
    body: { currency_code: 'EUR', ...body },
    ...(key !== undefined && { headers: { 'idempotency-key': key } }),
  });

/** What the books owe the host, in minor units. */
export async function owed(app: TestApp, host: TestActor): Promise<number> {
  const row = await app.db.one<{ minor: number }>(
    `SELECT -coalesce(sum(e.amount_minor), 0)::bigint AS minor FROM ledger_account a
     JOIN ledger_entry e ON e.account_id = a.id WHERE a.kind = 'host_payable' AND a.owner = $1`,
    [String(host.id)],
  );
  return row?.minor ?? 0;
}

export async function payoutsOf(app: TestApp, host: TestActor) {
  return (await app.call('GET /payouts', { as: host.token })).data.payouts;
}
