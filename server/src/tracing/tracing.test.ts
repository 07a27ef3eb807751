import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { newGuest, newHost, newViewer } from '../../test/actors.ts';
import { newEvent } from '../../test/events.ts';
import { testApp, until } from '../../test/harness.ts';
import { heardLog } from '../../test/captured-log.ts';
import { connectSocket, listening } from '../../test/live-socket.ts';
import { liveRoom } from '../../test/rooms.ts';
import { buy } from '../../test/tickets.ts';

interface Span {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly attributes: readonly { readonly key: string; readonly value: { readonly stringValue?: string } }[];
}

let collector: Server | undefined;
afterEach(() => {
  collector?.closeAllConnections();
  collector?.close();
});

/** A collector of traces; `answers` is false where it takes what comes and says nothing. */
async function startCollector(answers = true): Promise<{ url: string; spans: Span[]; raw: string[] }> {
  const [spans, raw]: [Span[], string[]] = [[], []];
  collector = createServer((request, response) => {
    let text = '';
    request.setEncoding('utf8').on('data', (part: string) => (text += part));
    request.on('end', () => {
      if (!answers) return;
      const { resourceSpans } = JSON.parse(text) as { resourceSpans: { scopeSpans: { spans: Span[] }[] }[] };
      spans.push(...resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans)));
      raw.push(text);
      response.setHeader('content-type', 'application/json').end('{}');
    });
  });
  await new Promise<void>((resolve) => collector?.listen(0, '127.0.0.1', resolve));
  return { url: `http://127.0.0.1:${(collector.address() as AddressInfo).port}`, spans, raw };
}

test('a purchase, its statements and the mail that follows are one trace, and no person is named in it', async () => {
  const { url, spans, raw } = await startCollector();
  const app = await testApp({ config: { tracesUrl: url } });
  const event = await newEvent(app, await newHost(app));
  const viewer = await newViewer(app);
  expect((await buy(app, event, viewer, {})).status).toBe(200);
  await app.quiesce();
  await app.close();

  const call = spans.find(({ name }) => name === 'POST /api/events/purchase');
  const ofCall = spans.filter(({ traceId }) => traceId === call?.traceId);
  expect(call?.parentSpanId).toBeUndefined();
  expect(ofCall.map(({ name }) => name)).toEqual(expect.arrayContaining(['SELECT', 'TicketIssued/mail-ticket']));
  const handled = ofCall.find(({ name }) => name === 'TicketIssued/mail-ticket');
  expect(ofCall.some(({ parentSpanId }) => parentSpanId === handled?.spanId)).toBe(true);
  for (const secret of [viewer.email, viewer.username, viewer.token]) expect(raw.join('')).not.toContain(secret);
});

test('a socket and a call by its pattern are told; a guest’s secret in an address is not', async () => {
  const { url, spans, raw } = await startCollector();
  const app = await testApp({ config: { tracesUrl: url } });
  const room = await liveRoom(app, 1);
  await room.join(room.viewers[0]!);
  const socket = await connectSocket(await listening(app), room.viewers[0]!, room.event.id);
  socket.close();
  const guest = await newGuest(app, room.event.id);
  await app.http.inject({ url: `/api/events/${room.event.id}?guest_token=${guest.token}` });
  await app.close();
  const names = spans.map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining(['socket handshake', 'socket welcome', 'GET /api/events/:id']));
  expect(raw.join('')).not.toContain(guest.token);
});

test('an unreachable collector delays no request and is reported once', async () => {
  const { url } = await startCollector(false);
  for (const tracesUrl of [url, 'http://127.0.0.1:1']) {
    const log = heardLog();
    const app = await testApp({ config: { tracesUrl }, overrides: { log } });
    const viewer = await newViewer(app);
    expect((await app.call('GET /user/account', { as: viewer.token })).status).toBe(200);
    await app.close();
    await until('the log says so', () => log.lines.some(({ message }) => message === 'traces not sent'));
    expect(log.lines.filter(({ message }) => message === 'traces not sent')).toHaveLength(1);
  }
});

test('where no collector is set, what happens has no trace', async () => {
  const app = await testApp();
  const event = await newEvent(app, await newHost(app));
  await buy(app, event, await newViewer(app), {});
  expect(await app.db.one('SELECT count(traceparent)::int AS traces, count(*) > 0 AS any FROM outbox')).toEqual({
    traces: 0,
    any: true,
  });
  await app.close();
});
