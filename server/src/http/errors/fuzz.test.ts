import process from 'node:process';
import { api, type CallName } from '@frontrow/contract/api.ts';
import type { Endpoint } from '@frontrow/contract/kernel/endpoint.ts';
import { errorBody } from '@frontrow/contract/kernel/endpoint.ts';
import { publicToken } from '@frontrow/contract/kernel/headers.ts';
import { refusals } from '@frontrow/core/refuse.ts';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newAdmin, newGuest, newHost, newViewer } from '../../../test/actors.ts';
import { newEvent } from '../../../test/events.ts';
import { fuzzedRequest } from '../../../test/fuzzed-requests.ts';
import { testApp, type TestApp } from '../../../test/harness.ts';
import { expectInvariants } from '../../../test/invariants.ts';
import type { KnownWords } from '../../../test/valid-inputs.ts';
import { listening } from '../../../test/live-socket.ts';
import { sendRaw } from '../../../test/raw-http.ts';
import { liveRoom } from '../../../test/rooms.ts';
import { signUp, signUpPassword } from '../../../test/sign-up.ts';
import { buy, giveTicket } from '../../../test/tickets.ts';

const long = process.env['TEST_LONG'] === '1';
/** Each round uses new people, whose rate limits are unused. */
const rounds = long ? 20 : 1;
const requests = long ? 250_000 : 2_300;
/** A short run shares its processors with other tests, so it measures no time. */
const answerMsMax = long ? 2_000 : Number.POSITIVE_INFINITY;
const rawRequests = long ? 5_000 : 150;
/** fast-check prints the seed of a failing request; a fixed seed keeps every run the same. */
const seed = 20_264;

let app: TestApp;
const faults: object[] = [];
const undone: object[] = [];
beforeAll(async () => {
  const log = {
    debug: () => {},
    info: () => {},
    warn: (fields: object, message: string) => void undone.push({ ...fields, message }),
    error: (fields: object, message: string) => void faults.push({ ...fields, message }),
  };
  app = await testApp({ overrides: { log } });
});
afterAll(() => app.close());

/** People and events that the calls may be about: a live room, a paid event, one to come, one of somebody else. */
async function cast(): Promise<{ known: KnownWords; tokens: (string | undefined)[] }> {
  const room = await liveRoom(app, 2);
  const [ann, ben] = room.viewers as [typeof room.host, typeof room.host];
  await room.enter(ann);
  await room.enter(ben);
  const paid = await newEvent(app, room.host, { priceMinor: 1200, promo: { code: 'HALF', percent: 50 } });
  const ticket = await giveTicket(app, paid, ann);
  const open = await buy(app, paid, ben, { stripe_token: 'pm_card_threeDSecure2Required' });
  const stranger = await newHost(app);
  const others = await newEvent(app, stranger, { kind: 'broadcast' });
  const admin = await newAdmin(app);
  const guest = await newGuest(app, room.event.id);
  const people = [room.host, ann, ben, stranger, admin, guest, await newViewer(app)];
  // Who is to say their password has one.
  const { id } = await signUp(app);
  await app.db.query(
    'UPDATE app_user SET password_hash = (SELECT password_hash FROM app_user WHERE id = $1) WHERE id = ANY ($2) AND password_hash IS NOT NULL',
    [id, people.map((person) => person.id)],
  );
  const usernames = people.map(({ username }) => username);
  const events = [room.event.id, room.event.id, paid.id, others.id];
  return {
    known: {
      event_uuid: events,
      id: events,
      uuid: events,
      ticket_uuid: [ticket.id],
      order_uuid: [open.data.order.order_uuid],
      payment_intent: [open.data.payment_intent?.id ?? ''],
      stripe_token: ['pm_card_visa', 'pm_card_chargeDeclined'],
      number: ['4242424242424242'],
      exp_month: [12],
      exp_year: [2040],
      cvc: ['123'],
      promo_code: ['HALF'],
      type: ['interactive', 'streaming'],
      username: usernames,
      user_ide: people.map((person) => person.id),
      email: [...people.map(({ email }) => email), 'new@mail.test'],
      password: [signUpPassword],
      new_password: ['Hijklmn2'],
      date_of_birth: ['1990-05-01'],
      event_start_hour: ['20:15'],
      zoneName: ['Europe/Madrid'],
      code: ['123456'],
      q: ['evening', ...usernames],
      tag: ['music'],
      reason: ['Because'],
      message: ['Hello'],
      session_id: ['0d3b2c52-9f0e-4b55-8f8a-0d6f2c1f5a11'],
    },
    // Those who may most are asked most.
    tokens: [
      undefined,
      publicToken,
      'x.y.z',
      ...people.map(({ token }) => token),
      room.host.token,
      room.host.token,
      ann.token,
    ],
  };
}

/** After these somebody may be logged out, or an event over: they come last. */
const endsSomething = /password$|delete$|revoke$|logout$|cancel$|stop_streaming$/;
const calls = (Object.keys(api) as CallName[]).toSorted(
  (a, b) => Number(endsSomething.test(a)) - Number(endsSomething.test(b)),
);
const requestsPerCall = Math.ceil(requests / rounds / calls.length);
const refusalCodes = new Set(Object.keys(refusals));

describe.each(Array.from({ length: rounds }, (_, n) => seed + n))('whatever is sent (seed %i)', (roundSeed) => {
  let people: Awaited<ReturnType<typeof cast>>;
  beforeAll(async () => void (people = await cast()));

  test.each(calls)('%s answers, or refuses in our words', async (call) => {
    await fc.assert(
      fc.asyncProperty(fuzzedRequest(call, api[call] as Endpoint, people.known, people.tokens), async (request) => {
        const askedAt = performance.now();
        const answer = await app.http.inject(request);
        expect(performance.now() - askedAt).toBeLessThan(answerMsMax);
        // An answer that does not fit the contract is a fault, too.
        expect(faults.splice(0)).toEqual([]);
        expect(answer.statusCode).toBeLessThan(500);
        if (answer.statusCode < 400) return;
        const said = errorBody.parse(answer.json());
        expect(said.errors.length).toBeGreaterThan(0);
        for (const { code, message } of said.errors) {
          expect(refusalCodes).toContain(code);
          expect(message).not.toMatch(/^\s*$|at .*\.ts:\d|SELECT |INSERT |syntax error/);
        }
      }),
      { numRuns: requestsPerCall, seed: roundSeed },
    );
  });
});

test('what was accepted of it is done, and everything adds up', async () => {
  await expectInvariants(app);
  expect([faults, undone]).toEqual([[], []]);
});

const bytes = fc.oneof(
  fc.constantFrom('GET', 'POST', 'HEAD', 'OPTIONS', 'TRACE', 'PUT', 'CONNECT', 'PRI', 'get'),
  fc.constantFrom(
    '/',
    '/api/events',
    '//evil.test',
    '*',
    'http://evil.test/',
    '/api/%',
    '/../../x',
    '/socket.io/?EIO=4',
  ),
  fc.constantFrom('HTTP/1.1', 'HTTP/1.0', 'HTTP/2.0', 'HTTP/9', '\r\n', '\n', '\r', '\r\n\r\n', ' ', ':', '\u0000'),
  fc.constantFrom('host: x\r\n', 'content-length: 5\r\n', 'content-length: -1\r\n', 'transfer-encoding: chunked\r\n'),
  fc.constantFrom(
    'transfer-encoding: xchunked\r\n',
    'expect: 100-continue\r\n',
    'connection: upgrade\r\nupgrade: x\r\n',
  ),
  fc.constantFrom('content-type: application/json\r\n', '5\r\nhello\r\n', '0\r\n\r\n', '{"a":1}'),
  fc.string({ unit: 'binary', maxLength: 40 }),
);

test('bytes that are hardly HTTP end no process and are refused without a word of the framework', async () => {
  const url = await listening(app);
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom('', 'GET /api/events HTTP/1.1\r\nhost: x\r\n', 'POST /api/auth/login HTTP/1.1\r\nhost: x\r\n'),
      fc.array(bytes, { maxLength: 12 }),
      async (begin, parts) => {
        const answer = await sendRaw(url, begin + parts.join(''), true);
        if (!answer) return;
        expect(answer.status).toBeLessThan(500);
        expect(answer.body).not.toMatch(/"statusCode":/);
      },
    ),
    { numRuns: rawRequests, seed },
  );
  expect((await fetch(`${url}/healthz`)).status).toBe(200);
  expect(faults).toEqual([]);
});
