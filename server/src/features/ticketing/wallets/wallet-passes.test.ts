import { days, hours, minutes } from '@frontrow/core/kernel/instant.ts';
import { decodeJwt, importSPKI, jwtVerify } from 'jose';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { newGuest, newHost, newViewer, type TestActor } from '../../../../test/actors.ts';
import { newEvent, type TestEvent } from '../../../../test/events.ts';
import { testApp, type TestApp, until } from '../../../../test/harness.ts';
import { signUp, signUpPassword } from '../../../../test/sign-up.ts';
import { buy, giveTicket } from '../../../../test/tickets.ts';
import {
  type ApplePushService,
  type GoogleService,
  makeCertificates,
  openPass,
  type PassJson,
  passTypeId,
  startApplePush,
  startGoogle,
  type TestCertificates,
} from '../../../../test/wallets.ts';
import { appleWallet } from '../../../adapters/wallet-passes/apple-wallet.ts';
import { googleWallet } from '../../../adapters/wallet-passes/google-wallet.ts';

const publicUrl = 'https://frontrow.test';
let certificates: TestCertificates;
let push: ApplePushService;
let google: GoogleService;
let app: TestApp;
beforeAll(async () => {
  certificates = await makeCertificates();
  push = await startApplePush(certificates);
  google = await startGoogle();
  const { apple: settings } = certificates;
  app = await testApp({
    config: { publicUrl },
    overrides: {
      walletPasses: {
        apple: appleWallet({ settings, publicUrl, pushUrl: push.url, pushCa: settings.wwdr }),
        google: googleWallet({
          settings: google.settings,
          clock: { now: () => Date.now() },
          apiUrl: google.apiUrl,
        }),
      },
    },
  });
});
afterAll(async () => {
  await app.close();
  push.close();
  google.close();
  certificates.remove();
});
beforeEach(() => {
  push.received.length = 0;
  google.patched.length = 0;
});
afterEach(() => {
  push.status = 200;
  google.status = 200;
});

const fetchPass = (ticketId: string, token?: string) =>
  app.http.inject({
    url: `/tickets/${ticketId}/apple.pkpass`,
    ...(token !== undefined && { headers: { 'access-token': token } }),
  });
const passOf = async (ticketId: string, holder: TestActor): Promise<PassJson> => {
  const answer = await fetchPass(ticketId, holder.token);
  expect(answer.statusCode).toBe(200);
  return (await openPass(answer.rawPayload, certificates)).json;
};
interface Held {
  readonly host: TestActor;
  readonly holder: TestActor;
  readonly event: TestEvent;
  readonly id: string;
  readonly code: string;
}
const held = async (traits: Parameters<typeof newEvent>[2] = {}): Promise<Held> => {
  const [host, holder] = [await newHost(app), await newViewer(app)];
  const event = await newEvent(app, host, traits);
  return { host, holder, event, ...(await giveTicket(app, event, holder)) };
};
const codeIn = (body: string): string => (JSON.parse(body) as { errors: { code: string }[] }).errors[0]!.code;

interface Service {
  readonly method?: 'GET' | 'POST' | 'DELETE';
  readonly token?: string;
  readonly payload?: object;
  readonly headers?: Record<string, string>;
}
const service = (path: string, { method = 'GET', token, payload, headers = {} }: Service = {}) =>
  app.http.inject({
    method,
    url: `/wallet/v1${path}`,
    headers: {
      ...(token !== undefined && { authorization: `ApplePass ${token}` }),
      ...(payload && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(payload && { payload: JSON.stringify(payload) }),
  });
const at = (device: string, ticketId: string) => `/devices/${device}/registrations/${passTypeId}/${ticketId}`;
const register = async (ticketId: string, token: string, device = 'phone-1', pushToken = 'aabbccdd11223344') =>
  (await service(at(device, ticketId), { method: 'POST', token, payload: { pushToken } })).statusCode;
const serials = async (device: string, since?: string) => {
  const answer = await service(
    `/devices/${device}/registrations/${passTypeId}${since === undefined ? '' : `?passesUpdatedSince=${since}`}`,
  );
  return answer.statusCode === 204 ? undefined : (answer.json() as { serialNumbers: string[]; lastUpdated: string });
};

test('a holder gets a pass whose manifest and signature OpenSSL finds right', async () => {
  const { holder, id, code } = await held({ title: 'Tiles and their stories' });
  const answer = await fetchPass(id, holder.token);
  expect(answer.headers).toMatchObject({
    'content-type': 'application/vnd.apple.pkpass',
    'cache-control': 'no-store',
  });
  const { json, files } = await openPass(answer.rawPayload, certificates);
  expect(files).toEqual([
    'icon.png',
    'icon@2x.png',
    'icon@3x.png',
    'logo.png',
    'logo@2x.png',
    'logo@3x.png',
    'pass.json',
  ]);
  expect(json).toMatchObject({
    passTypeIdentifier: passTypeId,
    teamIdentifier: 'TEAM123456',
    serialNumber: id,
    webServiceURL: `${publicUrl}/wallet`,
    authenticationToken: expect.stringMatching(/^.{16,}$/),
    voided: false,
    description: 'Ticket for Tiles and their stories',
  });
  expect(json.barcodes).toBeUndefined();
  const fields = Object.values(json.eventTicket).flat();
  expect(fields.map(({ key }) => key)).toEqual(
    expect.arrayContaining(['event', 'starts', 'host', 'seat', 'title', 'code', 'join']),
  );
  expect(fields.find(({ key }) => key === 'code')!.value).toBe(code);
});

test('long titles, right-to-left text and titles that look like dates keep every field of the pass', async () => {
  const rtl = 'أمسية الشعر العربي مع أصدقاء من كل مكان';
  for (const title of [rtl, '2026-01-01', 'Ein Abend über Kacheln 🎭 '.repeat(4).trim(), '12', '%@ "&<']) {
    const { holder, id } = await held({ title });
    const { eventTicket, semantics } = await passOf(id, holder);
    expect(eventTicket['backFields']?.find(({ key }) => key === 'title')?.value).toBe(title);
    const shown = eventTicket['primaryFields']?.[0]?.value ?? '';
    expect(title.startsWith(shown) && shown.length > 0 && shown.length <= 100).toBe(true);
    expect(semantics['eventName']).toBe(title);
  }
});

test('an event without an end has a pass that is current for a day, one with an end until then', async () => {
  const { event, holder, id } = await held();
  const open = await passOf(id, holder);
  expect(Date.parse(open.expirationDate) - Date.parse(open.relevantDate)).toBe(days(1));
  expect(open.semantics['eventEndDate']).toBeUndefined();
  await app.db.query('UPDATE event SET duration_minutes = 90 WHERE id = $1', [event.id]);
  const ended = await passOf(id, holder);
  expect(Date.parse(ended.expirationDate) - Date.parse(ended.relevantDate)).toBe(minutes(90));
});

test('only the holder gets the pass: by their session, as a guest, or by a link of the ticket’s page for an hour', async () => {
  const { event, holder, id } = await held();
  const stranger = await newViewer(app);
  expect((await fetchPass(id)).statusCode).toBe(401);
  expect(codeIn((await fetchPass(id, stranger.token)).body)).toBe('ticket_not_found');
  expect((await fetchPass('not-a-ticket', holder.token)).statusCode).toBe(404);
  const guest = await newGuest(app, event.id);
  const own = (await buy(app, event, guest)).data.ticket!.ticket_uuid;
  expect((await fetchPass(own, guest.token)).statusCode).toBe(200);
  expect((await fetchPass(id, guest.token)).statusCode).toBe(404);
  const page = await app.call('GET /tickets/:ticket', { as: holder.token, params: { ticket: id } });
  const { apple_url: link } = page.data.wallets!;
  expect(page.data.wallets?.google).toBe(true);
  expect((await app.http.inject(link!)).statusCode).toBe(200);
  expect((await app.http.inject(link!.replace(id, own))).statusCode).toBe(401);
  expect((await app.http.inject(`${link!.slice(0, -2)}xx`)).statusCode).toBe(401);
  await app.clock.advance(hours(1));
  expect((await app.http.inject(link!)).statusCode).toBe(401);
});

test('the QR code of a pass appears when the host asks for one, and devices hear of it', async () => {
  const { event, holder, id, code } = await held();
  const { authenticationToken: token } = await passOf(id, holder);
  await register(id, token!);
  await app.db.query('UPDATE event SET ticket_qr = true WHERE id = $1', [event.id]);
  await app.quiesce();
  expect(push.received).toEqual([{ token: 'aabbccdd11223344', topic: passTypeId, body: '{}' }]);
  expect((await passOf(id, holder)).barcodes).toEqual([
    expect.objectContaining({ format: 'PKBarcodeFormatQR', message: code }),
  ]);
});

test('when the event moves, each device gets one push, lists the changed pass and fetches the new start', async () => {
  const { event, host, holder, id } = await held({ zone: 'Europe/Madrid' });
  const { authenticationToken: token, relevantDate: before } = await passOf(id, holder);
  expect(await register(id, token!)).toBe(201);
  expect(await register(id, token!)).toBe(200);
  const first = await service(`/passes/${passTypeId}/${id}`, { token: token! });
  expect(first.statusCode).toBe(200);
  const known = { 'if-modified-since': String(first.headers['last-modified']) };
  expect((await service(`/passes/${passTypeId}/${id}`, { token: token!, headers: known })).statusCode).toBe(304);
  const { lastUpdated } = (await serials('phone-1'))!;
  await app.clock.advance(minutes(1));
  const seen = (await serials('phone-1', lastUpdated)) ?? { lastUpdated };
  expect(await serials('phone-1', String(Number(seen.lastUpdated) + 10_000))).toBeUndefined();
  const later = Date.parse(before) + hours(5);
  const moved = await app.call('POST /events/reschedule', {
    as: host.token,
    body: { event_uuid: event.id, event_date: later, event_start_hour: '17:00' },
  });
  expect(moved.errors).toEqual([]);
  await app.quiesce();
  expect(push.received).toHaveLength(1);
  expect((await serials('phone-1', seen.lastUpdated))?.serialNumbers).toEqual([id]);
  const next = await service(`/passes/${passTypeId}/${id}`, { token: token!, headers: known });
  const { json } = await openPass(next.rawPayload, certificates);
  expect(Date.parse(json.relevantDate)).toBe(later);
  expect(json.relevantDate).not.toBe(before);
});

test('a pass is void once its ticket is transferred, refunded or its event cancelled', async () => {
  const passed = await held();
  const refunded = await held({ selfCancel: { hours: 1 }, priceMinor: 1200, zone: 'Europe/Madrid' });
  const dropped = await held();
  const tokens: string[] = [];
  for (const { id, holder } of [passed, refunded, dropped]) {
    tokens.push((await passOf(id, holder)).authenticationToken!);
    expect(await register(id, tokens.at(-1)!, `phone-${id}`)).toBe(201);
  }
  const done = [
    await app.call('POST /tickets/transfer', {
      as: passed.holder.token,
      body: { ticket_uuid: passed.id, email: 'friend@mail.test' },
    }),
    await app.call('POST /tickets/cancel', { as: refunded.holder.token, body: { ticket_uuid: refunded.id } }),
    await app.call('POST /events/cancel', { as: dropped.host.token, body: { event_uuid: dropped.event.id } }),
  ];
  expect(done.map(({ status }) => status)).toEqual([200, 200, 200]);
  await app.quiesce();
  expect(push.received.length).toBeGreaterThanOrEqual(3);
  for (const [n, { id }] of [passed, refunded, dropped].entries()) {
    const latest = await service(`/passes/${passTypeId}/${id}`, { token: tokens[n]! });
    expect((await openPass(latest.rawPayload, certificates)).json.voided).toBe(true);
  }
});

test('devices without the token of the pass, and malformed calls, get nothing', async () => {
  const { holder, id } = await held();
  const other = await held();
  const { authenticationToken: token } = await passOf(id, holder);
  const { authenticationToken: others } = await passOf(other.id, other.holder);
  expect(await register(id, others!)).toBe(401);
  expect(await register(id, '')).toBe(401);
  expect(await register(id, token!, 'phone-1', 'not hex')).toBe(400);
  expect((await service(at('phone-1', 'x'), { method: 'POST', token: token!, payload: {} })).statusCode).toBe(401);
  expect(
    (await service(at('p%20h', id), { method: 'POST', token: token!, payload: { pushToken: 'aabbccdd' } })).statusCode,
  ).toBe(400);
  expect((await service(`/passes/pass.other/${id}`, { token: token! })).statusCode).toBe(401);
  expect((await service(`/passes/${passTypeId}/${id}`)).statusCode).toBe(401);
  expect(await serials('nobody')).toBeUndefined();
  expect((await service('/log', { method: 'POST', payload: { logs: ['x'.repeat(9_000)] } })).statusCode).toBe(200);
  expect((await service('/log', { method: 'POST', headers: { 'content-type': 'text/plain' } })).statusCode).toBe(200);
});

test('a device that unregisters, or that Apple no longer knows, hears nothing more', async () => {
  const { event, holder, id } = await held();
  const { authenticationToken: token } = await passOf(id, holder);
  const devices = async () => (await app.db.query('SELECT 1 FROM wallet_device WHERE ticket_id = $1', [id])).length;
  await register(id, token!, 'gone', 'aabbccdd');
  await register(id, token!, 'left', 'ddccbbaa');
  expect((await service(at('left', id), { method: 'DELETE', token: token! })).statusCode).toBe(200);
  push.status = 410;
  push.reason = 'Unregistered';
  await app.db.query("UPDATE event SET title = 'Another title' WHERE id = $1", [event.id]);
  await app.quiesce();
  expect(push.received.map((pushed) => pushed.token)).toEqual(['aabbccdd']);
  expect(await devices()).toBe(0);
});

test('push services that are down delay updates, never tickets or passes', async () => {
  const { event, holder, id } = await held();
  const { authenticationToken: token } = await passOf(id, holder);
  await register(id, token!, 'patient');
  await app.call('POST /tickets/google_wallet', { as: holder.token, body: { ticket_uuid: id } });
  push.status = 503;
  google.status = 503;
  await app.db.query("UPDATE event SET title = 'Later' WHERE id = $1", [event.id]);
  await app.quiesce();
  const failed = await app.db.query<{ last_error: string }>(
    "SELECT last_error FROM fact_delivery WHERE handler = 'tell wallet' AND attempts > 0 ORDER BY last_error",
  );
  expect(failed.map(({ last_error }) => last_error)).toEqual([
    expect.stringContaining("Apple's push service answered 503"),
    expect.stringContaining('Google Wallet answered 503'),
  ]);
  const other = await newViewer(app);
  expect((await fetchPass((await giveTicket(app, event, other)).id, other.token)).statusCode).toBe(200);
  push.status = 200;
  google.status = 200;
  push.received.length = 0;
  await app.clock.advance(hours(2));
  await app.quiesce();
  expect(push.received).toHaveLength(1);
  expect(google.patched.length).toBe(2);
});

test('after a push that Apple’s service does not answer, the next one opens another connection', async () => {
  const { apple: settings } = certificates;
  const wallet = appleWallet({ settings, publicUrl, pushUrl: push.url, pushCa: settings.wwdr, pushTimeoutMs: 200 });
  // On a slow machine a connection may take longer than a push may.
  const isSent = async () => (await wallet.push('aabbccdd').catch(() => undefined)) === 'sent';
  try {
    await until('the push is sent', isSent);
    const { opened } = push;
    push.status = 0;
    await expect(wallet.push('aabbccdd')).rejects.toThrow("Apple's push service does not answer");
    push.status = 200;
    await until('the push is sent', isSent);
    expect(push.opened).toBeGreaterThan(opened);
  } finally {
    wallet.close();
  }
});

test('the link to Google Wallet is signed, short enough for every browser, and says what the ticket is', async () => {
  const { event, holder, id, code } = await held({ title: 'أمسية '.repeat(20).trim() });
  await app.db.query('UPDATE event SET ticket_qr = true WHERE id = $1', [event.id]);
  const answer = await app.call('POST /tickets/google_wallet', { as: holder.token, body: { ticket_uuid: id } });
  const { save_url: url } = answer.data;
  expect(url).toMatch(/^https:\/\/pay\.google\.com\/gp\/v\/save\/ey/);
  expect(url.length).toBeLessThan(1_720);
  const { payload } = await jwtVerify(url.split('/').at(-1)!, await importSPKI(google.publicKey, 'RS256'), {
    audience: 'google',
    issuer: google.settings.clientEmail,
  });
  expect(payload).toMatchObject({
    typ: 'savetowallet',
    payload: {
      eventTicketClasses: [{ id: `${google.settings.issuerId}.${event.id}`, reviewStatus: 'UNDER_REVIEW' }],
      eventTicketObjects: [
        {
          id: `${google.settings.issuerId}.${id}`,
          state: 'ACTIVE',
          ticketNumber: code,
          barcode: { type: 'QR_CODE', value: code },
        },
      ],
    },
  });
  const stranger = await newViewer(app);
  const refused = await app.call('POST /tickets/google_wallet', { as: stranger.token, body: { ticket_uuid: id } });
  expect(refused.errors[0]?.code).toBe('ticket_not_found');
});

interface DatedClass {
  readonly dateTime: { readonly start: string; readonly end: string };
}

test('Google Wallet shows start and end as they are where the event is, in the link and in its copy', async () => {
  const { event, holder, id } = await held({ zone: 'Europe/Madrid' });
  await app.db.query('UPDATE event SET duration_minutes = 90 WHERE id = $1', [event.id]);
  const { startsAt, local } = (await app.db.one<{ startsAt: Date; local: string }>(
    `SELECT starts_at AS "startsAt", to_char(starts_at AT TIME ZONE 'Europe/Madrid', 'YYYY-MM-DD"T"HH24:MI:SS') AS local
     FROM event WHERE id = $1`,
    [event.id],
  ))!;
  const { data } = await app.call('POST /tickets/google_wallet', { as: holder.token, body: { ticket_uuid: id } });
  const { payload } = decodeJwt<{ payload: { eventTicketClasses: DatedClass[] } }>(data.save_url.split('/').at(-1)!);
  await app.db.query("UPDATE event SET title = 'New title' WHERE id = $1", [event.id]);
  await app.quiesce();
  const copied = google.patched[0]!.body as unknown as DatedClass;
  for (const { start, end } of [payload.eventTicketClasses[0]!.dateTime, copied.dateTime]) {
    expect(start).toMatch(new RegExp(`^${local}\\+0[12]:00$`));
    expect(end).toMatch(/\+0[12]:00$/);
    expect([Date.parse(start), Date.parse(end)]).toEqual([startsAt.getTime(), startsAt.getTime() + minutes(90)]);
  }
});

test('Google’s copy follows the event and the ticket, and one that nobody saved is no error', async () => {
  const { event, holder, id } = await held();
  await app.call('POST /tickets/google_wallet', { as: holder.token, body: { ticket_uuid: id } });
  await app.db.query("UPDATE event SET title = 'New title' WHERE id = $1", [event.id]);
  await app.quiesce();
  expect(google.patched.map(({ path }) => path)).toEqual([
    `/eventTicketClass/${google.settings.issuerId}.${event.id}`,
    `/eventTicketObject/${google.settings.issuerId}.${id}`,
  ]);
  expect(google.patched[0]?.body).toMatchObject({ eventName: { defaultValue: { value: 'New title' } } });
  google.status = 404;
  await app.call('POST /tickets/transfer', { as: holder.token, body: { ticket_uuid: id, email: 'other@mail.test' } });
  await app.quiesce();
  const waiting = await app.db.query(
    `SELECT last_error FROM fact_delivery d JOIN outbox o ON o.id = d.fact_id
     WHERE d.handler = 'tell wallet' AND o.payload ->> 'ticketId' = $1`,
    [id],
  );
  expect(waiting).toEqual([]);
});

test('deleting an account removes its passes and devices, and voids Google’s copy; the export names them', async () => {
  const holder = await signUp(app, 'walleted');
  const event = await newEvent(app, await newHost(app));
  const { id } = await giveTicket(app, event, holder);
  const { authenticationToken: token } = await passOf(id, holder);
  await register(id, token!, 'mine');
  await app.call('POST /tickets/google_wallet', { as: holder.token, body: { ticket_uuid: id } });
  const { data } = await app.call('GET /user/export', { as: holder.token });
  expect(data['wallet_passes']).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ wallet: 'apple', devices: 1 }),
      expect.objectContaining({ wallet: 'google', devices: 0 }),
    ]),
  );
  expect((await app.call('POST /user/delete', { as: holder.token, body: { password: signUpPassword } })).status).toBe(
    200,
  );
  await app.quiesce();
  const left = await app.db.query(
    `SELECT ticket_id FROM wallet_pass WHERE ticket_id = $1
     UNION ALL SELECT ticket_id FROM wallet_device WHERE ticket_id = $1`,
    [id],
  );
  expect(left).toEqual([]);
  expect(google.patched.at(-1)?.body).toMatchObject({ state: 'INACTIVE' });
  expect((await service(`/passes/${passTypeId}/${id}`, { token: token! })).statusCode).toBe(401);
});

test('without certificates the address says so and the ticket’s page offers nothing', async () => {
  const plain = await testApp();
  try {
    const [host, holder] = [await newHost(plain), await newViewer(plain)];
    const { id } = await giveTicket(plain, await newEvent(plain, host), holder);
    const answer = await plain.http.inject({
      url: `/tickets/${id}/apple.pkpass`,
      headers: { 'access-token': holder.token },
    });
    expect([answer.statusCode, codeIn(answer.body)]).toEqual([404, 'wallet_not_offered']);
    const page = await plain.call('GET /tickets/:ticket', { as: holder.token, params: { ticket: id } });
    expect(page.data.wallets ?? {}).toEqual({});
    const saved = await plain.call('POST /tickets/google_wallet', { as: holder.token, body: { ticket_uuid: id } });
    expect([saved.status, saved.errors[0]?.code]).toEqual([404, 'wallet_not_offered']);
    expect((await plain.http.inject(`/wallet/v1/passes/${passTypeId}/${id}`)).statusCode).toBe(404);
  } finally {
    await plain.close();
  }
});
