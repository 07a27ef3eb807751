import { minutes } from '@frontrow/core/kernel/instant.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newAdmin, newHost, newViewer, type TestActor } from '../../../test/actors.ts';
import { betweenTimes } from '../../../test/interleaving.ts';
import { newEvent } from '../../../test/events.ts';
import { testApp, type TestApp } from '../../../test/harness.ts';
import { expectInvariants } from '../../../test/invariants.ts';
import { type FormFields, goodForm, publish, skippedInMadrid, startFields } from '../../../test/publish-form.ts';
import { signUp, signUpPassword } from '../../../test/sign-up.ts';

let app: TestApp;
let host: TestActor;
let massive: TestActor;
beforeAll(async () => {
  app = await testApp({ config: { broadcastViewersMax: 100_000 } });
  host = await newHost(app);
  massive = await newHost(app, { massive: true, zoneName: 'Europe/Madrid' });
});
afterAll(async () => {
  await expectInvariants(app);
  await app.close();
});

const count = async (): Promise<number> => (await app.db.one<{ count: number }>('SELECT count(*) FROM event'))!.count;

describe('a published event', () => {
  test('a published event says how long it takes, which its calendar file and its page know and its host may change', async () => {
    const fields = await goodForm(app, { event_duration_minutes: '90' });
    const { event } = (await publish(app, host, fields)).data;
    expect(event.event_duration_minutes).toBe(90);
    const { body } = await app.http.inject(`/event/${event.event_uuid}.ics`);
    const [start, end] = ['DTSTART', 'DTEND'].map((name) =>
      new RegExp(`${name}[^:]*:\\d{8}T(\\d\\d)(\\d\\d)`).exec(body)!,
    );
    const minutesOf = (at: RegExpExecArray) => Number(at[1]) * 60 + Number(at[2]);
    expect((minutesOf(end!) - minutesOf(start!) + 24 * 60) % (24 * 60)).toBe(90);
    const change = (length: string) =>
      app.call('POST /events/update', {
        as: host.token,
        body: { event_uuid: event.event_uuid, event_duration_minutes: length },
      });
    expect((await change('45')).data.event.event_duration_minutes).toBe(45);
    expect((await change('')).data.event.event_duration_minutes).toBeUndefined();
    expect((await change('5')).errors[0]).toMatchObject({ code: 'duration_invalid', field: 'event_duration_minutes' });
  });

  test('a published event without a length has no end', async () => {
    const { event } = (await publish(app, host, await goodForm(app, {}))).data;
    expect(event).not.toHaveProperty('event_duration_minutes');
  });

  test('a published event may have a start of ticket sales, which may be moved until they have opened', async () => {
    const at = app.clock.now() + minutes(30);
    const fields = await goodForm(app, { event_sales_open_date: String(at) });
    const { event } = (await publish(app, await newHost(app), fields)).data;
    expect(event.event_sales_open_date).toBe(at);
    expect((await publish(app, await newHost(app), await goodForm(app))).data.event).not.toHaveProperty(
      'event_sales_open_date',
    );
    for (const odd of [String(app.clock.now() - 1), String(event.event_date - minutes(59)), '1.5', 'soon']) {
      const refused = await publish(app, await newHost(app), await goodForm(app, { event_sales_open_date: odd }));
      expect(refused.errors[0]).toMatchObject({ code: 'sales_open_invalid', field: 'event_sales_open_date' });
    }
    const owner = await newHost(app);
    const own = (await publish(app, owner, await goodForm(app, { event_sales_open_date: String(at) }))).data.event;
    const change = (value: string) =>
      app.call('POST /events/update', {
        as: owner.token,
        body: { event_uuid: own.event_uuid, event_sales_open_date: value },
      });
    expect((await change(String(at + minutes(5)))).data.event.event_sales_open_date).toBe(at + minutes(5));
    expect((await change('')).data.event.event_sales_open_date).toBeUndefined();
    expect((await change(String(at))).data.event.event_sales_open_date).toBe(at);
    await app.clock.advance(minutes(31));
    for (const late of ['', String(at + minutes(90))])
      expect((await change(late)).errors[0]).toMatchObject({ code: 'sales_open_fixed' });
  });

  test('a published event has a page, a place in the list of its host, and a fact', async () => {
    const fields = await goodForm(app, {
      event_price_ticket: '12',
      event_ticket_type: '2',
      event_tags: '["#jazz","late"]',
      event_lang_ides: '[1,3]',
      event_category_ide: '1',
      event_promotional_code: 'spring',
      event_promotional_code_discount: '25',
    });
    const answer = await publish(app, host, fields);
    expect(answer.status).toBe(201);
    const { event } = answer.data;
    expect(event).toMatchObject({
      event_title: 'Kitchen songs',
      event_date: Number(fields['event_date']),
      event_state: 0,
      event_price_ticket: 12,
      event_num_attendees: 49,
      event_num_tickets_free: 49,
      event_tags: ['jazz', 'late'],
      event_lang_ides: [1, 3],
      event_promotional_code_discount: 25,
      event_location: { data: { zoneName: 'UTC' } },
      ticket: { frontrow_min_ticket_fee: 0.5, frontrow_ticket_fee: 5 },
      public: true,
    });
    expect(JSON.stringify(event)).not.toContain('SPRING');
    const page = await app.call('GET /events/:id', { params: { id: event.event_uuid } });
    expect(page.data).toMatchObject({
      event,
      user: { user_username: host.username },
      attendees_users: [],
      watching: 0,
    });
    const mine = await app.call('GET /events/mine', { as: host.token });
    expect(mine.data.events.map((card) => card.event.event_uuid)).toContain(event.event_uuid);
    expect(
      await app.db.query('SELECT payload FROM outbox WHERE dedupe_key = $1', [`EventPublished:${event.event_uuid}`]),
    ).toEqual([{ payload: { eventUuid: event.event_uuid } }]);
  });

  test('a published event is sold in the currency that its host chose, on the terms of that currency', async () => {
    const artist = await newHost(app);
    const usual = async () => {
      const { data } = await app.call('GET /currencies/all', { as: artist.token });
      return data.data.filter((one) => one.currency_default).map((one) => one.currency_code);
    };
    expect(await usual()).toEqual(['EUR']);
    const paid = { event_ticket_type: '2', currency: 'JPY' };
    const { data } = await publish(app, artist, await goodForm(app, { ...paid, event_price_ticket: '1500' }));
    expect(data.event).toMatchObject({
      event_price_ticket: 1500,
      currency: { currency_code: 'JPY', currency_symbol: '¥', currency_digits: 0 },
      ticket: { frontrow_min_ticket_fee: 80, frontrow_ticket_fee: 5 },
    });
    expect(await usual()).toEqual(['JPY']);
    const refused = async (fields: FormFields) => {
      const answer = await publish(
        app,
        artist,
        await goodForm(app, { ...paid, event_price_ticket: '1500', ...fields }),
      );
      return answer.errors.map(({ field, message }) => [field, message]);
    };
    expect(await refused({ event_price_ticket: '99' })).toEqual([
      ['event_price_ticket', 'The minimum price is ¥100. Enter 0 for a free event.'],
    ]);
    expect(await refused({ event_price_ticket: '80001' })).toEqual([
      ['event_price_ticket', 'The maximum price is ¥80,000'],
    ]);
    expect(await refused({ currency: 'SEK' })).toEqual([
      ['currency', 'Please choose one of these currencies: EUR, USD, GBP, CHF, JPY.'],
    ]);
    const free = await publish(app, artist, await goodForm(app, { currency: 'JPY' }));
    expect(free.data.event.currency.currency_code).toBe('EUR');
    expect(await usual()).toEqual(['JPY']);
  });

  test('a published event has its cover in three sizes, encoded by us', async () => {
    const { data } = await publish(app, host, await goodForm(app));
    const largest = data.event.event_cover_image;
    for (const width of [1280, 768, 384]) {
      const file = await app.http.inject(largest.replace('-1280.', `-${width}.`));
      expect(file.statusCode).toBe(200);
      expect(file.headers).toMatchObject({
        'content-type': 'image/webp',
        'x-content-type-options': 'nosniff',
        'cache-control': 'public, max-age=31536000, immutable',
      });
    }
  });

  test('a published event may be a broadcast of a host with massive streaming, in the zone of the host', async () => {
    const start = Number(startFields(app).event_date);
    const hour = new Intl.DateTimeFormat('en-GB', {
      timeZone: 'Europe/Madrid',
      hour: '2-digit',
      minute: '2-digit',
    }).format(start);
    const broadcast = await goodForm(app, {
      event_num_attendees: undefined,
      event_price_ticket: undefined,
      event_ticket_type: undefined,
      event_num_attendees_streaming: '100000',
      event_price_ticket_streaming: '5',
      event_ticket_type_streaming: '5',
      event_start_hour: hour,
    });
    const { status, data } = await publish(app, massive, broadcast);
    expect(status).toBe(201);
    expect(data.event).toMatchObject({
      event_location: { data: { zoneName: 'Europe/Madrid' } },
      event_num_tickets_free_streaming: 100_000,
    });
    expect(data.event).not.toHaveProperty('ticket');
    const refused = await publish(app, host, broadcast);
    expect(refused.status).toBe(403);
    expect(refused.errors).toContainEqual({
      message: 'Broadcast events require massive streaming. Contact us to turn it on.',
      code: 'broadcast_not_allowed',
      field: 'event_ticket_type_streaming',
    });
  });

  test('a published event may be for holders of a collection or a coin, at no price', async () => {
    const { data } = await publish(
      app,
      host,
      await goodForm(app, {
        event_opening_ticketing: 'false',
        event_ticket_type: '3',
        event_rally_nfts_collections: '["Apes","Apes"]',
        event_rally_coins: '[{"coinName":"Frontcoin","coinId":"FRC","minCoinBalance":"1.5"}]',
        public: '0',
      }),
    );
    expect(data.event).toMatchObject({ event_opening_ticketing: false, event_price_ticket: 0, public: false });
    expect(
      await app.db.one('SELECT rally_nfts, rally_coins FROM event WHERE id = $1', [data.event.event_uuid]),
    ).toEqual({
      rally_nfts: ['Apes'],
      rally_coins: [{ coinName: 'Frontcoin', coinId: 'FRC', minCoinBalance: 1.5 }],
    });
  });
});

describe('what is not published', () => {
  test('an anonymous visitor and a viewer cannot publish', async () => {
    const form = await goodForm(app);
    expect((await publish(app, await newViewer(app), form)).errors).toMatchObject([{ code: 'hosts_only' }]);
    expect((await publish(app, { ...host, token: '' }, form)).status).toBe(401);
  });

  test('an empty form is refused with all sentences at once', async () => {
    const before = await count();
    const answer = await publish(app, host, { event_ticket_type: '' });
    expect(answer.status).toBe(400);
    expect(answer.errors).toEqual([
      { message: 'Live Event title is a required field', code: 'title_required', field: 'event_title' },
      { message: 'Event description is a required field', code: 'description_required', field: 'event_description' },
      { message: 'Please enter a valid date.', code: 'date_invalid', field: 'event_date' },
      { message: 'Please choose a start time.', code: 'start_hour_required', field: 'event_start_hour' },
      { message: 'Tickets number is a required field', code: 'tickets_required', field: 'event_num_attendees' },
      { message: 'Please choose a cover image.', code: 'image_required', field: 'event_cover_image' },
    ]);
    expect(await count()).toBe(before);
  });

  test.each<[string, string, FormFields]>([
    ['event_title', 'Maximum length is 120 characters.', { event_title: 'x'.repeat(121) }],
    ['event_description', 'Maximum length is 250 characters.', { event_description: 'x'.repeat(251) }],
    ['event_num_attendees', 'This must be a valid number', { event_num_attendees: 'many' }],
    ['event_num_attendees', 'This must be a valid number', { event_num_attendees: '0x10' }],
    ['event_num_attendees', 'The minimum tickets number is 1', { event_num_attendees: '0' }],
    ['event_num_attendees', 'The maximum tickets number is 49', { event_num_attendees: '50' }],
    ['event_price_ticket', 'The maximum price is 500', { event_price_ticket: '501', event_ticket_type: '2' }],
    ['event_ticket_type', 'This ticket type does not match the event.', { event_price_ticket: '10' }],
    ['event_start_hour', 'The start time does not match the date in UTC.', { event_start_hour: '00:07' }],
    [
      'event_date',
      'The date cannot be in the past.',
      { event_date: String(Date.UTC(2026, 0, 1)), event_start_hour: '00:00' },
    ],
    [
      'event_location',
      'Mars/Olympus is not a time zone we know.',
      { event_location: '{"data":{"zoneName":"Mars/Olympus"}}' },
    ],
    ['event_location', 'event_location: not valid', { event_location: '{"data":' }],
    ['event_tags', 'An event can have at most 5 tags.', { event_tags: '["a","b","c","d","e","f"]' }],
    ['event_tags', 'event_tags: not valid', { event_tags: '{}' }],
    ['event_lang_ides', 'Please choose a language from the list.', { event_lang_ides: '[12345]' }],
    ['event_category_ide', 'Please choose a category from the list.', { event_category_ide: '99' }],
    ['public', 'public: not valid', { public: 'maybe' }],
    [
      'event_rally_coins',
      'Enter a NFT collection or a coin',
      { event_opening_ticketing: 'false', event_ticket_type: '3' },
    ],
    [
      'event_rally_coins.0.minCoinBalance',
      'Please enter a valid number',
      {
        event_opening_ticketing: 'false',
        event_ticket_type: '3',
        event_rally_coins: '[{"coinName":"a","coinId":"A","minCoinBalance":"x"}]',
      },
    ],
    ['event_rally_coins', 'event_rally_coins: not valid', { event_rally_coins: '['.repeat(9) + ']'.repeat(9) }],
  ])('%s: %s', async (field, message, fields) => {
    const answer = await publish(app, host, await goodForm(app, fields));
    expect(answer.status).toBe(400);
    expect(answer.errors.map((error) => [error.field, error.message])).toEqual([[field, message]]);
  });

  test('a time off the quarter of an hour, or one that the clocks skip', async () => {
    const off = await publish(app, host, await goodForm(app, startFields(app, 7 * 60_000)));
    expect(off.errors).toMatchObject([{ code: 'date_off_step', field: 'event_date' }]);
    const gap = skippedInMadrid(app);
    const skipped = await publish(app, massive, await goodForm(app, { ...gap, event_date: String(gap.event_date) }));
    expect(skipped.errors).toEqual([
      {
        message:
          'The clocks change at that moment, so this time does not exist in Europe/Madrid. Please choose another one.',
        code: 'date_in_gap',
        field: 'event_start_hour',
      },
    ]);
  });

  test('a form with the ticket fields of both kinds', async () => {
    const answer = await publish(app, massive, await goodForm(app, { event_num_attendees_streaming: '10' }));
    expect(answer.errors.map((error) => error.code)).toContain('ticket_type_mismatch');
  });
});

test('someone who may not publish is refused before the body is read', async () => {
  const huge = { 'content-type': 'multipart/form-data; boundary=x', 'content-length': String(14 * 1024 * 1024) };
  const answer = await app.call('POST /events/create', { headers: huge, body: Buffer.from('--x\r\nnever') });
  expect([answer.status, answer.errors[0]?.code]).toEqual([401, 'login_required']);
});

describe('what the host loses while an event is being published is respected:', () => {
  /** Publishes an event and runs `in the meantime` after its draft was judged. */
  async function publishWhile(of: TestActor, more: FormFields, interfere: () => Promise<unknown>) {
    const first = await newEvent(app, of, { state: 'finished' });
    const form = await goodForm(app, { event_cover_image: undefined, event_cover_from: first.id, ...more });
    const published = await betweenTimes(app, first, () => publish(app, of, form), interfere);
    return [published.status, published.errors[0]?.code];
  }

  test('the account', async () => {
    const leaving = await signUp(app, 'leaving');
    await app.db.query('UPDATE app_user SET role = 1 WHERE id = $1', [leaving.id]);
    const before = await count();
    const answer = await publishWhile(leaving, {}, async () => {
      const left = await app.call('POST /user/delete', { as: leaving.token, body: { password: signUpPassword } });
      expect(left.status).toBe(200);
    });
    expect(answer).toEqual([404, 'user_not_found']);
    expect(await count()).toBe(before + 1);
  });

  test('the flag that a broadcast needs', async () => {
    const flagged = await newHost(app, { massive: true });
    const admin = await newAdmin(app);
    const broadcast = {
      event_num_attendees: undefined,
      event_price_ticket: undefined,
      event_ticket_type: undefined,
      event_num_attendees_streaming: '5000',
      event_price_ticket_streaming: '5',
      event_ticket_type_streaming: '5',
    };
    const answer = await publishWhile(flagged, broadcast, async () => {
      const body = { user_ide: flagged.id, influencer_advertising: false, influencer_massive_streaming: false };
      expect((await app.call('POST /admin/users/flags', { as: admin.token, body })).status).toBe(200);
    });
    expect(answer).toEqual([403, 'broadcast_not_allowed']);
  });
});

test('the same Idempotency-Key twice, even at the same time, makes one event', async () => {
  const before = await count();
  const form = await goodForm(app);
  const answers = await Promise.all([publish(app, host, form, 'key-1'), publish(app, host, form, 'key-1')]);
  expect(answers.map((answer) => answer.status)).toEqual([201, 201]);
  expect(answers[0].data).toEqual(answers[1].data);
  expect(await count()).toBe(before + 1);
  expect((await publish(app, host, { ...form, event_title: 'Another' }, 'key-1')).status).toBe(422);
});
