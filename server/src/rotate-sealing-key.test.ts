import { afterAll, beforeAll, expect, test } from 'vitest';
import { newHost } from '../test/actors.ts';
import { newEvent } from '../test/events.ts';
import { freshDatabase, testApp, type TestApp } from '../test/harness.ts';
import { createAccountSeal } from './features/accounts/second-factor.ts';
import { currentKey } from './features/broadcast/hls/segment-keys.ts';
import { calendarUrl, rotateCalendarUrl } from './features/feeds/calendar-links.ts';
import { streamKeyOf } from './features/broadcast/stream-keys.ts';
import { sealedAccounts } from './features/payouts/payouts-deps.ts';
import { webhookSecrets } from './features/developers/index.ts';
import { walletSecrets } from './features/token-gate/wallet-nonces.ts';
import { rotateSealingKey, sealedColumns, SecretsUnreadable } from './rotate-sealing-key.ts';
import { createSeal } from './seal.ts';

const changed = 'another-sealing-secret-of-more-than-32-characters';
const methodId = '00000000-0000-4000-8000-000000000001';
const iban = 'NL91ABNA0417164300';
const wallet = Buffer.alloc(32, 7);

/** One installation, as it is started one time after the other. */
/** No audit line is of interest here. */
const unrecorded = async (): Promise<void> => undefined;

let database: Awaited<ReturnType<typeof freshDatabase>>;
let before: TestApp;
let received: TestApp;
let during: TestApp;
let after: TestApp;
beforeAll(async () => {
  database = await freshDatabase();
  const overrides = { databaseUrl: database.url };
  before = await testApp({ overrides });
  const old = before.kit.config.secret;
  received = await testApp({ overrides, config: { sealing: { secret: undefined, accepted: changed } } });
  during = await testApp({ overrides, config: { sealing: { secret: changed, accepted: old } } });
  after = await testApp({ overrides, config: { sealing: { secret: changed, accepted: undefined } } });
});
afterAll(async () => {
  for (const app of [before, received, during, after]) await app.close();
  await database.drop();
});

test('every column that is named as sealed is in the list', async () => {
  const rows = await before.kit.db.query<{ name: string }>(
    `SELECT table_name || '.' || column_name AS name FROM information_schema.columns
     WHERE table_schema = 'public' AND data_type = 'bytea' AND column_name LIKE '%sealed%'`,
  );
  expect(rows.map(({ name }) => name).toSorted()).toEqual(sealedColumns.map(({ name }) => name).toSorted());
});

/** Something secret in every column, put there by the features of one start. */
async function fill(app: TestApp) {
  const { kit } = app;
  const host = await newHost(app);
  const event = await newEvent(app, host, { priceMinor: 1200 });
  const key = await streamKeyOf(kit, event.id);
  await kit.db.query('INSERT INTO room (event_id) VALUES ($1)', [event.id]);
  const segmentKey = (await currentKey(kit, event.id)).key.toString('hex');
  await kit.db.query('INSERT INTO second_factor (user_id, sealed_secret) VALUES ($1, $2)', [
    host.id,
    createAccountSeal(kit.config, kit.ids).seal(host.id, Buffer.from('authenticator')),
  ]);
  const calendar = await rotateCalendarUrl(kit, host.id);
  await kit.db.query(
    `INSERT INTO payout_method
       (id, host_id, kind, account_sealed, account_hash, account_shown, holder_name, state, is_default)
     VALUES ($1, $2, 'sepa', $3, '', '…00', 'Ann', 'ready', true)`,
    [methodId, host.id, sealedAccounts(kit).seal(methodId, iban)],
  );
  const body = { event_uuid: event.id, type: 'interactive', email: 'g@mail.test', stripe_token: 'pm_card_visa' };
  expect((await app.call('POST /events/purchase_no_login', { body })).status).toBe(200);
  const ticket = await kit.db.one<{ id: string }>(
    'UPDATE ticket SET wallet_hash = $2 WHERE event_id = $1 RETURNING id',
    [event.id, wallet],
  );
  await kit.db.query("INSERT INTO token_claim (ticket_id, gate, holder_of, proof_sealed) VALUES ($1, 'x', 'y', $2)", [
    ticket!.id,
    walletSecrets(kit).seal(wallet, 'proof'),
  ]);
  const line = { account: iban, holderName: 'Ann', amountMinor: 100, methodId, hostId: host.id };
  await sendLine(app, line, kit.ids.uuid());
  const file = await kit.sepaFiles!.make(host.id, unrecorded);
  // More lines than are read at once.
  for (let n = 0; n < 501; n += 1) await sendLine(app, line, kit.ids.uuid());
  await kit.db.query(
    "INSERT INTO restream_target (id, event_id, name, url, key_sealed) VALUES ($1, $2, 'x', 'y', $3)",
    [
      methodId,
      event.id,
      createSeal(kit.config, 'restream-key', kit.ids).seal(methodId, Buffer.from('stream key of another service')),
    ],
  );
  const webhook = { url: 'https://example.com/hooks', events: ['order.paid'] };
  const added = await app.call('POST /webhook_endpoints', { as: host.token, body: webhook });
  const rotated = await app.call('POST /webhook_endpoints/rotate_secret', {
    as: host.token,
    body: { id: added.data.endpoint.id },
  });
  return { event, host, key, segmentKey, calendar, file: file!.id, secrets: [rotated.data.secret, added.data.secret] };
}

const sendLine = (app: TestApp, line: object, payoutId: string): Promise<unknown> =>
  app.kit.payoutBanks.sepa!.send({ ...line, payoutId } as Parameters<
    NonNullable<TestApp['kit']['payoutBanks']['sepa']>['send']
  >[0]);

/** What the features of one start read of it. */
async function readAll({ kit }: TestApp, { event, host, file }: Awaited<ReturnType<typeof fill>>) {
  const { db } = kit;
  const factor = await db.one<{ sealed_secret: Buffer }>('SELECT sealed_secret FROM second_factor');
  const method = await db.one<{ account_sealed: Buffer }>('SELECT account_sealed FROM payout_method');
  const claim = await db.one<{ proof_sealed: Buffer | null }>('SELECT proof_sealed FROM token_claim');
  const endpoint = await db.one<{ id: string; now: Buffer; before: Buffer | null }>(
    'SELECT id, secret_sealed AS now, previous_secret_sealed AS before FROM webhook_endpoint',
  );
  const target = await db.one<{ key_sealed: Buffer }>('SELECT key_sealed FROM restream_target');
  const openWebhook = (sealed: Buffer): string => webhookSecrets(kit).open(endpoint!.id, sealed);
  return [
    await streamKeyOf(kit, event.id),
    (await currentKey(kit, event.id)).key.toString('hex'),
    Buffer.from(createAccountSeal(kit.config, kit.ids).open(host.id, factor!.sealed_secret)).toString(),
    sealedAccounts(kit).open(methodId, method!.account_sealed),
    walletSecrets(kit).open(wallet, claim!.proof_sealed!),
    (await kit.sepaFiles!.read(file!))?.xml.includes(iban),
    await calendarUrl(kit, host.id),
    createSeal(kit.config, 'restream-key', kit.ids).open(methodId, target!.key_sealed).toString(),
    [openWebhook(endpoint!.now), openWebhook(endpoint!.before!)],
  ];
}

test('every stored secret is re-encrypted with the new sealing secret', async () => {
  const stored = await fill(before);
  const open = ['authenticator', iban, 'proof', true, stored.calendar, 'stream key of another service'];
  const read = [stored.key, stored.segmentKey, ...open, stored.secrets];
  expect(await readAll(during, stored), 'the accepted secret opens them').toEqual(read);
  await expect(readAll(after, stored), 'the new one alone does not').rejects.toThrow('authenticate');
  await expect(rotateSealingKey(after.kit.db, after.kit.config, after.kit.ids)).rejects.toThrow(SecretsUnreadable);

  expect(await rotateSealingKey(during.kit.db, during.kit.config, during.kit.ids)).toBe(10 + 501);
  expect(await readAll(after, stored)).toEqual(read);
  expect(await readAll(received, stored), 'a process that was told of the new one').toEqual(read);
  await expect(readAll(before, stored)).rejects.toThrow('authenticate');
  const makes = async () => (await after.kit.sepaFiles!.make(stored.host.id, unrecorded))?.payoutIds.length ?? 0;
  expect((await makes()) + (await makes()), 'every line is read').toBe(501);
  expect(await rotateSealingKey(during.kit.db, during.kit.config, during.kit.ids), 'nothing is left to do').toBe(0);
});

test('a secret that has changed since it was read is not overwritten', async () => {
  const { db } = during.kit;
  const overwritten: string[] = [];
  let tried = 0;
  for (const column of sealedColumns) {
    const [row] = await column.read(db, column.first);
    if (!row) continue;
    tried += 1;
    const written = await column.write(db, { ...row, sealed: Buffer.from('older') }, Buffer.from('newer'));
    if (written.length > 0) overwritten.push(column.name);
  }
  expect(overwritten).toEqual([]);
  // Every line is already in a file, so the column of waiting lines has no row.
  expect(tried).toBe(sealedColumns.length - 1);
});

test('a secret that neither key opens stays as it is, and its column is reported', async () => {
  const { db, config, ids } = during.kit;
  await db.query("UPDATE payout_method SET account_sealed = 'not sealed by us at all: it is too long'");
  await expect(rotateSealingKey(db, config, ids)).rejects.toThrow(/opens 1 in payout_method\.account_sealed/);
  const row = await db.one<{ text: string }>("SELECT convert_from(account_sealed, 'UTF8') AS text FROM payout_method");
  expect(row?.text).toMatch(/^not sealed/);
});
