import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newHost, type TestActor } from '../../../test/actors.ts';
import { newEvent } from '../../../test/events.ts';
import { testApp, type TestApp } from '../../../test/harness.ts';

let app: TestApp;
let host: TestActor;
beforeAll(async () => {
  app = await testApp();
  host = await newHost(app);
});
afterAll(() => app.close());

const file = (eventUuid: string) => app.http.inject(`/event/${eventUuid}.ics`);
const lineOf = (text: string, name: string): string | undefined =>
  text
    .replaceAll('\r\n ', '')
    .split('\r\n')
    .find((line) => line.startsWith(`${name}:`))
    ?.slice(name.length + 1);

test('the calendar file of an event has its start and a UID that never changes', async () => {
  const event = await newEvent(app, host, { title: 'Bass, loops; and more', zone: 'America/New_York' });
  const { statusCode, headers, body } = await file(event.id);
  expect(statusCode).toBe(200);
  expect(headers['content-type']).toBe('text/calendar; charset=utf-8; method=PUBLISH');
  expect(headers['content-disposition']).toContain('attachment');
  const row = await app.db.one<{ at: string }>(
    `SELECT to_char(local_start, 'YYYYMMDD"T"HH24MISS') AS at FROM event WHERE id = $1`,
    [event.id],
  );
  expect(lineOf(body, 'DTSTART;TZID=America/New_York')).toBe(row!.at);
  expect(body.match(/TZID:.*/g)).toEqual(['TZID:America/New_York']);
  expect(lineOf(body, 'UID')).toBe(`${event.id}@frontrow`);
  expect(lineOf(body, 'SEQUENCE')).toBe('0');
  expect(lineOf(body, 'SUMMARY')).toBe('Bass\\, loops\\; and more');
});

test('the file of a moved event replaces the one before, that of a cancelled event removes it', async () => {
  const event = await newEvent(app, host);
  await app.db.query(
    `UPDATE event SET starts_at = starts_at + interval '2 hours', local_start = local_start + interval '2 hours',
      reschedules = 1, rescheduled_at = app_now() WHERE id = $1`,
    [event.id],
  );
  expect(lineOf((await file(event.id)).body, 'SEQUENCE')).toBe('1');
  await app.call('POST /events/cancel', { as: host.token, body: { event_uuid: event.id } });
  const { headers, body } = await file(event.id);
  expect([headers['content-type'], lineOf(body, 'SEQUENCE'), lineOf(body, 'STATUS')]).toEqual([
    'text/calendar; charset=utf-8; method=CANCEL',
    '2',
    'CANCELLED',
  ]);
});

test('the file of an event with another title or length replaces the one before', async () => {
  const event = await newEvent(app, host);
  const seen = async () => {
    const { body } = await file(event.id);
    return ['SEQUENCE', 'DTSTAMP', 'SUMMARY'].map((name) => lineOf(body, name));
  };
  const change = (body: object) =>
    app.call('POST /events/update', { as: host.token, body: { event_uuid: event.id, ...body } });
  const [, stamp] = await seen();
  await app.clock.advance(60_000);
  await change({ event_title: 'Another name' });
  const [sequence, later, title] = await seen();
  expect([sequence, title]).toEqual(['1', 'Another name']);
  expect(later! > stamp!).toBe(true);
  await change({ event_duration_minutes: '90' });
  expect((await seen())[0]).toBe('2');
  await change({ event_duration_minutes: '90', event_tags: '["piano"]' });
  expect((await seen())[0]).toBe('2');
  await app.call('POST /events/cancel', { as: host.token, body: { event_uuid: event.id } });
  expect((await seen())[0]).toBe('4');
});

test('an unknown event has no file', async () => {
  expect((await file(randomUUID())).statusCode).toBe(404);
});
