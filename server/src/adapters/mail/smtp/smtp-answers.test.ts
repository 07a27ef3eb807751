import { minutes, seconds } from '@frontrow/core/kernel/instant.ts';
import { createServer, type Server } from 'node:net';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { freshDb } from '../../../../test/harness.ts';
import type { Db } from '../../../db/db.ts';
import { silentLog } from '../../../ports/log.ts';
import { MailError } from '../../../ports/mail.ts';
import { chooseMail } from '../../choose-adapters.ts';
import { createSmtpMail, type SmtpMailOptions } from './smtp-mail.ts';
import { createMailWriter, returnPath } from './write-mail.ts';

let db: Db;
const open: (() => Promise<void> | void)[] = [];
beforeAll(async () => void (db = await freshDb()));
afterEach(async () => {
  for (const close of open.splice(0)) await close();
});
afterAll(() => db.close());

const reply = (responseCode: number, text: string): Error => Object.assign(new Error(text), { responseCode });

async function serve(options: SMTPServerOptions): Promise<number> {
  const server = new SMTPServer({
    authOptional: true,
    closeTimeout: 100,
    disabledCommands: ['STARTTLS'],
    onData: (stream, _session, callback) => void stream.on('end', () => callback()).resume(),
    ...options,
  });
  server.on('error', () => undefined);
  open.push(() => new Promise<void>((resolve) => server.close(() => resolve())));
  return new Promise((resolve) => {
    const listening = server.listen(0, '127.0.0.1', () => resolve((listening.address() as { port: number }).port));
  });
}

function connect(port: number, options: Partial<SmtpMailOptions> & { login?: string } = {}) {
  const { login = '', ...more } = options;
  const smtp = createSmtpMail({
    url: `smtp://${login}127.0.0.1:${port}`,
    from: 'hello@frontrow.test',
    db,
    clock: { now: () => 0 },
    answerMs: seconds(1),
    ...more,
  });
  open.unshift(() => smtp.close());
  return (key: string, to = 'ada@mail.test') =>
    smtp.send({ dedupeKey: `${port}:${key}`, to, subject: 's', html: 'h', text: 't' });
}

/** Notes the addresses of a command, and takes them all. */
const seenIn =
  (addresses: string[]) =>
  ({ address }: { address: string }, _session: unknown, callback: () => void): void => {
    addresses.push(address);
    callback();
  };

/** What became of one email; 'accepted' where it was. */
const problemOf = async (sent: Promise<void>): Promise<string> =>
  sent.then(
    () => 'accepted',
    (error: unknown) => (error instanceof MailError ? error.problem : String(error)),
  );

test.each([
  [550, 'no such user', 'address'],
  [550, '5.1.1 no such user', 'address'],
  [551, 'user not local', 'address'],
  [553, 'mailbox name not allowed', 'address'],
  [554, 'no such recipient', 'address'],
  [556, '5.1.10 domain takes no mail', 'address'],
  [550, '5.7.1 blocked, see our block list', 'later'],
  [550, '5.4.5 Daily user sending limit exceeded', 'later'],
  [550, 'relay not permitted', 'later'],
  [554, '5.7.1 Relay access denied', 'later'],
  [550, '5.4.1 Recipient address rejected: Access denied', 'address'],
  [552, '5.2.2 mailbox full', 'later'],
  [552, 'mailbox full', 'later'],
  [450, '4.2.0 greylisted', 'later'],
  [451, 'try again', 'later'],
  [421, '4.7.0 too many emails', 'later'],
  [530, '5.7.0 log in first', 'settings'],
])('%i %s for a recipient is a problem of kind %s', async (code, text, problem) => {
  const port = await serve({ onRcptTo: (_to, _session, callback) => callback(reply(code, text)) });
  expect(await problemOf(connect(port)('rcpt'))).toBe(problem);
});

test.each([
  [550, '5.7.1 sender not allowed', 'settings'],
  [552, '5.3.4 message too large', 'message'],
  [451, 'try again', 'later'],
  [421, 'closing', 'later'],
])('%i %s for the sender is a problem of kind %s', async (code, text, problem) => {
  const port = await serve({ onMailFrom: (_from, _session, callback) => callback(reply(code, text)) });
  expect(await problemOf(connect(port)('from'))).toBe(problem);
});

test.each([
  [554, '5.7.1 looks like spam', 'message'],
  [550, '5.7.26 SPF and DKIM did not pass', 'later'],
  [550, '5.4.5 Daily user sending limit exceeded', 'later'],
  [550, '5.1.1 no such user', 'address'],
  [451, 'try again', 'later'],
])('%i %s for the message is a problem of kind %s', async (code, text, problem) => {
  const port = await serve({
    onData: (stream, _session, callback) => void stream.on('end', () => callback(reply(code, text))).resume(),
  });
  expect(await problemOf(connect(port)('data'))).toBe(problem);
});

/** A server that closes the connection at this command, or hangs in the message, for as long as `closes` says. */
async function serveClosing(
  closesAt: 'MAIL' | 'RCPT' | 'message' | '.' | 'hangs',
  closes: () => boolean,
): Promise<Server> {
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.write('220 ready\r\n');
    let inMessage = false;
    socket.on('data', (bytes) => {
      const said = bytes.toString();
      const ends = inMessage && said.endsWith('\r\n.\r\n');
      const isAt = closesAt === 'message' ? inMessage : closesAt === '.' ? ends : said.startsWith(closesAt);
      if (closesAt === 'hangs' && inMessage && closes()) return;
      if (isAt && closes()) return socket.destroy();
      if (inMessage && !ends) return;
      if (!inMessage && said.startsWith('DATA')) {
        inMessage = true;
        return void socket.write('354 go on\r\n');
      }
      inMessage = false;
      socket.write('250 fine\r\n');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  open.push(() => new Promise<void>((resolve) => server.close(() => resolve())));
  return server;
}
const portOf = (server: Server): number => (server.address() as { port: number }).port;

test.each(['MAIL', 'RCPT', 'message', '.'] as const)(
  'a connection that closes at %s counts against this email, others are sent, and so is this one later',
  async (closesAt) => {
    let closes = true;
    const send = connect(portOf(await serveClosing(closesAt, () => closes)));
    const sent = send('closing');
    expect(await problemOf(sent)).toBe('later');
    // Counted, so that it ends after the same five days as a 4xx reply.
    await expect(sent).rejects.toMatchObject({ retry: undefined });
    closes = false;
    expect(await problemOf(send('other'))).toBe('accepted');
    expect(await problemOf(send('closing'))).toBe('accepted');
  },
);

test('a server that hangs in one email is left alone for a while, and it counts against this email', async () => {
  let hangs = true;
  let now = 0;
  const send = connect(portOf(await serveClosing('hangs', () => hangs)), { clock: { now: () => now } });
  expect(await problemOf(send('hangs'))).toBe('later');
  hangs = false;
  expect(await problemOf(send('other'))).toBe('outage');
  now += minutes(1);
  expect(await problemOf(send('other'))).toBe('accepted');
});

test('a server that ends with 421 at one recipient is left alone for a while, and it counts against this email', async () => {
  let now = 0;
  const port = await serve({
    onRcptTo: ({ address }, _session, callback) =>
      address === 'closing@mail.test' ? callback(reply(421, '4.3.0 try again later')) : callback(),
  });
  const send = connect(port, { clock: { now: () => now } });
  const sent = send('closing', 'closing@mail.test');
  expect(await problemOf(sent)).toBe('later');
  await expect(sent).rejects.toMatchObject({ retry: undefined });
  expect(await problemOf(send('other'))).toBe('outage');
  now += minutes(1);
  expect(await problemOf(send('other'))).toBe('accepted');
});

test('a server that greets with 421 is an outage', async () => {
  const port = await serve({ onConnect: (_session, callback) => callback(reply(421, 'too busy')) });
  expect(await problemOf(connect(port)('busy'))).toBe('outage');
});

test('a server that goes away during an email is an outage', async () => {
  const server = await serveClosing('message', () => {
    server.close();
    return true;
  });
  expect(await problemOf(connect(portOf(server))('closing'))).toBe('outage');
});

test('a password is never sent without TLS, unless the operator allows it', async () => {
  const seen: string[] = [];
  const port = await serve({
    authOptional: false,
    allowInsecureAuth: true,
    onAuth({ username }, _session, callback) {
      seen.push(String(username));
      callback(null, { user: username });
    },
  });
  expect(await problemOf(connect(port, { login: 'me:secret@' })('clear'))).toBe('settings');
  expect(seen).toEqual([]);
  expect(await problemOf(connect(port, { login: 'me:secret@', requireTls: false })('allowed'))).toBe('accepted');
  expect(seen).toEqual(['me']);
});

test('a wrong password is tried once, then after a minute, two minutes and at most an hour', async () => {
  let tries = 0;
  const port = await serve({
    authOptional: false,
    allowInsecureAuth: true,
    onAuth(_auth, _session, callback) {
      tries += 1;
      callback(reply(535, '5.7.8 wrong password'));
    },
  });
  let now = 0;
  const send = connect(port, { login: 'me:wrong@', requireTls: false, clock: { now: () => now } });
  const problems = await Promise.all(Array.from({ length: 30 }, (_, n) => problemOf(send(`many:${n}`))));
  expect(tries).toBe(1);
  expect(new Set(problems)).toEqual(new Set(['settings', 'outage']));
  const waits: number[] = [];
  for (let steps = 0; waits.length < 8 && steps < 500; steps++) {
    const before = tries;
    now += minutes(1);
    await problemOf(send(`later:${steps}`));
    if (tries > before) waits.push(now);
  }
  expect(waits.map((at, n) => (at - (waits[n - 1] ?? 0)) / minutes(1))).toEqual([1, 2, 4, 8, 16, 32, 60, 60]);
});

test('a certificate that cannot be trusted is a problem of the settings', async () => {
  const port = await serve({ disabledCommands: ['AUTH'] });
  expect(await problemOf(connect(port)('certificate'))).toBe('settings');
});

test('a server that is not there is an outage', async () => {
  const port = await serve({});
  await open.pop()?.();
  expect(await problemOf(connect(port)('refused'))).toBe('outage');
});

test('an address with letters beyond ASCII is final where the server does not offer SMTPUTF8', async () => {
  const from: string[] = [];
  const without = await serve({ hideSMTPUTF8: true, onMailFrom: seenIn(from) });
  expect(await problemOf(connect(without)('utf8', 'jürgen@mail.test'))).toBe('address');
  expect(from).toEqual([]);
  const offering = await serve({});
  expect(await problemOf(connect(offering)('utf8', 'jürgen@mail.test'))).toBe('accepted');
});

test('demo accounts are never mailed through a real server', async () => {
  const to: string[] = [];
  const port = await serve({ onRcptTo: seenIn(to) });
  const mail = chooseMail({
    config: { smtpUrl: `smtp://127.0.0.1:${port}`, mailFrom: 'hello@frontrow.live' } as never,
    db,
    clock: { now: () => 0 },
    log: silentLog,
  });
  const message = { subject: 's', html: 'h', text: 't' };
  await mail.send({ ...message, dedupeKey: 'demo', to: 'Viewer@frontrow.test' });
  await mail.send({ ...message, dedupeKey: 'real', to: 'ada@mail.test' });
  expect(to).toEqual(['ada@mail.test']);
});

test('sender, Message-ID and return path have domains in ASCII', async () => {
  const message = { dedupeKey: 'a', to: 'ada@mail.test', subject: 's', html: 'h', text: 't' };
  const plain = await createMailWriter('Bücher <hallo@bücher.example>')(message);
  expect(plain.envelope.from).toBe('hallo@xn--bcher-kva.example');
  expect(plain.raw.toString()).toMatch(/^Message-ID: <a@xn--bcher-kva\.example>\r$/m);
  const bounced = await createMailWriter('hello@frontrow.test', 'bounces@bücher.example')(message);
  expect(bounced.envelope.from).toBe('bounces+ada=mail.test@xn--bcher-kva.example');
});

test('the return path names the recipient where that fits into 64 letters of ASCII', () => {
  expect(returnPath('bounces@b.example', 'ada+x@mail.test')).toBe('bounces+ada+x=mail.test@b.example');
  expect(returnPath('bounces@b.example', `${'a'.repeat(60)}@mail.test`)).toBe('bounces@b.example');
  expect(returnPath('bounces@b.example', 'jürgen@mail.test')).toBe('bounces@b.example');
});
