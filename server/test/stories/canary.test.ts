import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { minutes } from '@frontrow/core/kernel/instant.ts';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { newHost } from '../actors.ts';
import { newEvent } from '../events.ts';
import { testApp, type TestApp } from '../harness.ts';
import { connectSocket, listening } from '../live-socket.ts';
import { mailsTo, tokenIn } from '../mails.ts';
import { purchaseBody } from '../tickets.ts';
import { createMailboxMail } from '../../src/adapters/mail/mailbox/mailbox-mail.ts';
import type { MailMessage } from '../../src/ports/mail.ts';
import { createLog } from '../../src/process/process-log.ts';

/** Strings that nothing else says: wherever one of them is found, it was carried there. */
const person = {
  email: 'canary.bird@canary-mail.com',
  username: 'canarybird',
  password: 'Canary-Pass-77',
  name: 'Canarina',
  surname: 'Canariensis',
};
const guestEmail = 'canary.guest@canary-mail.com';
const cardToken = 'tok_canary_0077';
const cardNumber = '4000056655665556';

let home: string;
let app: TestApp;
/** Like an email server that says for whom it will not take a mail. */
let refuseMails = false;
/** Errors are said in the terminal, too. */
const terminal: string[] = [];
beforeAll(async () => {
  vi.spyOn(process.stderr, 'write').mockImplementation((line) => terminal.push(String(line)) > 0);
  home = mkdtempSync(join(tmpdir(), 'frontrow-canary-'));
  const mail = {
    state: () => 'ready' as const,
    async send(message: MailMessage) {
      if (refuseMails) throw new Error(`Can't send mail: 550 5.1.1 <${message.to}>: Recipient address rejected`);
      await createMailboxMail(app.db).send(message);
    },
  };
  app = await testApp({ overrides: { log: createLog({ production: false, home }), mail } });
});
afterAll(async () => {
  try {
    await app.close();
  } finally {
    // Other suites share this process, and its terminal.
    vi.restoreAllMocks();
    rmSync(home, { recursive: true, force: true });
  }
});

test('no secret and no address of anyone is in the log, whatever goes wrong', async () => {
  const event = await newEvent(app, await newHost(app), { priceMinor: 1500 });
  const signed = await app.call('POST /auth/signup', {
    body: { ...person, date_of_birth: '1990-05-01', accept_terms: true },
  });
  expect(signed.status).toBe(201);
  const { access_token: token, refresh_token: refresh } = signed.data;
  await app.call('POST /auth/login', { body: { email: person.email, password: `${person.password}-wrong` } });
  await app.call('POST /auth/forgot_password', { body: { email: person.email } });
  await app.call('POST /sandbox/card_tokens', {
    body: { number: cardNumber, exp_month: 1, exp_year: 2030, cvc: '123' },
  });
  await app.call('POST /events/purchase', {
    as: token,
    body: await purchaseBody(app, event, { stripe_token: cardToken }),
  });
  const bought = await app.call('POST /events/purchase_no_login', {
    body: await purchaseBody(app, event, { email: guestEmail, stripe_token: 'pm_card_visa' }),
  });
  expect(bought.status).toBe(200);

  // The first try of every email is refused, as loudly as email servers do; the next one finds its way.
  refuseMails = true;
  await app.quiesce();
  refuseMails = false;
  await app.clock.advance(10_000);
  await app.quiesce();
  const joinLink = tokenIn((await mailsTo(app, guestEmail))[0]);
  const resetLink = tokenIn(
    (await mailsTo(app, person.email)).find(({ links }) => links.some((one) => /reset/.test(one))),
  );
  await app.http.inject(`/join/${event.id}?token=${joinLink}`);
  await app.call('POST /auth/guest_session', { body: { token: joinLink } });
  await app.call('POST /auth/reset_password', { body: { token: `${resetLink}x`, password: person.password } });

  // A socket that may not listen, a webhook that is forged, a database without the table that is asked.
  const url = await listening(app);
  const stranger = { id: 1, username: person.username, email: person.email, token };
  await expect(connectSocket(url, stranger, event.id)).rejects.toThrow();
  await app.http.inject({ method: 'POST', url: '/api/webhooks/stripe', payload: { receipt_email: guestEmail } });
  await app.db.query('ALTER TABLE app_user RENAME TO app_user_away');
  const broken = await app.call('POST /auth/login', { body: { email: person.email, password: person.password } });
  expect(broken.status).toBe(500);
  await app.db.query('ALTER TABLE app_user_away RENAME TO app_user');

  const log = readFileSync(join(home, 'frontrow.log'), 'utf8');
  expect(log).toMatch(/Recipient address rejected/);
  expect(log).toMatch(/"msg":"fault"/);
  const canaries = [...Object.values(person), guestEmail, cardToken, cardNumber, token, refresh, joinLink, resetLink];
  expect(terminal.join('')).toMatch(/"msg":"fault"/);
  expect(canaries.filter((canary) => log.includes(canary) || terminal.join('').includes(canary))).toEqual([]);
});

test('someone who closed the account is in no table afterwards', async () => {
  // What was begun and never paid is over.
  await app.clock.advance(minutes(20));
  await app.quiesce();
  const { data } = await app.call('POST /auth/login', { body: { email: person.email, password: person.password } });
  const gone = await app.call('POST /user/delete', { as: data.access_token, body: { password: person.password } });
  expect(gone.status).toBe(200);
  await app.quiesce();
  const tables = await app.db.query<{ name: string }>(
    `SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'public'
      AND table_type = 'BASE TABLE' AND table_name <> 'dev_mailbox'`,
  );
  const words = [person.email, person.username, person.name, person.surname];
  const found: string[] = [];
  for (const { name } of tables)
    for (const row of await app.db.query<{ text: string }>(`SELECT t::text AS text FROM ${name} t`))
      for (const word of words) if (row.text.toLowerCase().includes(word.toLowerCase())) found.push(`${name}: ${word}`);
  expect(found).toEqual([]);
});
