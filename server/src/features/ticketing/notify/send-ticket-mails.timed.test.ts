import nodemailer from 'nodemailer';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newHost } from '../../../../test/actors.ts';
import { bareEvent } from '../../../../test/free-ticket.ts';
import { testApp, type TestApp } from '../../../../test/harness.ts';

const mails = 300;
const rounds = 3;
/** Time the product takes, compared with finished emails that are only sent and noted. */
const ratioMax = 6;

let app: TestApp;
let server: SMTPServer;
let url: string;
const arrived: { to: string; bytes: number }[] = [];
beforeAll(async () => {
  server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    // Closing would otherwise wait half a minute for keep-alive connections.
    closeTimeout: 100,
    onData(stream, session, callback) {
      let bytes = 0;
      stream.on('data', (chunk: Buffer) => void (bytes += chunk.length));
      stream.on('end', () => {
        for (const { address } of session.envelope.rcptTo) arrived.push({ to: address, bytes });
        callback();
      });
    },
  });
  const port = await new Promise<number>((resolve) => {
    const listening = server.listen(0, '127.0.0.1', () => resolve((listening.address() as { port: number }).port));
  });
  url = `smtp://127.0.0.1:${port}`;
  app = await testApp({ config: { smtpUrl: url }, overrides: { mailsAtOnce: 64 } });
});
afterAll(async () => {
  await app.close();
  await new Promise<void>((resolve) => server.close(() => resolve()));
});

/** This many guests with a free ticket each; every invariant holds. */
async function soldToGuests(count: number): Promise<void> {
  const host = await newHost(app);
  const event = await bareEvent(app.db, host.id);
  await app.db.query('UPDATE event SET kind = 1, capacity = $2, sold = $2, tickets_issued = $2 WHERE id = $1', [
    event.id,
    count,
  ]);
  await app.db.query(
    `WITH guest AS (
       INSERT INTO app_user (username, username_skeleton, guest_email_norm)
       SELECT name, name, name || '@mail.test' FROM (SELECT 'g' || left(gen_random_uuid()::text, 8) || n AS name FROM generate_series(1, $2) n) g RETURNING id, guest_email_norm
     ), sale AS (
       SELECT id AS guest_id, guest_email_norm, gen_random_uuid() AS order_id, gen_random_uuid() AS ticket_id, row_number() OVER () AS seat FROM guest
     ), made_order AS (
       INSERT INTO orders (id, event_id, buyer_id, holder_key, email_norm, status, price_minor, fee_minor, total_minor, currency, paid_at)
       SELECT order_id, $1, guest_id, 'e:' || guest_email_norm, guest_email_norm, 'paid', 0, 0, 0, 'EUR', app_now() FROM sale
     ), made_payment AS (
       INSERT INTO payment (id, order_id, provider, amount_minor, currency, status, idem_key, settled_at)
       SELECT ticket_id, order_id, 'free', 0, 'EUR', 'succeeded', ticket_id::text, app_now() FROM sale
     ), made_ticket AS (
       INSERT INTO ticket (id, order_id, event_id, holder_id, holder_key, code, seat)
       SELECT ticket_id, order_id, $1, guest_id, 'e:' || guest_email_norm, 'FR-' || lpad(guest_id::text, 10, 'A'), seat FROM sale
     )
     INSERT INTO outbox (dedupe_key, topic, payload)
     SELECT 'ticket:' || ticket_id, 'TicketIssued',
       jsonb_build_object('ticketId', ticket_id, 'orderId', order_id, 'eventUuid', $1::uuid, 'userId', guest_id) FROM sale`,
    [event.id, count],
  );
}

/**
 * Milliseconds for as many finished emails of this size, ten in parallel, each noted in the database by one statement.
 */
async function floorOf(count: number, bytes: number): Promise<number> {
  const transport = nodemailer.createTransport({ url, pool: true, maxConnections: 10 });
  const raw = `Subject: as long as a ticket's\r\n\r\n`.padEnd(bytes, `${'x'.repeat(70)}\r\n`);
  const envelope = { from: 'hello@frontrow.test', to: 'floor@mail.test' };
  let left = count;
  const began = performance.now();
  const sendAndNote = async (): Promise<void> => {
    while (left-- > 0) {
      await transport.sendMail({ envelope, raw });
      await app.db.query('INSERT INTO mail_sent (dedupe_key) VALUES (gen_random_uuid())');
    }
  };
  await Promise.all(Array.from({ length: 10 }, sendAndNote));
  transport.close();
  return performance.now() - began;
}

test('the emails of a sale are sent nearly as fast as finished emails', async () => {
  // A warm-up that is not measured, so that the code is compiled.
  await soldToGuests(20);
  await app.facts.drain();
  const { bytes } = arrived[0]!;
  await floorOf(20, bytes);
  arrived.length = 0;

  const ratios: number[] = [];
  for (let round = 0; round < rounds; round++) {
    await soldToGuests(mails / rounds);
    const floor = await floorOf(mails / rounds, bytes);
    const began = performance.now();
    await app.facts.drain();
    ratios.push((performance.now() - began) / floor);
  }
  expect(new Set(arrived.map(({ to }) => to)).size).toBe(mails + 1);
  // The best of the rounds, because other programs on the machine slow some of them down.
  expect(Math.min(...ratios)).toBeLessThan(ratioMax);
});
