import { endToEndId } from '@frontrow/core/payouts/sepa-text.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newAdmin, newHost, type TestActor } from '../../../test/actors.ts';
import { testApp, type TestApp } from '../../../test/harness.ts';
import { withoutAudit } from '../../../test/failing-audit.ts';
import { addAccount, giveMoney, owed, payoutsOf, requestPayout } from '../../../test/payouts.ts';

let app: TestApp;
let admin: TestActor;
beforeAll(async () => {
  app = await testApp();
  admin = await newAdmin(app);
});
afterAll(() => app.close());

const iban = 'NL91ABNA0417164300';
async function waiting(minor: number): Promise<{ host: TestActor; payoutId: string }> {
  const host = await newHost(app);
  await giveMoney(app, host, minor);
  await addAccount(app, host, iban, 'sepa');
  const { payout } = (await requestPayout(app, host)).data;
  await app.quiesce();
  return { host, payoutId: payout.payout_uuid };
}
test('a bank transfer is in euros only: another currency uses an account that accepts it, or is refused', async () => {
  const host = await newHost(app);
  await giveMoney(app, host, 4000, 'JPY');
  const bank = await addAccount(app, host, iban, 'sepa');
  const { data } = await app.call('GET /payouts/methods', { as: host.token });
  expect(data.methods[0]).toMatchObject({ kind: 'sepa', currencies: ['EUR'] });
  const yen = (more: object = {}) => requestPayout(app, host, { currency_code: 'JPY', ...more });
  expect((await yen()).errors[0]?.message).toBe(
    'This account can only receive EUR. Choose another payout method for JPY. You can add a sandbox account.',
  );
  const sandbox = { kind: 'sandbox', account: 'pays', holder_name: `${host.username} Test` };
  expect((await app.call('POST /payouts/methods', { as: host.token, body: sandbox })).status).toBe(200);
  await app.call('POST /payouts/methods/default', { as: host.token, body: { method_uuid: bank } });
  expect((await yen({ method_uuid: bank })).errors[0]?.message).toBe(
    'This account can only receive EUR. Choose another payout method for JPY.',
  );
  expect((await yen()).data.payout).toMatchObject({ kind: 'sandbox', amount: 4000, currency_code: 'JPY' });
  await app.quiesce();
});

const make = () => app.call('POST /admin/payouts/sepa', { as: admin.token, body: {} });
const read = (uuid: string) => app.call('GET /admin/payouts/sepa/:uuid', { as: admin.token, params: { uuid } });
const mark = (body: object) => app.call('POST /admin/payouts/sepa/mark', { as: admin.token, body });
const stateOf = async ({ host }: { host: TestActor }) => (await payoutsOf(app, host))[0]?.state;

test('one file contains all waiting payouts, once, is the same when read again, and the bank’s answers end the payouts', async () => {
  const [first, second, held] = [await waiting(1730), await waiting(150), await waiting(500)];
  const username = held.host.username;
  await app.call('POST /admin/payouts/hold', { as: admin.token, body: { username, reason: 'We look at it.' } });
  expect(await stateOf(first)).toBe('requested');
  expect((await app.call('POST /admin/payouts/sepa', { as: first.host.token, body: {} })).status).toBe(403);

  // Two admins press at once: one file has both lines, the other one finds nothing.
  const both = await Promise.all([make(), make()]);
  expect(both.map(({ status, errors }) => errors[0]?.code ?? status).toSorted()).toEqual([200, 'sepa_nothing_to_send']);
  const uuid = both.find(({ status }) => status === 200)!.data.file_uuid;
  const { name, xml } = (await read(uuid)).data;
  expect((await read(uuid)).data.xml).toBe(xml);
  expect(name).toMatch(/^payouts-\d{4}-\d\d-\d\d-[0-9a-f]{8}\.xml$/);
  expect(xml).toContain('xmlns="urn:iso:std:iso:20022:tech:xsd:pain.001.001.09"');
  expect(xml.match(/<NbOfTxs>2<\/NbOfTxs>/g)).toHaveLength(2);
  expect(xml.match(/<CtrlSum>18.80<\/CtrlSum>/g)).toHaveLength(2);
  expect(xml).toContain(`<EndToEndId>${endToEndId(first.payoutId)}</EndToEndId>`);
  expect(xml).toContain('<InstdAmt Ccy="EUR">17.30</InstdAmt>');
  expect(xml).toContain(`<IBAN>${iban}</IBAN>`);
  expect(xml).not.toContain(endToEndId(held.payoutId));
  expect([await stateOf(first), await stateOf(second), await stateOf(held)]).toEqual(['sent', 'sent', 'requested']);

  expect((await mark({ payout_uuid: second.payoutId, state: 'returned' })).errors[0]?.message).toBe(
    'This transfer is already marked as in file.',
  );
  await mark({ payout_uuid: second.payoutId, state: 'rejected', reason: 'AC04: the account is closed' });
  await mark({ file_uuid: uuid, state: 'executed' });
  await mark({ file_uuid: uuid, state: 'executed' });
  expect([await stateOf(first), await stateOf(second)]).toEqual(['paid', 'failed']);
  expect([await owed(app, first.host), await owed(app, second.host)]).toEqual([0, 150]);
  const back = await mark({ payout_uuid: first.payoutId, state: 'returned', reason: 'AC01: no such account' });
  expect(back.data.files[0]?.lines).toMatchObject([{ state: 'returned' }, { state: 'rejected' }]);
  expect([await stateOf(first), await owed(app, first.host)]).toEqual(['returned', 1730]);

  await app.call('POST /admin/payouts/release', { as: admin.token, body: { username, reason: 'All is well.' } });
  const next = (await make()).data;
  expect((await read(next.file_uuid)).data.xml).toContain(endToEndId(held.payoutId));
  expect(next.files).toHaveLength(2);
  expect(await stateOf(held)).toBe('sent');
});

test('what waits for a file is what the next file would have: no payout of a host on hold', async () => {
  const show = async () => (await app.call('GET /admin/payouts/sepa', { as: admin.token })).data.waiting;
  const before = await show();
  const held = await waiting(900);
  expect(await show()).toMatchObject({ count: before.count + 1 });
  const body = { username: held.host.username, reason: 'We look at it.' };
  await app.call('POST /admin/payouts/hold', { as: admin.token, body });
  expect(await show()).toEqual(before);
  await app.call('POST /admin/payouts/release', { as: admin.token, body });
  expect(await show()).toMatchObject({ count: before.count + 1 });
  await make();
  expect(await show()).toMatchObject({ count: 0, total: 0 });
});

test('a file of which the bank has decided every line says so when all are marked again', async () => {
  const { payoutId } = await waiting(800);
  const uuid = (await make()).data.file_uuid;
  await mark({ payout_uuid: payoutId, state: 'rejected', reason: 'AC04' });
  const again = await mark({ file_uuid: uuid, state: 'executed' });
  expect(again.errors[0]?.code).toBe('sepa_line_decided');
  const unknown = await mark({ file_uuid: '00000000-0000-4000-8000-000000000000', state: 'executed' });
  expect(unknown.errors[0]?.code).toBe('sepa_file_not_found');
});

test('an IBAN is deleted from the database once its file has it', async () => {
  await waiting(200);
  await make();
  expect(await app.db.query('SELECT 1 FROM sepa_line WHERE iban_sealed IS NOT NULL')).toEqual([]);
  const files = await app.db.query<{ row: string; plain: string | null; sealed: string }>(
    "SELECT f::text AS row, xml AS plain, encode(xml_sealed, 'escape') AS sealed FROM sepa_file f",
  );
  for (const { row, plain, sealed } of files) {
    expect(plain).toBeNull();
    for (const text of [row, sealed]) expect(text).not.toContain(iban);
  }
});

test('a file and what the bank did with it change together with their audit lines, or not at all', async () => {
  const { payoutId, host } = await waiting(700);
  await withoutAudit(app, 'sepa_file_made', async () => expect((await make()).status).toBe(500));
  expect(await stateOf({ host })).toBe('requested');
  expect((await make()).status).toBe(200);
  const executed = { payout_uuid: payoutId, state: 'executed' };
  await withoutAudit(app, 'sepa_line_marked', async () => expect((await mark(executed)).status).toBe(500));
  await app.quiesce();
  expect(await stateOf({ host })).toBe('sent');
  expect((await mark(executed)).status).toBe(200);
  expect(await stateOf({ host })).toBe('paid');
});

test('the audit log records each download of a file, and only an app admin can download', async () => {
  await waiting(300);
  const uuid = (await make()).data.file_uuid;
  const stranger = await newHost(app);
  const refused = await app.call('GET /admin/payouts/sepa/:uuid', { as: stranger.token, params: { uuid } });
  expect(refused.status).toBe(403);
  const reads = () => app.db.query("SELECT actor_id FROM audit_log WHERE action = 'sepa_file_read'");
  const before = await reads();
  expect((await read(uuid)).data.xml).toContain(iban);
  expect((await read('0b4a7c3e-0000-4000-8000-000000000001')).status).toBe(404);
  expect((await reads()).slice(before.length)).toEqual([{ actor_id: admin.id }]);
});
