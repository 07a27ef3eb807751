import { randomUUID } from 'node:crypto';
import { hours } from '@frontrow/core/kernel/instant.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newMeeting } from '../../../test/accepted-meeting.ts';
import { newHost, newViewer, type TestActor } from '../../../test/actors.ts';
import { newEvent, type TestEvent } from '../../../test/events.ts';
import { testApp, type TestApp } from '../../../test/harness.ts';
import { giveTicket } from '../../../test/tickets.ts';

const publicUrl = 'https://frontrow.example';
let app: TestApp;
let host: TestActor;
beforeAll(async () => {
  app = await testApp({ config: { publicUrl } });
  host = await newHost(app);
});
afterAll(() => app.close());

const open = (url: string, headers: Record<string, string> = {}) => app.http.inject({ url, headers });
const card = async (event: TestEvent, query = '') => (await open(`/embed/event/${event.id}${query}`)).body;
const policyOf = async (url: string): Promise<string> => String((await open(url)).headers['content-security-policy']);
/** A second later, when no read of before is kept. */
const later = () => app.clock.advance(1_001);
const allow = (who: TestActor, sites: string[] | null) =>
  app.call('POST /host/embed_sites', { as: who.token, body: { embed_sites: sites } });

test('the card has title, host, price and the seats left now, and leads to the checkout on our own page', async () => {
  const event = await newEvent(app, host, { title: 'Bass & <loops>', priceMinor: 1200, capacity: 49 });
  const answer = await open(`/embed/event/${event.id}`);
  expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
  expect(answer.body).toContain('Bass &amp; &lt;loops&gt;');
  expect(answer.body).toContain('€13.10');
  expect(answer.body).toContain('49 of 49 seats left');
  const [, href] = /class="button" href="([^"]+)" target="_blank" rel="noopener">Buy ticket</.exec(answer.body) ?? [];
  expect(href).toBe(`${publicUrl}/event/${event.id}?ref=embed&amp;checkout`);
  await giveTicket(app, event, await newViewer(app));
  await later();
  expect(await card(event)).toContain('48 of 49 seats left');
});

test('the button is the same without the card', async () => {
  const event = await newEvent(app, host, { capacity: 3 });
  const { body } = await open(`/embed/button/${event.id}`);
  expect(body).toContain('3 of 3 seats left');
  expect(body).toContain('class="few"');
  expect(body).toContain('>Get your seat</a>');
  expect(body).not.toContain('<img');
});

test('what can’t be bought says why, and sells nothing', async () => {
  const full = await newEvent(app, host, { capacity: 1 });
  await giveTicket(app, full, await newViewer(app));
  const unpublished = await newEvent(app, host);
  await app.db.query("UPDATE event SET unpublished_at = app_now(), unpublished_reason = 'x' WHERE id = $1", [
    unpublished.id,
  ]);
  for (const [event, words] of [
    [full, 'Sold out'],
    [await newEvent(app, host, { cancelled: 'host' }), 'This event was cancelled.'],
    [await newEvent(app, host, { state: 'finished' }), 'This event has finished.'],
    [await newEvent(app, host, { openingTicketing: false }), 'Token holders'],
    [unpublished, 'Tickets are not on sale.'],
  ] as const)
    for (const kind of ['event', 'button']) {
      const { statusCode, body } = await open(`/embed/${kind}/${event.id}`);
      expect([statusCode, body]).toEqual([200, expect.stringContaining(words)]);
      expect(body).not.toContain('checkout');
    }
});

test('before sales open it says when they do and leads to the event; from then on to the checkout', async () => {
  const event = await newEvent(app, host, { priceMinor: 1200, zone: 'Asia/Tokyo' });
  const [sale] = await app.db.query<{ at: Date }>(
    "UPDATE event SET sales_open_at = app_now() + interval '1 hour' WHERE id = $1 RETURNING sales_open_at AS at",
    [event.id],
  );
  const when = sale!.at.toLocaleString('en-GB', { timeZone: 'Asia/Tokyo', hour: '2-digit', minute: '2-digit' });
  const before = new Map<string, string>();
  for (const kind of ['event', 'button']) {
    const url = `/embed/${kind}/${event.id}`;
    const { body, headers } = await open(url);
    expect(body).toMatch(
      new RegExp(`€13\\.10</strong><span>Tickets go on sale \\w{3} \\d+ \\w+, ${when} GMT\\+9</span>`),
    );
    expect(body).toContain(
      `href="${publicUrl}/event/${event.id}?ref=embed" target="_blank" rel="noopener">View event<`,
    );
    for (const words of ['seats left', 'Buy ticket', 'checkout']) expect(body).not.toContain(words);
    const etag = String(headers['etag']);
    expect((await open(url, { 'if-none-match': etag })).statusCode).toBe(304);
    before.set(url, etag);
  }
  for (const [language, words] of [
    ['de', 'Der Ticketverkauf beginnt am '],
    ['es', 'Las entradas salen a la venta el '],
  ] as const)
    expect((await open(`/embed/event/${event.id}`, { 'accept-language': language })).body).toContain(words);

  await app.clock.advance(hours(1));
  for (const [url, etag] of before) {
    const { statusCode, body } = await open(url, { 'if-none-match': etag });
    expect([statusCode, body]).toEqual([200, expect.stringContaining('?ref=embed&amp;checkout"')]);
    expect(body).toContain('>Buy ticket</a>');
    expect(body).toContain('49 of 49 seats left');
    expect(body).not.toContain('go on sale');
  }
});

test('an event whose seats are all given away before sales open is sold out', async () => {
  const event = await newEvent(app, host, { capacity: 1 });
  await giveTicket(app, event, await newViewer(app));
  await app.db.query("UPDATE event SET sales_open_at = app_now() + interval '1 hour' WHERE id = $1", [event.id]);
  expect(await card(event)).toContain('Sold out');
});

test.each([
  ['de', 'Ticket kaufen', '13,10\u00A0€', '2 von 2 Plätzen frei'],
  ['es', 'Comprar entrada', '13,10\u00A0€', 'Quedan 2 de 2 plazas'],
])('an embed is in the reader’s language: %s', async (language, action, price, seats) => {
  const event = await newEvent(app, host, { priceMinor: 1200, capacity: 2 });
  const { body, headers } = await open(`/embed/event/${event.id}`, { 'accept-language': language });
  for (const words of [`lang="${language}"`, `>${action}</a>`, price, seats]) expect(body).toContain(words);
  expect(headers['vary']).toContain('accept-language');
  expect((await open('/embed/event/none', { 'accept-language': language })).body).not.toContain('Event not found');
});

test('an unlisted event is embedded by who knows its address, a live one says that it is live', async () => {
  expect(await card(await newEvent(app, host, { isPublic: false }))).toContain('Unlisted event');
  expect(await card(await newEvent(app, host, { state: 'live' }))).toContain('Live now');
});

test('private meetings and unknown events are the same 404, in a frame too', async () => {
  const meeting = await newMeeting(app, host, await newViewer(app));
  const known = (await open(`/embed/event/${meeting.id}`)).body;
  for (const id of [meeting.id, randomUUID(), 'nothing', "'--", 'x'.repeat(90)]) {
    const { statusCode, body, headers } = await open(`/embed/event/${encodeURIComponent(id)}`);
    expect([statusCode, headers['content-type'], body]).toEqual([404, 'text/html; charset=utf-8', known]);
    expect(body).toContain('we could not find that event');
  }
});

test('only embeds may be framed: by any website, or by those that the host names', async () => {
  const own = await newHost(app);
  const { id } = await newEvent(app, own);
  const url = `/embed/event/${id}`;
  expect(await policyOf(url)).toMatch(/frame-ancestors \*$/);
  expect((await open(url)).headers['x-frame-options']).toBeUndefined();
  expect((await allow(own, ['example.com', 'https://*.shop.example'])).data).toEqual({
    embed_sites: ['https://example.com', 'https://*.shop.example'],
  });
  await later();
  expect(await policyOf(url)).toMatch(/frame-ancestors 'self' https:\/\/example\.com https:\/\/\*\.shop\.example$/);
  await allow(own, []);
  await later();
  expect(await policyOf(url)).toMatch(/frame-ancestors 'self'$/);
  await allow(own, null);
  expect((await app.call('GET /host/embed_sites', { as: own.token })).data).toEqual({ embed_sites: null });
  expect(await policyOf(url)).toContain("default-src 'none'; script-src 'self'");
  for (const other of [`/event/${id}`, '/', '/api/events', `/event/${id}/share`, '/embed/nothing', '/oembed'])
    expect([other, await policyOf(other)]).toEqual([other, expect.stringContaining("frame-ancestors 'none'")]);
});

test('a website that is none is refused, and nothing changes', async () => {
  const own = await newHost(app);
  await allow(own, ['example.com']);
  const refused = await allow(own, ['example.com; script-src *']);
  expect([refused.status, refused.errors[0]?.code, refused.errors[0]?.field]).toEqual([
    400,
    'embed_site_invalid',
    'embed_sites',
  ]);
  expect((await app.call('GET /host/embed_sites', { as: own.token })).data.embed_sites).toEqual([
    'https://example.com',
  ]);
});

test('light and dark follow the reader, or the website that says which', async () => {
  const event = await newEvent(app, host);
  expect(await card(event)).toContain('prefers-color-scheme:dark');
  expect(await card(event, '?theme=dark')).toContain(':root{color-scheme:dark;');
  expect(await card(event, '?theme=light')).not.toContain('prefers-color-scheme');
  for (const odd of ['?theme=x', '?theme=dark&theme=light', '?theme[]=a'])
    expect(await card(event, odd)).toContain('<html');
});

test('page and script together add at most 15 kB, other websites may load the script, and unchanged pages are 304', async () => {
  const { id } = await newEvent(app, host);
  const [page, script] = [await open(`/embed/event/${id}`), await open('/embed.js')];
  expect(script.headers['cross-origin-resource-policy']).toBe('cross-origin');
  expect(script.headers['content-type']).toContain('text/javascript');
  expect(Buffer.byteLength(page.body) + Buffer.byteLength(script.body)).toBeLessThan(15_000);
  const again = await open(`/embed/event/${id}`, { 'if-none-match': String(page.headers['etag']) });
  expect(again.statusCode).toBe(304);
});

const oembed = async (url: string, more = '') => {
  const answer = await open(`/oembed?url=${encodeURIComponent(url)}${more}`);
  return { status: answer.statusCode, headers: answer.headers, body: answer.json() as Record<string, unknown> };
};

test('oEmbed answers a frame for the page of an event', async () => {
  const event = await newEvent(app, host, { title: '"Quotes" & <b>' });
  const url = `${publicUrl}/event/${event.id}`;
  const { status, headers, body } = await oembed(`${url}?ref=x#y`);
  expect([status, headers['content-type'], headers['access-control-allow-origin']]).toEqual([
    200,
    'application/json; charset=utf-8',
    '*',
  ]);
  expect(body).toMatchObject({ type: 'rich', version: '1.0', title: '"Quotes" & <b>', width: 400, height: 480 });
  expect(body).toMatchObject({ provider_name: 'Frontrow', author_url: `${publicUrl}/${host.username}` });
  expect(body['html']).toContain(
    `src="${publicUrl}/embed/event/${event.id}" title="&quot;Quotes&quot; &amp; &lt;b&gt;"`,
  );
});

test('oEmbed keeps to the size it is given', async () => {
  const url = `${publicUrl}/event/${(await newEvent(app, host)).id}`;
  expect((await oembed(url, '&maxwidth=320')).body).toMatchObject({ type: 'rich', width: 320, height: 480 });
  const low = (await oembed(url, '&maxheight=200')).body;
  expect(low).toMatchObject({ type: 'rich', width: 300, height: 96 });
  expect(low['html']).toContain('/embed/button/');
  for (const tiny of ['&maxwidth=100', '&maxheight=40']) {
    const { body } = await oembed(url, tiny);
    expect([body['type'], body['html'], body['width']]).toEqual(['link', undefined, undefined]);
  }
  for (const odd of ['&maxwidth=-1', '&maxwidth=a', '&maxheight=1e9', '&maxwidth=1&maxwidth=2'])
    expect((await oembed(url, odd)).status).toBe(400);
});

test('oEmbed of a host who allows no website is a plain link', async () => {
  const own = await newHost(app);
  const event = await newEvent(app, own);
  await allow(own, []);
  expect((await oembed(`${publicUrl}/event/${event.id}`)).body['type']).toBe('link');
});

test('oEmbed answers 404 for any other address and 501 for any other format', async () => {
  const event = await newEvent(app, host);
  for (const url of [
    `${publicUrl}/event/${randomUUID()}`,
    `${publicUrl}/${host.username}`,
    `https://elsewhere.example/event/${event.id}`,
    `${publicUrl}@elsewhere.example/event/${event.id}`,
    'nothing',
  ])
    expect([url, (await oembed(url)).status]).toEqual([url, 404]);
  expect((await oembed(`${publicUrl}/event/${event.id}`, '&format=xml')).status).toBe(501);
  expect((await open('/oembed')).statusCode).toBe(400);
});
