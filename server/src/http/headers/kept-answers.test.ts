import { api, type CallName } from '@frontrow/contract/api.ts';
import { accessTokenHeader } from '@frontrow/contract/kernel/headers.ts';
import { days } from '@frontrow/core/kernel/instant.ts';
import type { LightMyRequestResponse } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newAdmin, newGuest, newHost, newViewer, type TestActor } from '../../../test/actors.ts';
import { testApp, type TestApp } from '../../../test/harness.ts';
import { buyPass, newPass, type OfferedPass } from '../../../test/passes.ts';

/**
 * The calls whose answers caches may keep if they ask each time, listed by hand: they are the same for everyone. Any
 * other answer may be about its caller, also where anyone may ask.
 */
const sameForEveryone: CallName[] = ['GET /events', 'GET /events/:id', 'GET /series/:id', 'GET /hosts/:username'];

/** What is answered only with a room, a replay, a meeting or a bank file; here they are refused. */
const answeredElsewhere: CallName[] = [
  'GET /admin/payouts/sepa/:uuid',
  'GET /events/:uuid/chat/files/:number',
  'GET /events/:uuid/chat/latest',
  'GET /events/:uuid/hls/keys/:number',
  'GET /events/:uuid/hls/live.m3u8',
  'GET /events/:uuid/hls/segments/:part/:file',
  'GET /events/:uuid/ingest',
  'GET /events/:uuid/queue',
  'GET /events/:uuid/replay',
  'GET /events/:uuid/replay/chat',
  'GET /events/:uuid/replay/download',
  'GET /events/:uuid/replay/transcript',
  'GET /events/:uuid/restreams',
  'GET /private_meetings/:uuid/room',
  'GET /private_requests/:uuid/chat',
  'GET /webhook_endpoints/:id/deliveries',
];

const reads = (Object.keys(api) as CallName[]).filter((call) => call.startsWith('GET '));

let app: TestApp;
let host: TestActor;
let pass: OfferedPass;
let order: string;
let ticket: string;
let callers: Record<string, string | undefined>;
beforeAll(async () => {
  app = await testApp();
  host = await newHost(app);
  pass = await newPass(app, host, { price: 20, dates: [{ priceMinor: 1500 }, { priceMinor: 1500 }] });
  const buyer = await newViewer(app);
  const bought = await buyPass(app, pass, buyer);
  const { data } = await app.call('GET /billing/orders', { as: buyer.token });
  order = data.orders[0]!.order_uuid;
  ticket = bought.data.ticket!.ticket_uuid;
  callers = {
    nobody: undefined,
    guest: (await newGuest(app, pass.events[0]!.id)).token,
    buyer: buyer.token,
    viewer: (await newViewer(app)).token,
    host: host.token,
    admin: (await newAdmin(app)).token,
  };
});
afterAll(() => app.close());

function ask(call: CallName, as: string | undefined): Promise<LightMyRequestResponse> {
  const id = call.includes('/series/') ? pass.series : pass.events[0]!.id;
  const now = app.clock.now();
  const query: Record<string, Record<string, string>> = {
    'GET /tickets/mailed': { event_uuid: id },
    'GET /private_requests': { side: 'viewer' },
    'GET /hosts/:username/slots': { from: String(now), to: String(now + days(7)) },
    'GET /stats/csv': { table: 'days' },
  };
  const params: Record<string, string> = { id, uuid: id, order, ticket, username: host.username, ide: String(host.id) };
  return app.http.inject({
    url: `/api${call.slice('GET '.length).replaceAll(/:(\w+)/g, (_whole, name: string) => params[name] ?? '1')}`,
    headers: as === undefined ? {} : { [accessTokenHeader]: as },
    ...(query[call] && { query: query[call] }),
  });
}

test('no cache keeps an answer, or a refusal, that may be about its caller; the others are listed', async () => {
  const kept = new Set<string>();
  const answered = new Set<CallName>();
  for (const call of reads)
    for (const as of Object.values(callers)) {
      const { statusCode, headers } = await ask(call, as);
      if (statusCode === 200) answered.add(call);
      if (headers['cache-control'] !== 'no-store' || headers.etag !== undefined)
        kept.add(`${call}: ${String(headers['cache-control'])}`);
    }
  expect([...kept].toSorted()).toEqual(sameForEveryone.map((call) => `${call}: no-cache`).toSorted());
  expect(reads.filter((call) => !answered.has(call)).toSorted()).toEqual(answeredElsewhere.toSorted());
});

test.each(sameForEveryone)('%s answers everyone with the same bytes', async (call) => {
  const answers = await Promise.all(Object.values(callers).map((as) => ask(call, as)));
  expect(new Set(answers.map(({ statusCode, body }) => `${statusCode} ${body}`)).size).toBe(1);
});

test('what a pass says to its buyer is served to nobody else, and never answered with “not modified”', async () => {
  const bought = async (as: string | undefined): Promise<boolean> =>
    (await ask('GET /series/:id/pass', as)).json().data.pass.bought;
  const { buyer, nobody, viewer } = callers;
  expect([await bought(buyer), await bought(nobody), await bought(viewer)]).toEqual([true, false, false]);
  const again = await app.http.inject({ url: `/api/series/${pass.series}/pass`, headers: { 'if-none-match': '*' } });
  expect([again.statusCode, again.headers['cache-control']]).toEqual([200, 'no-store']);
});
