import { api, type CallName } from '@frontrow/contract/api.ts';
import type { Endpoint } from '@frontrow/contract/kernel/endpoint.ts';
import { hours } from '@frontrow/core/kernel/instant.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { z } from 'zod';
import { newAdmin, newHost, newViewer, type TestActor } from '../../../test/actors.ts';
import { newEvent } from '../../../test/events.ts';
import { testApp, type TestApp } from '../../../test/harness.ts';
import { newMeeting, type TestMeeting } from '../../../test/accepted-meeting.ts';

/** Words that nothing else says: an answer in which one of them is found tells of the meeting. */
const title = 'Kanarienvogel under four eyes';
const canary = /kanarienvogel/i;

let app: TestApp;
let host: TestActor;
let viewer: TestActor;
let stranger: TestActor;
let meeting: TestMeeting;
beforeAll(async () => {
  app = await testApp();
  host = await newHost(app);
  viewer = await newViewer(app, { username: 'kanarienvogel1' });
  stranger = await newViewer(app);
  await newEvent(app, host, { title: 'An evening for everybody' });
  meeting = await newMeeting(app, host, viewer, { title });
  await app.quiesce();
});
afterAll(() => app.close());

const code = ({ errors }: { readonly errors: readonly { readonly code: string }[] }) => errors[0]?.code;

/** What may be asked for, where a call knows the field. */
const asked = (): readonly Record<string, string>[] => [
  {},
  { q: 'kanarienvogel', host: host.username, event_uuid: meeting.id, from: '0', to: '9000000000000' },
  { side: 'host', scope: 'past', request_uuid: meeting.id, days: '90' },
  { side: 'viewer', scope: 'upcoming' },
];

/** Every reading call, asked about the meeting in each way that it knows. */
async function answersTo(as: string | undefined): Promise<string[]> {
  const params = { id: meeting.id, uuid: meeting.id, username: host.username, ticket: meeting.id };
  const answers: string[] = [];
  for (const call of Object.keys(api).filter((name) => name.startsWith('GET ')) as CallName[]) {
    const { query } = api[call] as Endpoint & { query?: z.ZodObject };
    const fields = Object.keys(query?.shape ?? {});
    const queries = asked().map((one) =>
      Object.fromEntries(Object.entries(one).filter(([key]) => fields.includes(key))),
    );
    for (const one of new Set(queries.map((each) => JSON.stringify(each)))) {
      const { data, errors } = await app.call(call, {
        ...(as && { as }),
        params,
        query: JSON.parse(one) as Record<string, string>,
      });
      answers.push(`${call} ${one} ${JSON.stringify([data, errors])}`);
    }
  }
  return answers;
}

test('no read reveals a private meeting to anyone but its two people', async () => {
  const others = { nobody: undefined, stranger: stranger.token, 'another host': (await newHost(app)).token };
  for (const [who, as] of Object.entries(others))
    for (const answer of await answersTo(as))
      expect(`${who} ${answer.replace('"q":"kanarienvogel"', '')}`).not.toMatch(canary);
});

test('public pages, files and lists do not contain a private meeting', async () => {
  for (const path of [`/event/${meeting.id}`, '/sitemap.xml', '/sitemap-0.xml']) {
    const { body } = await app.http.inject(path);
    expect(`${path} ${body}`).not.toMatch(canary);
    expect(body).not.toContain(`<loc>http://localhost:3000/event/${meeting.id}`);
  }
  expect((await app.http.inject(`/event/${meeting.id}.ics`)).statusCode).toBe(404);
  const { data } = await app.call('GET /hosts/:username', { params: { username: host.username } });
  expect(JSON.stringify(data)).not.toContain(meeting.id);
});

test('calls about events do not find a private meeting, not even for its two people', async () => {
  const admin = await newAdmin(app);
  const event_uuid = meeting.id;
  const buying = { event_uuid, type: 'interactive', stripe_token: 'pm_card_visa' };
  const byViewer: [CallName, object][] = [
    ['GET /events/:id', {}],
    ['POST /events/purchase', buying],
    ['POST /events/hold', { event_uuid, type: 'interactive' }],
    ['POST /events/purchase_no_login', { ...buying, email: 'guest@mail.test' }],
    ['POST /events/hold_no_login', { event_uuid, type: 'interactive', email: 'guest@mail.test' }],
    ['POST /events/waitlist', { event_uuid, join: true }],
    ['POST /events/favorite', { event_uuid, favorite: true }],
    ['GET /events/:id/messages', {}],
    ['GET /events/:uuid/replay', {}],
  ];
  for (const as of [viewer, stranger])
    for (const [call, body] of byViewer)
      expect([
        call,
        code(await app.call(call, { as: as.token, params: { id: event_uuid, uuid: event_uuid }, body })),
      ]).toEqual([call, 'event_not_found']);
  const byHost: [CallName, object][] = [
    ['GET /events/:id/private', {}],
    ['GET /events/:id/draft', {}],
    ['GET /events/:id/promo_codes', {}],
    ['GET /events/:id/door_list', {}],
    ['GET /events/:id/billed', {}],
    ['GET /events/:id/complimentary', {}],
    ['GET /events/:uuid/ingest', {}],
    ['POST /events/update', { event_uuid, event_title: 'Everybody reads this' }],
    ['POST /events/reschedule', { event_uuid, event_date: 4_102_444_800_000, event_start_hour: '00:00' }],
    ['POST /events/message', { event_uuid, subject: 'Hello', text: 'From me' }],
    ['POST /events/cancel', { event_uuid }],
    ['POST /events/promo_codes/add', { event_uuid, code: 'ALL', percent: 100 }],
    ['POST /events/complimentary', { event_uuid, emails: ['friend@mail.test'] }],
    ['POST /events/complimentary/withdraw', { event_uuid, ticket_uuid: event_uuid }],
    ['POST /events/remove_video', { event_uuid, video: 'presentation' }],
    ['POST /events/replay/remove', { event_uuid }],
  ];
  for (const [call, body] of byHost)
    expect([
      call,
      code(await app.call(call, { as: host.token, params: { id: event_uuid, uuid: event_uuid }, body })),
    ]).toEqual([call, 'event_not_found']);
  const cancelled = await app.call('POST /admin/events/cancel', {
    as: admin.token,
    body: { event_uuid, reason: 'Gone' },
  });
  expect(code(cancelled)).toBe('event_not_found');
  expect(JSON.stringify((await app.call('GET /admin/events', { as: admin.token })).data)).not.toMatch(canary);
  expect(
    JSON.stringify((await app.call('GET /events/mine', { as: host.token, query: { scope: 'upcoming' } })).data),
  ).not.toMatch(canary);
});

test('stored functions that sell check the buyer again', async () => {
  const [{ verdict: held } = { verdict: '' }] = await app.db.query<{ verdict: string }>(
    'SELECT verdict FROM hold_seats($1, $2, 600000, 0.3, 10, 5, 3600000)',
    [
      meeting.id,
      JSON.stringify([
        {
          n: 0,
          order_id: meeting.id,
          payment_id: meeting.id,
          buyer: stranger.id,
          kind: 0,
          price: 4000,
          discount: 0,
          fee: 250,
          min_fee: 50,
          fee_bp: 500,
          currency: 'EUR',
          reprice: false,
        },
      ]),
    ],
  );
  expect(held).toBe('event_not_found');
});

test('a private meeting causes no event reminders and is never an event no-show', async () => {
  const soon = await newMeeting(app, await newHost(app), viewer, { title });
  await app.clock.advance(hours(49) + hours(2));
  await app.quiesce();
  const reminded = await app.db.query("SELECT 1 FROM outbox WHERE topic IN ('RemindersDue', 'HolderReminded')");
  expect(reminded).toEqual([]);
  expect(await app.db.one('SELECT cancel_reason FROM event WHERE id = $1', [soon.id])).not.toEqual({
    cancel_reason: 'no_show',
  });
});
