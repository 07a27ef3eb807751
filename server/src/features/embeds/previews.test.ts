import { randomUUID } from 'node:crypto';
import { hours } from '@frontrow/core/kernel/instant.ts';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newHost, newViewer, type TestActor } from '../../../test/actors.ts';
import { newEvent, type TestEvent } from '../../../test/events.ts';
import { testApp, type TestApp } from '../../../test/harness.ts';
import { giveTicket } from '../../../test/tickets.ts';
import drawPreview, { previewSize } from './preview-picture.ts';

let app: TestApp;
let host: TestActor;
beforeAll(async () => {
  app = await testApp();
  host = await newHost(app);
});
afterAll(() => app.close());

const open = ({ id }: TestEvent, headers: Record<string, string> = {}) =>
  app.http.inject({ url: `/event/${id}/preview.jpg?v=1`, headers });

test('a shared link shows a picture of the event, drawn again once a seat is sold', async () => {
  const event = await newEvent(app, host, { title: 'Bass & loops', capacity: 3 });
  const first = await open(event);
  expect([first.statusCode, first.headers['content-type'], first.headers['cross-origin-resource-policy']]).toEqual([
    200,
    'image/jpeg',
    'cross-origin',
  ]);
  expect(await sharp(first.rawPayload).metadata()).toMatchObject({ format: 'jpeg', ...previewSize });
  const etag = String(first.headers['etag']);
  await app.clock.advance(1_001);
  expect((await open(event, { 'if-none-match': etag })).statusCode).toBe(304);
  await giveTicket(app, event, await newViewer(app));
  await app.clock.advance(1_001);
  const next = await open(event, { 'if-none-match': etag });
  expect(next.statusCode).toBe(200);
  expect(next.rawPayload.equals(first.rawPayload)).toBe(false);
});

test('a link shared before sales open shows another picture than afterwards', async () => {
  const event = await newEvent(app, host, { capacity: 3 });
  const onSale = String((await open(event)).headers['etag']);
  await app.db.query("UPDATE event SET sales_open_at = app_now() + interval '1 hour' WHERE id = $1", [event.id]);
  await app.clock.advance(1_001);
  const before = String((await open(event)).headers['etag']);
  expect(before).not.toBe(onSale);
  await app.clock.advance(hours(1));
  expect((await open(event, { 'if-none-match': before })).headers['etag']).toBe(onSale);
});

test('the picture is written in the language of the host', async () => {
  const german = await newHost(app);
  const event = await newEvent(app, german, { title: 'Bass & loops', capacity: 3 });
  const english = await open(event);
  await app.call('POST /user/language', { as: german.token, body: { user_language: 'de' } });
  await app.clock.advance(1_001);
  const next = await open(event, { 'if-none-match': String(english.headers['etag']) });
  expect(next.statusCode).toBe(200);
  expect(next.rawPayload.equals(english.rawPayload)).toBe(false);
});

test('unknown events have no picture', async () => {
  expect((await open({ id: randomUUID(), hostId: 0 })).statusCode).toBe(404);
});

const about = { host: 'Live with Mei', when: 'Sunday 22 November 2026, 19:30 CET', seats: '3 of 49 seats left' };

/** The lowest and highest row, and the first and last column, in which the picture is bright: where its text is. */
async function textIn(title: string) {
  const picture = await drawPreview({ ...about, title, cover: undefined });
  const { data, info } = await sharp(picture).greyscale().raw().toBuffer({ resolveWithObject: true });
  const bright = (x: number, y: number): boolean => data[y * info.width + x]! > 150;
  const columns = Array.from({ length: info.width }, (_, x) => x).filter((x) =>
    Array.from({ length: info.height - 130 }, (_, y) => y + 130).some((y) => bright(x, y)),
  );
  return { first: columns[0]!, last: columns.at(-1)!, size: [info.width, info.height] };
}

test.each([
  ['a long title', 'An evening that goes on and on '.repeat(12)],
  ['one long word', 'W'.repeat(300)],
  ['Japanese', '深夜ラーメン教室、家で作るスープの話。'.repeat(6)],
  ['Arabic', 'أمسية موسيقية مباشرة من القاهرة '.repeat(6)],
  ['Devanagari, Thai and emoji', 'संगीत की शाम คืนแห่งดนตรี 🎷🎺 '.repeat(6)],
  ['markup', '</svg><script>alert(1)</script>&amp;"\''],
])('%s stays inside of the picture', async (_what, title) => {
  const { first, last, size } = await textIn(title);
  expect(size).toEqual([previewSize.width, previewSize.height]);
  expect(first).toBeGreaterThanOrEqual(40);
  expect(last).toBeLessThanOrEqual(previewSize.width - 40);
});
