import type { AnswerOf } from '@frontrow/contract/api.ts';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newGuest, newHost, newViewer, type TestActor } from '../../../test/actors.ts';
import { newEvent } from '../../../test/events.ts';
import { type TestAnswer, testApp, type TestApp } from '../../../test/harness.ts';
import { expectInvariants } from '../../../test/invariants.ts';
import { dataUrlOf, testCover } from '../../../test/publish-form.ts';
import { giveTicket } from '../../../test/tickets.ts';

let app: TestApp;
beforeAll(async () => void (app = await testApp()));
afterAll(async () => {
  await expectInvariants(app);
  await app.close();
});

const show = (who: TestActor, shown_name: string, show_attending = true) =>
  app.call('POST /user/viewer_profile', { as: who.token, body: { shown_name, show_attending } });
const attendees = async (id: string): Promise<string[]> => {
  // Longer than a page is cached.
  await app.clock.advance(31_000);
  return (await app.call('GET /events/:id', { params: { id } })).data.attendees_users.map((user) => user.user_name);
};

test('guests and strangers cannot change anything', async () => {
  const guest = await newGuest(app, '7b7c9a53-8c5b-4c0e-9a55-6d3f1b0f7a01');
  for (const call of ['POST /user/viewer_profile', 'POST /user/avatar'] as const) {
    const body = { shown_name: 'x', show_attending: true, avatar: null };
    expect((await app.call(call, { body })).status).toBe(401);
    expect((await app.call(call, { as: guest.token, body })).status).toBe(403);
  }
});

describe('the name others read', () => {
  test('the name others read is the username until one is chosen, and never has invisible characters', async () => {
    const viewer = await newViewer(app);
    const read = (await app.call('GET /user/viewer_profile', { as: viewer.token })).data;
    expect(read).toEqual({ shown_name: '', shown_as: viewer.username, show_attending: true, reminders: true });
    expect((await show(viewer, '  Lena\u202E  \n B ')).data.shown_as).toBe('Lena B');
    expect((await show(viewer, '🎭'.repeat(41))).data.shown_name).toBe('🎭'.repeat(40));
    expect((await show(viewer, '')).data.shown_as).toBe(viewer.username);
  });

  test.each(['admin', 'Frontrow Support', '\u0410dmin', 'Fr0ntrow', 'Sup\uFE0Fport', 'search'])(
    'the name others read cannot be %s, which is refused at the field while the old name stays',
    async (name) => {
      const viewer = await newViewer(app);
      await show(viewer, 'Lena');
      const answer = await show(viewer, name);
      expect([answer.status, answer.errors]).toEqual([
        400,
        [{ message: 'This name is reserved. Please choose another one.', code: 'name_reserved', field: 'shown_name' }],
      ]);
      const kept = await app.call('GET /user/viewer_profile', { as: viewer.token });
      expect(kept.data.shown_name).toBe('Lena');
    },
  );

  test.each(['\u3164', '\u2800', '\u115F', '\u1160', '\uFFA0', '\uFE0F', '\u034F'])(
    'the name others read cannot be %j alone, nor contain it',
    async (unseen) => {
      const viewer = await newViewer(app);
      expect((await show(viewer, unseen)).data.shown_as).toBe(viewer.username);
      expect((await show(viewer, `${unseen}Lena${unseen}`)).data.shown_name).toBe('Lena');
    },
  );

  test.each(['علی\u200Cرضا', 'ශ්\u200Dරී', '👩\u200D👩\u200D👧', '❤\uFE0F\u200D🔥'])(
    'the name others read may be %s',
    async (name) => {
      expect((await show(await newViewer(app), name)).data.shown_name).toBe(name);
    },
  );

  test('the name others read is in the list of attendees, as text, unless the person declined', async () => {
    const event = await newEvent(app, await newHost(app));
    const [open, hidden] = [await newViewer(app), await newViewer(app)];
    for (const viewer of [open, hidden]) await giveTicket(app, event, viewer);
    await show(open, '<b onmouseover=alert(1)>');
    await show(hidden, 'Nobody’s business', false);
    expect(await attendees(event.id)).toEqual(['<b onmouseover=alert(1)>']);
    await show(hidden, 'Pia', true);
    expect(await attendees(event.id)).toEqual(['<b onmouseover=alert(1)>', 'Pia']);
  });

  test('the name of a guest is not public, because guests were not asked and have no page to decline on', async () => {
    const event = await newEvent(app, await newHost(app));
    const guest = await newGuest(app, event.id);
    await giveTicket(app, event, guest);
    await app.db.query("UPDATE app_user SET name = 'Grace Guest' WHERE id = $1", [guest.id]);
    expect(await attendees(event.id)).toEqual([]);
    const page = await app.call('GET /events/:id', { params: { id: event.id } });
    expect(page.data.event.event_num_tickets_sold).toBe(1);
    expect(JSON.stringify(page.data)).not.toMatch(/grace|guest-t/i);
  });
});

describe('the picture', () => {
  const change = (who: TestActor, avatar: string | null): Promise<TestAnswer<AnswerOf<'POST /user/avatar'>>> =>
    app.call('POST /user/avatar', { as: who.token, body: { avatar } });

  test.each([
    ['svg', dataUrlOf(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'), 'image/svg+xml')],
    ['html that calls itself png', dataUrlOf(Buffer.from('<script>alert(1)</script>'))],
    ['an address', 'https://evil.example/a.png'],
  ])('the picture cannot be %s', async (_what, avatar) => {
    const viewer = await newViewer(app);
    const answer = await change(viewer, avatar);
    expect([answer.status, answer.errors[0]]).toEqual([
      415,
      { code: 'image_type', field: 'avatar', message: 'Only JPG, PNG or WebP images are supported.' },
    ]);
    expect((await app.call('GET /user/profile', { as: viewer.token })).data.user_avatar).toBeNull();
  });

  test('the picture is encoded again, square and without metadata; the file of an old or removed one is deleted', async () => {
    const viewer = await newViewer(app);
    const photo = await sharp({ create: { width: 900, height: 1600, channels: 3, background: '#123456' } })
      .withExif({ IFD0: { Copyright: 'canary' }, IFD3: { GPSLatitude: '51/1 30/1 0/1' } })
      .jpeg()
      .toBuffer();
    const first = (await change(viewer, dataUrlOf(photo, 'image/jpeg'))).data.user_avatar!;
    const file = await app.http.inject(first);
    const meta = await sharp(file.rawPayload).metadata();
    expect([meta.format, meta.width, meta.height, meta.exif]).toEqual(['webp', 256, 256, undefined]);
    expect(file.rawPayload.includes('canary')).toBe(false);

    const second = (await change(viewer, await testCover())).data.user_avatar!;
    expect([(await app.http.inject(first)).statusCode, (await app.http.inject(second)).statusCode]).toEqual([404, 200]);
    expect((await change(viewer, null)).data.user_avatar).toBeNull();
    expect((await app.http.inject(second)).statusCode).toBe(404);
  });

  test('the picture is deleted with the account', async () => {
    const password = 'Curtain-up-7';
    const { data } = await app.call('POST /auth/signup', {
      body: {
        email: 'goes@mail.com',
        password,
        username: 'goesaway',
        name: 'Ada',
        surname: 'Lind',
        date_of_birth: '1990-05-01',
        accept_terms: true,
      },
    });
    const as = data.access_token;
    await app.call('POST /user/viewer_profile', { as, body: { shown_name: 'Ada L', show_attending: true } });
    const answer = await app.call('POST /user/avatar', { as, body: { avatar: await testCover() } });
    expect((await app.call('POST /user/delete', { as, body: { password } })).status).toBe(200);
    expect((await app.http.inject(answer.data.user_avatar!)).statusCode).toBe(404);
    const left = await app.db.one('SELECT shown_name, avatar_key, avatar_url, bio, links FROM app_user WHERE id = $1', [
      data.user.user_ide,
    ]);
    expect(left).toEqual({ shown_name: '', avatar_key: null, avatar_url: null, bio: '', links: [] });
  });
});
