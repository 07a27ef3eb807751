import { accessTokenHeader } from '@frontrow/contract/kernel/headers.ts';
import { accessTokenMs, accountCacheMs } from '@frontrow/core/accounts/limits.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { newGuest, newHost, newViewer, type TestActor } from '../../../../test/actors.ts';
import { newEvent, type TestEvent } from '../../../../test/events.ts';
import { testApp, type TestApp } from '../../../../test/harness.ts';
import { buy, giveTicket, purchaseBody } from '../../../../test/tickets.ts';
import { purchaseLimit } from '../../../http/limits/limits.ts';

let app: TestApp;
let host: TestActor;
/** An event whose only seat is taken; a buyer was refused, so the process has noted that it is sold out. */
let full: TestEvent;
let holder: TestActor;
let body: object;
beforeAll(async () => {
  app = await testApp();
  host = await newHost(app);
});
afterAll(() => app.close());
beforeEach(async () => {
  full = await newEvent(app, host, { capacity: 1 });
  holder = await newViewer(app);
  await giveTicket(app, full, holder);
  body = await purchaseBody(app, full);
  await buy(app, full, await newViewer(app));
});

interface Asked {
  readonly status: number;
  readonly headers: Record<string, unknown>;
  readonly text: string;
  readonly codes: string[];
}

async function ask(token: string | undefined, said: object | string = body, headers: object = {}): Promise<Asked> {
  const answer = await app.http.inject({
    method: 'POST',
    url: '/api/events/purchase',
    headers: { 'content-type': 'application/json', ...(token && { [accessTokenHeader]: token }), ...headers },
    payload: said,
  });
  const { errors = [] } = answer.json() as { errors?: { code: string }[] };
  return {
    status: answer.statusCode,
    headers: answer.headers,
    text: answer.body,
    codes: errors.map(({ code }) => code),
  };
}
const freeOneSeat = () => app.db.query('UPDATE event SET capacity = 2 WHERE id = $1', [full.id]);
const keysWritten = async (key: string): Promise<number> =>
  (await app.db.query('SELECT 1 FROM idempotency WHERE key = $1', [key])).length;

test('a sold-out event answers so, with the headers of every call', async () => {
  const answer = await ask((await newViewer(app)).token);
  expect([answer.status, answer.codes]).toEqual([409, ['sold_out']]);
  expect(answer.headers).toMatchObject({
    'cache-control': 'no-store',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    'content-type': 'application/json; charset=utf-8',
  });
});

test('a key refused as sold out is not used up and later buys the seat that becomes free, once', async () => {
  const { token } = await newViewer(app);
  const key = { 'idempotency-key': 'one-click' };
  expect((await ask(token, body, key)).codes).toEqual(['sold_out']);
  expect(await keysWritten('one-click')).toBe(0);
  await freeOneSeat();
  const sold = await ask(token, body, key);
  expect(sold.status).toBe(200);
  expect((await ask(token, body, key)).text).toBe(sold.text);
});

test('a key that bought the last seat returns its ticket again', async () => {
  const last = await newEvent(app, host, { capacity: 1 });
  const winner = await newViewer(app);
  const key = { 'idempotency-key': 'the-last-seat' };
  const bought = await ask(winner.token, await purchaseBody(app, last), key);
  expect(bought.status).toBe(200);
  expect((await buy(app, last, await newViewer(app))).status).toBe(409);
  expect(await ask(winner.token, await purchaseBody(app, last), key)).toMatchObject({ status: 200, text: bought.text });
});

test('a key that the purchase itself refused repeats that refusal, and refuses another body', async () => {
  const unknown = await newEvent(app, host, { capacity: 1 });
  await giveTicket(app, unknown, await newViewer(app));
  const { token } = await newViewer(app);
  const key = { 'idempotency-key': 'first-to-hear' };
  const said = await purchaseBody(app, unknown);
  // No one was refused here before, so this request runs the whole purchase, which stores its answer.
  expect((await ask(token, said, key)).codes).toEqual(['sold_out']);
  expect(await keysWritten('first-to-hear')).toBe(1);
  await app.db.query('UPDATE event SET capacity = 2 WHERE id = $1', [unknown.id]);
  expect((await ask(token, said, key)).codes).toEqual(['sold_out']);
  const other = await ask(token, { ...said, remember: true }, key);
  expect([other.status, other.codes]).toEqual([422, ['idempotency_key_reused']]);
});

test('an Idempotency-Key that is too long is refused as bad input, although the event is sold out', async () => {
  const answer = await ask((await newViewer(app)).token, body, { 'idempotency-key': 'k'.repeat(201) });
  expect([answer.status, answer.codes]).toEqual([400, ['bad_input']]);
});

test('a seat that becomes free is sold to the next buyer', async () => {
  const { token } = await newViewer(app);
  expect((await ask(token)).codes).toEqual(['sold_out']);
  await freeOneSeat();
  expect((await ask(token)).status).toBe(200);
});

test('a caller with a more specific answer than sold out gets it', async () => {
  const { token } = await newViewer(app);
  const asked = async (...parts: Parameters<typeof ask>): Promise<[number, string[]]> => {
    const { status, codes } = await ask(...parts);
    return [status, codes];
  };
  expect(await asked(holder.token)).toEqual([409, ['already_has_ticket']]);
  expect(await asked(host.token)).toEqual([403, ['own_event']]);
  expect(await asked(token, await purchaseBody(app, await newEvent(app, host)))).toEqual([200, []]);
  expect(await asked(token, { ...body, type: 'streaming' })).toEqual([400, ['ticket_type_wrong']]);
  expect(await asked(token, { ...body, promo_code: 'LATE' })).toEqual([400, ['promo_code_invalid']]);
  expect(await asked(token, { ...body, more: 1 })).toEqual([400, ['bad_input']]);
  expect(await asked(token, '{"event_uuid":')).toEqual([400, ['bad_input']]);
  expect(await asked(undefined)).toEqual([401, ['login_required']]);
  expect(await asked('not.a.token')).toEqual([401, ['token_invalid']]);
  expect(await asked((await newGuest(app, full.id)).token)).toEqual([409, ['sold_out']]);
});

test('an ended session is refused before anything about the event is revealed', async () => {
  const revoked = await newViewer(app);
  const expired = (await newViewer(app)).token;
  expect((await ask(revoked.token)).codes).toEqual(['sold_out']);
  await app.db.query('UPDATE app_user SET session_version = session_version + 1 WHERE id = $1', [revoked.id]);
  await app.clock.advance(accountCacheMs + 1_000);
  expect((await ask(revoked.token)).codes).toEqual(['token_invalid']);
  await app.clock.advance(accessTokenMs + 2_000);
  expect((await ask(expired)).codes).toEqual(['token_invalid']);
});

test('every "sold out" counts against the limit, also in concurrent requests', async () => {
  const { token } = await newViewer(app);
  const answers = await Promise.all(Array.from({ length: 2 * purchaseLimit.max }, () => ask(token)));
  expect(answers.filter(({ codes }) => codes[0] === 'sold_out')).toHaveLength(purchaseLimit.max);
  const over = answers.filter(({ status }) => status === 429);
  expect(over).toHaveLength(purchaseLimit.max);
  for (const { codes, headers } of over)
    expect([codes, Number(headers['retry-after']) > 0]).toEqual([['too_many_requests'], true]);
});
