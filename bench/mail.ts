/**
 * Three thousand free tickets, sold over real HTTP, and their mails into a local mail server: seconds from the first
 * purchase until the last mail has come. Then the same mails for guests, which carry a link of their own. Compared
 * with what the mail library alone takes for finished mails of the same size in the same run. `npm run bench mail`.
 */
import { cpus, loadavg } from 'node:os';
import type pg from 'pg';
import { libraryAlone, type MailServer, startMailServer } from './mail/mail-server.ts';
import { benchSecret, onNewProduct } from './new-product.ts';
import type { RunningServer } from './read/product.ts';
import { median, print } from './report.ts';
import { post, sendAll } from './sale/load.ts';
import { seedEvent, seedPeople, tokenFor } from './sale/people.ts';

const tickets = 3_000;
const connections = 256;
const rounds = 3;
/** Goal: from the first purchase until the last mail. */
const secondsMax = 10;

interface Market {
  readonly db: pg.Client;
  readonly server: RunningServer;
  readonly mailServer: MailServer;
  readonly hostId: number;
  readonly buyerIds: readonly number[];
}

interface Round {
  readonly soldSeconds: number;
  readonly mailedSeconds: number;
  readonly guestsMailedSeconds: number;
  readonly libraryAloneSeconds: number;
  readonly mailBytes: number;
  /** Milliseconds of the server's processor per guest's mail. */
  readonly cpuPerMail: number;
}

async function measure({ db, server, mailServer, hostId, buyerIds }: Market): Promise<Round> {
  const eventId = await seedEvent(db, hostId, tickets, 0);
  const requests = buyerIds.map((id) =>
    post('/api/events/purchase', tokenFor(benchSecret, id), { event_uuid: eventId, type: 'streaming' }),
  );
  const began = Date.now();
  const sale = await sendAll(server.port, requests, connections);
  if (sale.statuses.get(200) !== tickets) throw new Error(`answered ${[...sale.statuses].join(' ')}`);
  const mailed = await mailServer.arrived(tickets);

  await db.query(
    'UPDATE app_user SET guest_email_norm = email_norm, email_norm = NULL, password_hash = NULL WHERE id = ANY ($1)',
    [buyerIds],
  );
  const before = await server.spent();
  const guestsBegan = Date.now();
  await db.query(
    `INSERT INTO outbox (dedupe_key, topic, payload) SELECT 'again:' || dedupe_key, topic, payload FROM outbox
     WHERE topic = 'TicketIssued' AND payload ->> 'eventUuid' = $1`,
    [eventId],
  );
  const guestsMailed = await mailServer.arrived(tickets);
  const cpu = (await server.spent()).cpu - before.cpu;
  await db.query(
    `UPDATE app_user SET email_norm = guest_email_norm, guest_email_norm = NULL, password_hash = 'x'
     WHERE id = ANY ($1)`,
    [buyerIds],
  );
  const mailBytes = mailed.bytes / tickets;
  return {
    soldSeconds: sale.seconds,
    mailedSeconds: (mailed.at - began) / 1000,
    guestsMailedSeconds: (guestsMailed.at - guestsBegan) / 1000,
    libraryAloneSeconds: await libraryAlone(mailServer, tickets, mailBytes),
    mailBytes,
    cpuPerMail: cpu / 1000 / tickets,
  };
}

const mailServer = await startMailServer();
const env = {
  NODE_ENV: 'production',
  BROADCAST_VIEWERS_MAX: '100000',
  SMTP_URL: mailServer.url,
  MAIL_FROM: 'Frontrow <hello@frontrow.test>',
};
await onNewProduct({ port: '4591', env }, async ({ db, startServer }) => {
  const people = await seedPeople(db, tickets);
  await db.query('ANALYZE');
  const server = await startServer();
  const market = { db, server, mailServer, ...people };
  const measured: Round[] = [];
  for (let round = 0; round < rounds; round++) measured.push(await measure(market));
  const of = (name: keyof Round): number => median(measured.map((round) => round[name]));
  print(`${tickets} tickets by mail, ${(of('mailBytes') / 1000).toFixed(1)} kB each, median of ${rounds}`, [
    ['processors', `${cpus().length}, load ${loadavg()[0]!.toFixed(1)}`],
    ['sold', `${of('soldSeconds').toFixed(1)} s`],
    ['sold and mailed', `${of('mailedSeconds').toFixed(1)} s (goal ≤ ${secondsMax})`],
    ['mailed to guests', `${of('guestsMailedSeconds').toFixed(1)} s (goal ≤ ${secondsMax})`],
    ['processor per mail', `${of('cpuPerMail').toFixed(2)} ms`],
    ['mail library alone', `${of('libraryAloneSeconds').toFixed(1)} s`],
  ]);
  if (of('mailedSeconds') > secondsMax || of('guestsMailedSeconds') > secondsMax) process.exitCode = 1;
}).finally(() => mailServer.stop());
