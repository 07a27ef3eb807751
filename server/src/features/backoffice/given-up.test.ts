import { afterAll, beforeAll, expect, test } from 'vitest';
import { newAdmin, newHost, newViewer } from '../../../test/actors.ts';
import { newEvent } from '../../../test/events.ts';
import { testApp, type TestApp } from '../../../test/harness.ts';
import { mailsTo } from '../../../test/mails.ts';
import { giveTicket } from '../../../test/tickets.ts';
import { erasePerson } from '../accounts/deletion.ts';
import { refusedMailDomain } from '../../adapters/mail/mailbox/mailbox-mail.ts';

let app: TestApp;
beforeAll(async () => void (app = await testApp()));
afterAll(() => app.close());

const metric = async (name: string) =>
  Number(
    (await app.http.inject('/metrics')).body
      .split('\n')
      .find((line) => line.startsWith(`${name} `))
      ?.split(' ')[1],
  );
const givenUp = (reason: string) => metric(`fact_deliveries_given_up{reason="${reason}"}`);
const addressOf = (id: number, email: string) =>
  app.db.query('UPDATE app_user SET email_norm = $2 WHERE id = $1', [id, email]);

test('a dead address is given up once, shown to its holder and to app admins, and works again after a retry', async () => {
  const [admin, host, viewer] = [await newAdmin(app), await newHost(app), await newViewer(app)];
  await app.quiesce();
  const dead = `ada${viewer.id}@${refusedMailDomain}`;
  await addressOf(viewer.id, dead);
  const event = await newEvent(app, host, { priceMinor: 1000 });
  await giveTicket(app, event, viewer);
  await app.quiesce();

  const own = (await app.call('GET /tickets/mine', { as: viewer.token })).data.tickets[0]!.ticket;
  const page = async () =>
    (await app.call('GET /tickets/:ticket', { as: viewer.token, params: { ticket: own.ticket_uuid } })).data;
  expect(await page()).toMatchObject({ undeliverable_email: dead });
  const listed = async () =>
    (await app.call('GET /admin/deliveries', { as: admin.token, query: { state: 'given_up' } })).data.deliveries;
  const [row, ...others] = await listed();
  expect(others).toEqual([]);
  expect(row).toMatchObject({
    fact_topic: 'TicketIssued',
    delivery_handler: 'mail-ticket',
    delivery_kind: 'mail',
    delivery_attempts: 1,
    delivery_given_up: true,
    delivery_next: null,
    delivery_recipient: dead,
    delivery_error: expect.stringContaining('no such mailbox'),
  });
  expect([await givenUp('address'), await givenUp('other')]).toEqual([1, 0]);

  await addressOf(viewer.id, `ada${viewer.id}@mail.test`);
  expect(await page()).toMatchObject({ undeliverable_email: null });
  const retry = () =>
    app.call('POST /admin/deliveries/retry', {
      as: admin.token,
      body: { fact_id: row!.fact_id, delivery_handler: row!.delivery_handler },
    });
  expect((await retry()).status).toBe(200);
  await app.quiesce();
  expect(await listed()).toEqual([]);
  expect(await mailsTo(app, `ada${viewer.id}@mail.test`)).toHaveLength(1);
  expect((await retry()).errors[0]?.code).toBe('delivery_not_found');
  expect(await givenUp('address')).toBe(0);
});

test('erasing an account forgets that its address was dead, and what was given up for it', async () => {
  const viewer = await newViewer(app);
  await app.quiesce();
  const dead = `bo${viewer.id}@${refusedMailDomain}`;
  await addressOf(viewer.id, dead);
  await app.call('POST /auth/magic_link', { body: { email: dead } });
  await app.quiesce();
  const known = () =>
    app.db.query(
      `SELECT address FROM undeliverable_address WHERE address = $1
       UNION ALL SELECT recipient FROM fact_delivery WHERE recipient = $1`,
      [dead],
    );
  expect(await known()).toHaveLength(2);
  const sessions = { endAll: () => Promise.resolve() } as never;
  await app.db.tx((tx) => erasePerson(tx, { ids: app.kit.ids, sessions }, viewer.id));
  expect(await known()).toEqual([]);
});
