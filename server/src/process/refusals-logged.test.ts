import { io } from 'socket.io-client';
import { activityNamespace } from '@frontrow/contract/stats/live-activity.ts';
import { refusals, refuse, type RefusalCode } from '@frontrow/core/refuse.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newViewer, type TestActor } from '../../test/actors.ts';
import { testApp, type TestApp } from '../../test/harness.ts';
import { connectSocket, listening } from '../../test/live-socket.ts';
import { sendRaw } from '../../test/raw-http.ts';
import { liveRoom, type TestRoom } from '../../test/rooms.ts';
import { newEvent } from '../../test/events.ts';
import { giveTicket } from '../../test/tickets.ts';
import { securityEventOf } from '../http/errors/answer-errors.ts';
import { ingestListenerSecret } from '../keys.ts';
import type { Logger } from '../ports/log.ts';

type Line = Readonly<Record<string, unknown>>;
const lines: Line[] = [];
const note = (line: object): void => void lines.push(line as Line);
const log: Logger = { debug: () => undefined, info: note, warn: note, error: note };
let app: TestApp;
let url: string;
let room: TestRoom;
let stranger: TestActor;
beforeAll(async () => {
  app = await testApp({ overrides: { log } });
  url = await listening(app);
  room = await liveRoom(app, 1);
  stranger = await newViewer(app);
});
afterAll(() => app.close());

const post = (path: string, headers: Record<string, string> = {}, payload = '') =>
  app.http.inject({ method: 'POST', url: path, headers, payload });
const accountSocket = (token: string): Promise<unknown> =>
  new Promise((resolve) => {
    const socket = io(`${url}${activityNamespace}`, {
      transports: ['websocket'],
      reconnection: false,
      forceNew: true,
      auth: { token },
    });
    socket.once('connect', () => resolve(socket.close()));
    socket.once('connect_error', resolve);
  });
const json = { 'content-type': 'application/json' };
const secret = 'made-up-secret-of-the-test-0123456789ab';

interface Attempt {
  readonly act: () => Promise<unknown>;
  readonly reason: string;
  /** A part of where it was refused. */
  readonly at: string;
  readonly actor?: () => number;
}
const attempts: Record<string, Attempt> = {
  'a socket of a room with a made-up token': {
    act: () => connectSocket(url, { ...stranger, token: secret }, room.event.id).catch(() => undefined),
    reason: 'token_invalid',
    at: '/socket.io/',
  },
  'a socket of a room whose ticket somebody else has': {
    act: () => connectSocket(url, stranger, room.event.id).catch(() => undefined),
    reason: 'forbidden',
    at: '/socket.io/',
    actor: () => stranger.id,
  },
  'a socket of an account with a made-up token': {
    act: () => accountSocket(secret),
    reason: 'token_invalid',
    at: `/socket.io${activityNamespace}`,
  },
  'a socket of another site': {
    act: () => fetch(`${url}/socket.io/?EIO=4&transport=polling`, { headers: { origin: 'https://evil.example' } }),
    reason: 'other_origin',
    at: '/socket.io',
  },
  'a signaling connection of another site': {
    act: () =>
      sendRaw(
        url,
        `GET /livekit/rtc?access_token=${secret} HTTP/1.1\r\nhost: x\r\norigin: https://evil.example\r\n` +
          'connection: Upgrade\r\nupgrade: websocket\r\nsec-websocket-version: 13\r\n' +
          'sec-websocket-key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n',
      ),
    reason: 'forbidden',
    at: '/livekit',
  },
  'a WHIP encoder with a wrong key': {
    act: () => post('/whip', { authorization: `Bearer ${secret}`, 'content-type': 'application/sdp' }, 'v=0'),
    reason: 'stream_key_wrong',
    at: '/whip',
  },
  'an RTMP encoder with a wrong key': {
    act: () =>
      post('/whip/admission', {
        authorization: `Bearer ${secret}`,
        'x-ingest-listener': ingestListenerSecret(app.kit.config.secret),
        'x-ingest-network': '203.0.113.50',
      }),
    reason: 'stream_key_wrong',
    at: 'rtmp',
  },
  'a caller that pretends to be our RTMP listener': {
    act: () => post('/whip/admission', { 'x-ingest-listener': secret }),
    reason: 'listener_only',
    at: '/whip/admission',
  },
  'a report of somebody else than our RTMP listener': {
    act: () => post('/whip/refused', json, '[]'),
    reason: 'listener_only',
    at: '/whip/refused',
  },
  'a webhook of a payment with a wrong signature': {
    act: () => post('/api/webhooks/sandbox', json, '{}'),
    reason: 'webhook_signature_wrong',
    at: '/api/webhooks/sandbox',
  },
  'a webhook of a payout with a wrong signature': {
    act: () => post('/api/webhooks/payouts/sandbox', json, '{}'),
    reason: 'webhook_signature_wrong',
    at: '/api/webhooks/payouts/sandbox',
  },
  'a webhook of the video engine with a wrong signature': {
    act: () => post('/api/webhooks/livekit', json, '{}'),
    reason: 'webhook_signature_wrong',
    at: '/api/webhooks/livekit',
  },
  'an unsubscribe link with a made-up token': {
    act: () => app.call('POST /hosts/unfollow_by_mail', { body: { token: secret } }),
    reason: 'link_invalid',
    at: '/api/hosts/unfollow_by_mail',
  },
  'an admin area': {
    act: () => app.call('GET /admin/users', { as: stranger.token }),
    reason: 'forbidden',
    at: '/api/admin/users',
    actor: () => stranger.id,
  },
};

test.each(Object.entries(attempts))('%s is a line of the security log, without its secret', async (_name, attempt) => {
  lines.length = 0;
  await attempt.act();
  const found = lines.filter(({ event }) => event === 'access_refused');
  expect(found).toMatchObject([
    { reason: attempt.reason, route: expect.stringContaining(attempt.at), actor: attempt.actor?.() ?? 'nobody' },
  ]);
  expect(found[0]!.network).toMatch(/\d/);
  expect(JSON.stringify(lines)).not.toContain(secret);
});

test('an order of somebody else is a line, although the answer says that there is no such order', async () => {
  const event = await newEvent(app, room.host);
  const buyer = await newViewer(app);
  await giveTicket(app, event, buyer);
  const order = await app.db.one<{ id: string }>('SELECT id FROM orders WHERE event_id = $1', [event.id]);
  lines.length = 0;
  const asked = { as: stranger.token, params: { order: order!.id }, query: { key: secret } };
  expect((await app.call('GET /billing/orders/:order/receipt', asked as never)).status).toBe(404);
  expect(lines).toMatchObject([{ event: 'access_refused', actor: stranger.id, reason: 'order_not_found' }]);
});

test('a used login link is one line: a refused login', async () => {
  lines.length = 0;
  await app.call('POST /auth/magic_login', { body: { token: secret } });
  expect(lines.map(({ event, reason }) => [event, reason])).toEqual([['log_in_refused', 'link_invalid']]);
});

test('tries that the RTMP listener refused without asking the app are counted', async () => {
  lines.length = 0;
  const headers = { ...json, 'x-ingest-listener': ingestListenerSecret(app.kit.config.secret) };
  const reported = JSON.stringify([{ network: '203.0.113.51', count: 900 }]);
  expect((await post('/whip/refused', headers, reported)).statusCode).toBe(204);
  const line = { event: 'limit_exhausted', network: '203.0.113.51', limit: 'rtmp_stream_keys', times: 900 };
  expect(lines).toMatchObject([line]);
  const { body } = await app.http.inject('/metrics');
  expect(body).toContain('frontrow_limits_exhausted_total{limit="rtmp_stream_keys"} 900');
});

/** Named like wrong secrets, and about what people type into forms, or what a browser says of itself. */
const typed =
  /^(email|username|birth_date|number|price|date|duration|zone|currency|coin|promo|self_cancel|category|language|web_link|card|payment_method|wallet_message|payout|sepa|review|reaction|country|tax_rate|range_day|ticket_type|token_|tokens_|hold_|webhook_url|embed_site|oembed_size|sales_open|push_subscription|series_repeats|restream_url)/;

test('each refusal of a login, a right, a limit or a secret belongs to the security log', () => {
  const codes = Object.keys(refusals) as RefusalCode[];
  const silent = codes.filter((code) => securityEventOf(refuse(code)) === undefined);
  const suspicious = silent.filter((code) => {
    const { status } = refusals[code];
    const isAboutSecret = status === 410 || /(_invalid|_wrong|signature|secret)/.test(code);
    return [401, 403, 429].includes(status) || (isAboutSecret && !typed.test(code));
  });
  // The first step of a login with two steps, and things that are over.
  expect(suspicious).toEqual(['code_required', 'passkey_over', 'room_closed', 'room_taken_down', 'ingest_gone']);
});
