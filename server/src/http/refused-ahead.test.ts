import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { text as readText } from 'node:stream/consumers';
import { accessTokenHeader } from '@frontrow/contract/kernel/headers.ts';
import type { Refusal } from '@frontrow/core/kernel/refusal.ts';
import { refuse } from '@frontrow/core/refuse.ts';
import { accessTokenMs, accountCacheMs } from '@frontrow/core/accounts/limits.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { newGuest, newHost, newViewer, type TestActor } from '../../test/actors.ts';
import { newEvent, type TestEvent } from '../../test/events.ts';
import { testApp, type TestApp } from '../../test/harness.ts';
import { listening } from '../../test/live-socket.ts';
import { sendRaw } from '../../test/raw-http.ts';
import { sentAhead } from '../../test/sent-ahead.ts';
import { buy, giveTicket, purchaseBody } from '../../test/tickets.ts';
import { AllLimitCounts } from './limit-counts.ts';
import { purchaseLimit } from './limits.ts';
import { refusedAhead } from './refused-ahead.ts';

let app: TestApp;
let base: string;
let host: TestActor;
/** One free seat, which is taken, and somebody has been told so. */
let full: TestEvent;
let holder: TestActor;
let body: Record<string, unknown>;
beforeAll(async () => {
  app = await testApp();
  base = await listening(app);
  host = await newHost(app);
});
afterAll(() => app.close());
beforeEach(async () => {
  full = await newEvent(app, host, { capacity: 1 });
  holder = await newViewer(app);
  await giveTicket(app, full, holder);
  body = { ...(await purchaseBody(app, full)) };
  await buy(app, full, await newViewer(app));
});

interface Asked {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  readonly codes: string[];
  /** Whether the answer came from in front of the framework. */
  readonly ahead: boolean;
}

async function ask(token: string | undefined, said: unknown = body, headers: object = {}): Promise<Asked> {
  const before = sentAhead(app);
  const answer = await fetch(`${base}/api/events/purchase`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(token && { [accessTokenHeader]: token }), ...headers },
    body: typeof said === 'string' ? said : JSON.stringify(said),
  });
  const text = await answer.text();
  const { errors = [] } = JSON.parse(text) as { errors?: { code: string }[] };
  return {
    status: answer.status,
    headers: answer.headers,
    text,
    codes: errors.map(({ code }) => code),
    ahead: sentAhead(app) > before,
  };
}

/** Somebody whose token has been read. */
async function known(): Promise<TestActor> {
  const viewer = await newViewer(app);
  const { token } = viewer;
  await fetch(`${base}/api/tickets/mine`, { headers: { [accessTokenHeader]: token } });
  return { ...viewer, token };
}

test('who comes too late hears the same in the same words, in front of the framework', async () => {
  const { token } = await known();
  const byRoute = await ask(token, body, { 'content-type': 'application/json; charset=utf-8' });
  const answer = await ask(token);
  expect([byRoute.ahead, answer.ahead]).toEqual([false, true]);
  expect([answer.status, answer.codes, answer.text]).toEqual([409, ['sold_out'], byRoute.text]);
  const headersOf = ({ headers }: Asked): [string, string][] => [...headers].filter(([name]) => name !== 'date');
  expect(headersOf(answer)).toEqual(headersOf(byRoute));
  expect(answer.headers.get('cache-control')).toBe('no-store');
});

test('with a key, too, and the key is not used up', async () => {
  const { token } = await known();
  const key = { 'idempotency-key': 'one-click' };
  expect(await ask(token, body, key)).toMatchObject({ status: 409, ahead: true });
  await app.db.query('UPDATE event SET capacity = 2 WHERE id = $1', [full.id]);
  const sold = await ask(token, body, key);
  expect([sold.status, sold.ahead]).toEqual([200, false]);
  expect((await ask(token, body, key)).text).toBe(sold.text);
});

test('a seat that is free again is sold by the very request that was looked at', async () => {
  const { token } = await known();
  expect((await ask(token)).ahead).toBe(true);
  await app.db.query('UPDATE event SET capacity = 2 WHERE id = $1', [full.id]);
  expect(await ask(token)).toMatchObject({ status: 200, ahead: false });
});

test('whoever may get another answer gets it from the route', async () => {
  const { token } = await known();
  const other = await newEvent(app, host);
  const asked = async (...parts: Parameters<typeof ask>): Promise<[number, string[], boolean]> => {
    const { status, codes, ahead } = await ask(...parts);
    return [status, codes, ahead];
  };
  const mine = holder.token;
  await fetch(`${base}/api/tickets/mine`, { headers: { [accessTokenHeader]: mine } });
  expect(await asked(mine)).toEqual([409, ['already_has_ticket'], false]);
  expect(await asked(token, await purchaseBody(app, other))).toEqual([200, [], false]);
  expect(await asked(token, { ...body, type: 'streaming' })).toEqual([400, ['ticket_type_wrong'], false]);
  expect(await asked(token, { ...body, promo_code: 'LATE' })).toEqual([400, ['promo_code_invalid'], false]);
  expect(await asked(token, { ...body, more: 1 })).toEqual([400, ['bad_input'], false]);
  expect(await asked(token, '{"event_uuid":')).toEqual([400, ['bad_input'], false]);
  expect(await asked(token, '')).toEqual([400, ['bad_input'], false]);
  expect(await asked(undefined)).toEqual([401, ['login_required'], false]);
  expect(await asked('not.a.token')).toEqual([401, ['token_invalid'], false]);
  const guest = await newGuest(app, full.id);
  const guestToken = guest.token;
  await fetch(`${base}/api/tickets/mine`, { headers: { [accessTokenHeader]: guestToken } });
  expect(await asked(guestToken)).toEqual([409, ['sold_out'], false]);
});

test('a token that is new, or no longer good, is read by the route', async () => {
  const { token } = await newViewer(app);
  expect(await ask(token)).toMatchObject({ status: 409, ahead: false });
  expect(await ask(token)).toMatchObject({ status: 409, ahead: true });
  await app.clock.advance(accessTokenMs + 2_000);
  expect(await ask(token)).toMatchObject({ status: 401, ahead: false });
});

test('whose session has ended hears the no that is everybody’s, and nothing else', async () => {
  const { token, id } = await known();
  await app.db.query('UPDATE app_user SET session_version = session_version + 1 WHERE id = $1', [id]);
  await app.clock.advance(accountCacheMs + 1_000);
  expect(await ask(token)).toMatchObject({ status: 409, codes: ['sold_out'], ahead: true });
  await app.db.query('UPDATE event SET capacity = 2 WHERE id = $1', [full.id]);
  expect(await ask(token)).toMatchObject({ status: 401, codes: ['token_invalid'], ahead: false });
});

/** A server whose route answers 503 with the body it read, asked once; `refusalOf` stands in front of it. */
async function askedBehind(refusalOf: (server: Server) => Promise<Refusal | undefined>): Promise<Response> {
  const server = createServer();
  const { config } = app.kit;
  const ahead = refusedAhead(
    {
      call: 'POST /events/purchase',
      limit: purchaseLimit,
      mayRefuse: () => true,
      refusalOf: () => refusalOf(server),
    },
    { config, authenticator: { knownAccount: () => 1 }, counts: new AllLimitCounts(), server },
  );
  server.on('request', (request, response) => {
    const route = async (): Promise<void> => void response.writeHead(503).end(await readText(request));
    if (!ahead.take(request, response, () => void route())) response.writeHead(500).end();
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const answer = await fetch(`http://127.0.0.1:${port}/api/events/purchase`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (server.listening) server.close();
  return answer;
}

test('where it cannot be looked up the route answers, with the body whole', async () => {
  const answer = await askedBehind(() => Promise.reject(new Error('the database is gone')));
  expect([answer.status, await answer.text()]).toEqual([503, JSON.stringify(body)]);
});

test('who is told no while the server stops is told to go', async () => {
  const answer = await askedBehind(async (server) => {
    server.close();
    return refuse('sold_out');
  });
  expect([answer.status, answer.headers.get('connection')]).toEqual([409, 'close']);
});

test('a key that was used before is told what it was told', async () => {
  const viewer = await newViewer(app);
  const { token } = viewer;
  const key = { 'idempotency-key': 'used' };
  const first = await ask(token, body, key);
  expect([first.codes, first.ahead]).toEqual([['sold_out'], false]);
  const again = await ask(token, body, key);
  expect([again.text, again.ahead]).toEqual([first.text, false]);
  const other = await ask(token, { ...body, remember: true }, key);
  expect([other.status, other.codes, other.ahead]).toEqual([422, ['idempotency_key_reused'], false]);
  const endless = await ask(token, body, { 'idempotency-key': 'k'.repeat(201) });
  expect([endless.status, endless.codes, endless.ahead]).toEqual([400, ['bad_input'], false]);
});

test('of many at once no more are told no than of as many in a row', async () => {
  const { token } = await known();
  const answers = await Promise.all(Array.from({ length: 3 * purchaseLimit.max }, () => ask(token)));
  expect(answers.filter(({ status }) => status === 409)).toHaveLength(purchaseLimit.max);
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(2 * purchaseLimit.max);
});

test('what the route answers counts once', async () => {
  const mine = holder.token;
  await fetch(`${base}/api/tickets/mine`, { headers: { [accessTokenHeader]: mine } });
  // The ticket was a purchase, too.
  for (let n = 1; n < purchaseLimit.max; n++) expect((await ask(mine)).codes).toEqual(['already_has_ticket']);
  expect((await ask(mine)).codes).toEqual(['too_many_requests']);
});

test('each no counts, and who is over the limit is told so', async () => {
  const { token } = await known();
  for (let n = 0; n < purchaseLimit.max; n++) expect((await ask(token)).status).toBe(409);
  const over = await ask(token);
  expect([over.status, over.codes, over.ahead]).toEqual([429, ['too_many_requests'], false]);
  expect(over.headers.has('retry-after')).toBe(true);
});

/** A connection that says what it is told to, and reads until `words` came. */
async function open(): Promise<{ socket: Socket; say(text: string): void; heard(words: string): Promise<string> }> {
  const socket = connect(Number(new URL(base).port), '127.0.0.1');
  await once(socket, 'connect');
  socket.setEncoding('utf8').setNoDelay(true);
  let text = '';
  socket.on('data', (more) => (text += String(more)));
  return {
    socket,
    say: (said) => void socket.write(said),
    async heard(words) {
      while (!text.includes(words)) await once(socket, 'data');
      return text;
    },
  };
}
const headOf = (token: string, length: number): string =>
  `POST /api/events/purchase HTTP/1.1\r\nhost: x\r\n${accessTokenHeader}: ${token}\r\ncontent-type: application/json\r\ncontent-length: ${length}\r\n\r\n`;

/** Asks once whole, then in two pieces; answers all that was heard, with how much of it came from in front of the framework. */
async function askInPieces(length: number, first: string, rest: string, until: string): Promise<[string, number]> {
  const { token } = await known();
  const text = JSON.stringify(body);
  const before = sentAhead(app);
  const { socket, say, heard } = await open();
  // Answered first, so that the server has surely seen the first piece before the second is sent.
  say(headOf(token, text.length) + text);
  await heard('sold_out');
  say(headOf(token, length) + first);
  await fetch(`${base}/healthz`);
  say(rest);
  const all = await heard(until);
  socket.destroy();
  return [all, sentAhead(app) - before];
}

test('a body in pieces is read by the route to its end', async () => {
  const text = JSON.stringify(body);
  const [all, ahead] = await askInPieces(text.length, text.slice(0, 20), text.slice(20), 'sold_out"}]}HTTP/1.1 409');
  expect([all.match(/409 Conflict/g)?.length, ahead]).toEqual([2, 1]);
});

test('more than the question is read by the route, too', async () => {
  const text = JSON.stringify(body);
  const [all, ahead] = await askInPieces(text.length + 1, text, 'x', 'bad_input');
  expect([all.match(/HTTP\/1\.1 400/g)?.length, ahead]).toEqual([1, 1]);
});

test('a body that is none is the route’s', async () => {
  const { token } = await known();
  const answer = await sendRaw(base, headOf(token, 0).replace('content-length: 0', 'connection: close'));
  expect([answer?.status, JSON.parse(answer?.body ?? '').errors[0].code]).toEqual([400, 'bad_input']);
});

test('questions sent at once are answered in their order, each its own', async () => {
  const { token } = await known();
  const text = JSON.stringify(body);
  const { socket, say, heard } = await open();
  say(`${(headOf(token, text.length) + text).repeat(3)}GET /healthz HTTP/1.1\r\nhost: x\r\n\r\n`);
  const all = await heard('{"ok":');
  expect([...all.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => status).slice(0, 3)).toEqual(['409', '409', '409']);
  socket.destroy();
});

test('who hangs up before the body came harms nobody', async () => {
  const { token } = await known();
  const { socket, say } = await open();
  say(headOf(token, 100) + '{');
  await fetch(`${base}/healthz`);
  socket.destroy();
  await once(socket, 'close');
  expect(await ask(token)).toMatchObject({ status: 409, ahead: true });
});
