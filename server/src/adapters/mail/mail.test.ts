import { seconds } from '@frontrow/core/kernel/instant.ts';
import PostalMime from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { freshDb } from '../../../test/harness.ts';
import type { Db } from '../../db/db.ts';
import type { Mail } from '../../ports/mail.ts';
import { silentLog } from '../../ports/log.ts';
import { systemClock } from '../clock/system-clock.ts';
import { chooseMail } from '../choose-adapters.ts';
import { type ArrivedMail, type MailBench, mailSuite } from './mail.suite.ts';
import { createMailboxMail, mailboxMailsMax, refusedMailDomain } from './mailbox/mailbox-mail.ts';
import { createSmtpMail } from './smtp/smtp-mail.ts';
import { messageId } from './smtp/write-mail.ts';
import { withoutUndeliverable } from './undeliverable.ts';
import { createUnsetMail } from '../choose-adapters.ts';

let db: Db;
beforeAll(async () => void (db = await freshDb()));
afterAll(() => db.close());

describe('SMTP', () => {
  const raw: { to: string; bytes: Buffer }[] = [];
  let refusing = false;
  let hanging = false;
  let url: string;
  let server: SMTPServer;
  let smtp: ReturnType<typeof createSmtpMail>;

  beforeAll(async () => {
    server = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS', 'AUTH'],
      onRcptTo: ({ address }, _session, callback) =>
        address.endsWith(`@${refusedMailDomain}`)
          ? callback(Object.assign(new Error('5.1.1 no such user'), { responseCode: 550 }))
          : callback(),
      onData(stream, session, callback) {
        const chunks: Buffer[] = [];
        stream.on('data', (chunk: Buffer) => chunks.push(chunk));
        stream.on('end', () => {
          if (hanging) return;
          if (refusing) return callback(new Error('mailbox is full'));
          for (const { address } of session.envelope.rcptTo) raw.push({ to: address, bytes: Buffer.concat(chunks) });
          callback();
        });
      },
    });
    const port = await new Promise<number>((resolve) => {
      const listening = server.listen(0, '127.0.0.1', () => resolve((listening.address() as { port: number }).port));
    });
    url = `smtp://127.0.0.1:${port}`;
    smtp = createSmtpMail({ url, from: 'Frontrow <hello@frontrow.test>', db, clock: systemClock });
  });
  afterAll(async () => {
    smtp.close();
    await new Promise<void>((resolve) => server.close(() => resolve()));
  });

  const parsed = (to: string) =>
    Promise.all(raw.filter((mail) => mail.to === to).map((mail) => PostalMime.parse(mail.bytes)));
  const arrived = async (to: string): Promise<ArrivedMail[]> =>
    (await parsed(to)).map((mail) => ({
      to: mail.to?.[0]?.address ?? '',
      subject: mail.subject ?? '',
      html: mail.html ?? '',
      text: mail.text ?? '',
      attachments: mail.attachments.map((part) => ({
        filename: part.filename ?? '',
        contentType: part.mimeType,
        content: typeof part.content === 'string' ? part.content : new TextDecoder().decode(part.content),
      })),
    }));

  mailSuite((): MailBench => ({ mail: withoutUndeliverable(smtp, db), arrived, refusedDomain: refusedMailDomain }));

  test('the Message-ID comes from the dedupe key, the image is part of the message', async () => {
    const [mail] = await parsed('ada@mail.test');
    expect(mail!.messageId).toBe('<ticket-3a-1@frontrow.test>');
    expect(mail!.from?.address).toBe('hello@frontrow.test');
    expect(mail!.attachments.find((part) => part.contentId === '<code>')?.disposition).toBe('inline');
    expect(messageId('a b', 'x.y')).not.toBe(messageId('a-20-b', 'x'));
  });

  test('a mail that was not taken over is an error, and may be sent again', async () => {
    const mail = { dedupeKey: 'later', to: 'ed@mail.test', subject: 's', html: '<p>h</p>', text: 't' };
    refusing = true;
    await expect(smtp.send(mail)).rejects.toThrow('mailbox is full');
    // It says no: it is there.
    expect(smtp.state()).toBe('ready');
    refusing = false;
    expect(await arrived('ed@mail.test')).toHaveLength(0);
    await smtp.send(mail);
    expect(await arrived('ed@mail.test')).toHaveLength(1);
  });

  test('after a timeout the next mails fail at once; half a minute later they are sent', async () => {
    const to = 'flo@mail.test';
    let now = 0;
    const clock = { now: () => now };
    const impatient = createSmtpMail({ url, from: 'hello@frontrow.test', db, clock, answerMs: seconds(1) });
    const send = (dedupeKey: string) => impatient.send({ dedupeKey, to, subject: 's', html: '<p>h</p>', text: 't' });
    hanging = true;
    await expect(send('hangs')).rejects.toThrow('Timeout');
    hanging = false;
    await expect(send('behind it')).rejects.toThrow('the mail server does not answer');
    expect(impatient.state()).toBe('down');
    expect(await arrived(to)).toHaveLength(0);
    now += seconds(30);
    await send('behind it');
    await send('hangs');
    expect(await arrived(to)).toHaveLength(2);
    expect(impatient.state()).toBe('ready');
    impatient.close();
  });

  test('one email tests whether the server answers again while the others fail immediately', async () => {
    let now = 0;
    const clock = { now: () => now };
    const impatient = createSmtpMail({ url, from: 'hello@frontrow.test', db, clock, answerMs: seconds(1) });
    const send = (dedupeKey: string) =>
      impatient.send({ dedupeKey, to: 'gil@mail.test', subject: 's', html: '<p>h</p>', text: 't' });
    hanging = true;
    await expect(send('first')).rejects.toThrow('Timeout');
    now += seconds(30);
    const answers = await Promise.allSettled([send('one'), send('two'), send('three')]);
    hanging = false;
    expect(answers.map((answer) => (answer as PromiseRejectedResult).reason.message).toSorted()).toEqual([
      'Timeout',
      'the mail server does not answer',
      'the mail server does not answer',
    ]);
    impatient.close();
  });

  test('only the first of many emails finds out that the server hangs', async () => {
    const impatient = createSmtpMail({
      url,
      from: 'hello@frontrow.test',
      db,
      clock: { now: () => 0 },
      answerMs: seconds(1),
    });
    hanging = true;
    const answers = await Promise.allSettled(
      Array.from({ length: 30 }, (_, n) =>
        impatient.send({ dedupeKey: `many:${n}`, to: 'jo@mail.test', subject: 's', html: '<p>h</p>', text: 't' }),
      ),
    );
    hanging = false;
    const why = Map.groupBy(answers, (answer) => (answer as PromiseRejectedResult).reason.message as string);
    expect(why.get('Timeout')).toHaveLength(1);
    expect(why.get('the mail server does not answer')).toHaveLength(29);
    impatient.close();
  });

  test('a name that nobody knows is a server that does not answer', async () => {
    const lost = createSmtpMail({
      url: 'smtp://mail.invalid',
      from: 'hello@frontrow.test',
      db,
      clock: { now: () => 0 },
    });
    const send = (dedupeKey: string) => lost.send({ dedupeKey, to: 'h@mail.test', subject: 's', html: 'h', text: 't' });
    await expect(send('lost')).rejects.toMatchObject({ problem: 'outage', cause: { code: 'EDNS' } });
    await expect(send('lost, too')).rejects.toThrow('the mail server does not answer');
    lost.close();
  });
});

describe('dev mailbox', () => {
  const arrived = async (to: string): Promise<ArrivedMail[]> => {
    const rows = await db.query<{
      to_address: string;
      subject: string;
      html: string;
      text: string;
      attachments: { filename: string; contentType: string; base64: string }[];
    }>('SELECT * FROM dev_mailbox WHERE to_address = $1', [to]);
    return rows.map((row) => ({
      to: row.to_address,
      subject: row.subject,
      html: row.html,
      text: row.text,
      attachments: row.attachments.map((part) => ({ ...part, content: Buffer.from(part.base64, 'base64').toString() })),
    }));
  };
  mailSuite((): MailBench => ({
    mail: withoutUndeliverable(createMailboxMail(db), db),
    arrived,
    refusedDomain: refusedMailDomain,
  }));

  test('a dev mailbox keeps only the newest emails', async () => {
    await db.query(
      "INSERT INTO dev_mailbox (dedupe_key, to_address, subject, html, text) SELECT 'fill:' || n, 'fill@mail.test', 's', 'h', 't' FROM generate_series(1, $1) n",
      [mailboxMailsMax],
    );
    await createMailboxMail(db).send({
      dedupeKey: 'one more',
      to: 'fill@mail.test',
      subject: 'newest',
      html: '',
      text: '',
    });
    const row = await db.one<{ count: number }>('SELECT count(*) FROM dev_mailbox');
    expect(row!.count).toBe(mailboxMailsMax);
    const ends = "SELECT dedupe_key FROM dev_mailbox WHERE dedupe_key IN ('fill:1', 'one more')";
    expect(await db.query(ends)).toEqual([{ dedupe_key: 'one more' }]);
  });
});

test('production without SMTP keeps mails waiting instead of showing them', async () => {
  const mail = chooseMail({
    config: { production: true, smtpUrl: undefined } as never,
    db,
    clock: systemClock,
    log: silentLog,
  });
  await expect(mail.send({ dedupeKey: 'x', to: 'a@b.co', subject: '', html: '', text: '' })).rejects.toThrow(
    'SMTP_URL is not set',
  );
});

test('mail that nobody would take over is down before the first one is written', () => {
  expect([createUnsetMail(silentLog).state(), createMailboxMail(db).state()]).toEqual(['down', 'ready']);
});

test('a marked address is tried again after 30 days, and loses its mark when it accepts', async () => {
  let sent = 0;
  const mail = withoutUndeliverable(
    {
      state: () => 'ready',
      async send() {
        sent += 1;
      },
    } satisfies Mail as Mail,
    db,
  );
  const send = () => mail.send({ dedupeKey: 'm', to: 'Back@mail.test', subject: 's', html: 'h', text: 't' });
  await db.query("INSERT INTO undeliverable_address (address, reason) VALUES ('back@mail.test', 'no such user')");
  await expect(send()).rejects.toThrow('an earlier email to this address was refused');
  await db.query(
    "UPDATE undeliverable_address SET marked_at = app_now() - interval '30 days 1 s' WHERE address = 'back@mail.test'",
  );
  await send();
  expect(sent).toBe(1);
  expect(await db.query("SELECT 1 FROM undeliverable_address WHERE address = 'back@mail.test'")).toEqual([]);
});
