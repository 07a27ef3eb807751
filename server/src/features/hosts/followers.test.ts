import { followsMax } from '@frontrow/core/hosts/host-profile.ts';
import { days, minutes } from '@frontrow/core/kernel/instant.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newAdmin, newGuest, newHost, newViewer, type TestActor } from '../../../test/actors.ts';
import { newEvent } from '../../../test/events.ts';
import { testApp, type TestApp } from '../../../test/harness.ts';
import { expectInvariants } from '../../../test/invariants.ts';
import { mailsTo, tokenIn } from '../../../test/mails.ts';
import { goodForm, publish } from '../../../test/publish-form.ts';
import { formatWhen } from '../../mail/email-formats.ts';

let app: TestApp;
beforeAll(async () => void (app = await testApp()));
afterAll(async () => {
  await expectInvariants(app);
  await app.close();
});

const follow = (who: TestActor, host: TestActor, wanted = true) =>
  app.call('POST /hosts/follow', { as: who.token, body: { username: host.username, follow: wanted } });
const followers = async (host: TestActor): Promise<number> =>
  (await app.call('GET /hosts/:username', { params: { username: host.username } })).data.host.host_followers;
const publishEvent = async (host: TestActor, more: Record<string, string> = {}): Promise<string> => {
  const answer = await publish(app, host, await goodForm(app, more));
  await app.quiesce();
  return answer.data.event.event_uuid;
};

describe('following', () => {
  test('only people who can log in can follow, only hosts, and never themselves', async () => {
    const host = await newHost(app);
    const viewer = await newViewer(app);
    const guest = await newGuest(app, (await newEvent(app, host)).id);
    const body = { username: host.username, follow: true };
    expect((await app.call('POST /hosts/follow', { body })).status).toBe(401);
    expect((await follow(guest, host)).status).toBe(403);
    expect((await follow(viewer, guest)).errors[0]?.message).toBe('User not found');
    expect((await follow(host, host)).errors[0]?.code).toBe('own_page');
    expect(await followers(host)).toBe(0);
  });

  test('a suspended host leaves the list of hosts, can be unfollowed, and comes back otherwise', async () => {
    const [host, other] = [await newHost(app), await newHost(app)];
    const viewer = await newViewer(app);
    for (const one of [host, other]) await follow(viewer, one);
    const admin = await newAdmin(app);
    const decide = (step: 'suspend' | 'restore') =>
      app.call(`POST /admin/users/${step}`, { as: admin.token, body: { user_ide: host.id, reason: 'Spam' } });
    const listed = async () =>
      (await app.call('GET /user/followed_hosts', { as: viewer.token })).data.hosts.map(
        ({ user }) => user.user_username,
      );
    await decide('suspend');
    expect(await listed()).toEqual([other.username]);
    await decide('restore');
    expect(await listed()).toEqual([other.username, host.username]);
    await decide('suspend');
    expect((await follow(viewer, host, false)).data).toEqual({ following: false, host_followers: 0 });
    expect((await follow(viewer, host)).errors[0]?.code).toBe('user_not_found');
    await decide('restore');
    expect(await listed()).toEqual([other.username]);
  });

  test('following twice is following once, and unfollowing restores the state', async () => {
    const [host, other] = [await newHost(app), await newHost(app)];
    const viewer = await newViewer(app);
    await follow(viewer, other);
    for (let n = 0; n < 2; n++)
      expect((await follow(viewer, host)).data).toEqual({ following: true, host_followers: 1 });
    expect(await followers(host)).toBe(1);
    const mine = await app.call('GET /user/following', { as: viewer.token });
    expect(mine.data.usernames).toEqual([host.username, other.username]);
    const list = await app.call('GET /user/followed_hosts', { as: viewer.token });
    expect(list.data.hosts.map((row) => row.user.user_username)).toEqual([host.username, other.username]);
    for (let n = 0; n < 2; n++)
      expect((await follow(viewer, host, false)).data).toEqual({ following: false, host_followers: 0 });
    expect(await followers(host)).toBe(0);
  });

  test('at the maximum another follow is refused, and an existing one stays', async () => {
    const [viewer, followed, another] = [await newViewer(app), await newHost(app), await newHost(app)];
    await app.db.query('ALTER TABLE follow DISABLE TRIGGER ALL');
    await app.db.query(
      `INSERT INTO follow (host_id, follower_id) SELECT 1000000 + n, $1 FROM generate_series(2, ${followsMax}) n`,
      [viewer.id],
    );
    await app.db.query('ALTER TABLE follow ENABLE TRIGGER ALL');
    for (let n = 0; n < 2; n++)
      expect((await follow(viewer, followed)).data).toEqual({ following: true, host_followers: 1 });
    expect((await follow(viewer, another)).errors[0]?.code).toBe('too_many_follows');
  });

  test('following ends on both sides when an account is deleted', async () => {
    const password = 'Curtain-up-7';
    const host = await newHost(app);
    const { data } = await app.call('POST /auth/signup', {
      body: {
        email: 'leaves@mail.com',
        password,
        username: 'leavesnow',
        name: 'Ada',
        surname: 'Lind',
        date_of_birth: '1990-05-01',
        accept_terms: true,
      },
    });
    const as = data.access_token;
    await app.call('POST /hosts/follow', { as, body: { username: host.username, follow: true } });
    const event = await newEvent(app, host);
    await app.call('POST /events/favorite', { as, body: { event_uuid: event.id, favorite: true } });
    expect((await app.call('GET /user/export', { as })).data['followed_hosts']).toMatchObject([
      { username: host.username },
    ]);
    await app.call('POST /user/delete', { as, body: { password } });
    expect(await app.db.query('SELECT 1 FROM follow WHERE host_id = $1', [host.id])).toEqual([]);
    expect(await app.db.query('SELECT 1 FROM favorite WHERE event_id = $1', [event.id])).toEqual([]);
  });
});

describe('a followed host publishes', () => {
  test('every follower gets one email, however often the fact is handled, and strangers get none', async () => {
    const host = await newHost(app);
    const [fan, stranger] = [await newViewer(app), await newViewer(app)];
    await follow(fan, host);
    const id = await publishEvent(host, { event_title: 'Songs <b>& soup</b>' });
    await app.db.query("UPDATE outbox SET sent_at = NULL WHERE topic IN ('EventPublished', 'FollowersWait')");
    await app.quiesce();
    const mails = await mailsTo(app, fan.email);
    expect(mails.map((mail) => mail.subject)).toEqual([`${host.username} Test: Songs <b>& soup</b>`]);
    expect(mails[0]!.html).not.toContain('<b>& soup');
    expect(mails[0]!.links).toContain(`http://localhost:3000/event/${id}`);
    expect(await mailsTo(app, stranger.email)).toEqual([]);
  });

  test('the email says from when tickets are on sale, where that is later', async () => {
    const host = await newHost(app);
    const fan = await newViewer(app);
    await follow(fan, host);
    const opensAt = app.clock.now() + minutes(30);
    await publishEvent(host, { event_sales_open_date: String(opensAt) });
    const [row] = await app.db.query<{ tz: string }>('SELECT tz FROM event WHERE host_id = $1', [host.id]);
    expect((await mailsTo(app, fan.email))[0]!.text).toContain(`On sale from: ${formatWhen(opensAt, row!.tz)}`);
    await publishEvent(host);
    expect((await mailsTo(app, fan.email))[0]!.text).not.toContain('On sale from');
  });

  test('no email is sent about unlisted or cancelled events, or to an unverified email address', async () => {
    const host = await newHost(app);
    const [fan, unproven] = [await newViewer(app), await newViewer(app)];
    for (const viewer of [fan, unproven]) await follow(viewer, host);
    await app.db.query('UPDATE app_user SET email_verified_at = NULL WHERE id = $1', [unproven.id]);
    await publishEvent(host, { public: 'false' });
    const answer = await publish(app, host, await goodForm(app));
    await app.call('POST /events/cancel', {
      as: host.token,
      body: { event_uuid: answer.data.event.event_uuid },
    });
    await app.quiesce();
    expect(await mailsTo(app, fan.email)).toEqual([]);
    await publishEvent(host);
    expect([(await mailsTo(app, fan.email)).length, (await mailsTo(app, unproven.email)).length]).toEqual([1, 0]);
  });

  test('a follower is emailed once about an event that becomes public later, however often it is listed again', async () => {
    const host = await newHost(app);
    const fan = await newViewer(app);
    await follow(fan, host);
    const id = await publishEvent(host, { public: 'false' });
    const list = async (wanted: boolean): Promise<void> => {
      const body = { event_uuid: id, public: String(wanted) };
      expect((await app.call('POST /events/update', { as: host.token, body })).status).toBe(200);
    };
    const subjects = async (): Promise<string[]> => (await mailsTo(app, fan.email)).map((mail) => mail.subject);
    // Hidden before the emails went out: followers are not emailed about an event that is not public.
    for (const wanted of [true, false]) await list(wanted);
    await app.quiesce();
    expect(await subjects()).toEqual([]);
    await list(true);
    await app.quiesce();
    expect(await subjects()).toHaveLength(1);
    const late = await newViewer(app);
    await follow(late, host);
    for (const wanted of [false, true, false, true]) await list(wanted);
    await app.quiesce();
    expect(await subjects()).toHaveLength(1);
    expect(await mailsTo(app, late.email)).toEqual([]);
  });

  describe('taken off and listed again', () => {
    const list = async (host: TestActor, id: string, wanted: boolean): Promise<void> => {
      const body = { event_uuid: id, public: String(wanted) };
      expect((await app.call('POST /events/update', { as: host.token, body })).status).toBe(200);
    };
    /** Runs `during` while followers after the first so many wait, and lets them go. */
    async function holding(afterId: number, during: () => Promise<void>): Promise<void> {
      await app.db.query(
        `CREATE FUNCTION hold_followers() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
           IF (SELECT (payload->>'afterId')::bigint >= ${afterId} FROM outbox WHERE id = NEW.fact_id) THEN
             NEW.next_at = 'infinity';
           END IF;
           RETURN NEW;
         END $$`,
      );
      await app.db.query(
        `CREATE TRIGGER hold_followers BEFORE INSERT ON fact_delivery FOR EACH ROW
         WHEN (NEW.handler = 'tell-followers') EXECUTE FUNCTION hold_followers()`,
      );
      await during();
      await app.db.query('DROP TRIGGER hold_followers ON fact_delivery');
      await app.db.query('DROP FUNCTION hold_followers()');
      await app.db.query("UPDATE fact_delivery SET next_at = app_now() WHERE next_at = 'infinity'");
      await app.quiesce();
    }
    const toldOf = async (id: string): Promise<number> =>
      (await app.db.query('SELECT 1 FROM dev_mailbox WHERE dedupe_key LIKE $1', [`new_event:${id}:%`])).length;

    test('an event taken off before the emails were sent notifies followers when it is listed again', async () => {
      const host = await newHost(app);
      await follow(await newViewer(app), host);
      const id = await publishEvent(host, { public: 'false' });
      await holding(0, async () => {
        await list(host, id, true);
        await app.quiesce();
        await list(host, id, false);
      });
      expect(await toldOf(id)).toBe(0);
      await list(host, id, true);
      await app.quiesce();
      expect(await toldOf(id)).toBe(1);
    });

    test('an event taken off between two batches notifies the others when it is listed again, and no one twice', async () => {
      const host = await newHost(app);
      await crowdFollows(host, 'between');
      let id = '';
      await holding(1, async () => {
        id = await publishEvent(host);
        await list(host, id, false);
      });
      expect(await toldOf(id)).toBe(50);
      await app.db.query('DELETE FROM mail_sent');
      await list(host, id, true);
      await app.quiesce();
      expect(await toldOf(id)).toBe(120);
    });

    test('no one is notified again, long after all followers were', async () => {
      const host = await newHost(app);
      await follow(await newViewer(app), host);
      const id = await publishEvent(host);
      expect(await toldOf(id)).toBe(1);
      // Months later: the outbox, the email's memory and the email are gone.
      for (const table of ['outbox', 'mail_sent', 'dev_mailbox']) await app.db.query(`DELETE FROM ${table}`);
      for (const wanted of [false, true]) await list(host, id, wanted);
      await app.quiesce();
      expect(await toldOf(id)).toBe(0);
    });
  });

  const crowdFollows = (host: TestActor, name: string) =>
    app.db.query(
      `WITH crowd AS (INSERT INTO app_user (username, username_skeleton, email_norm, email_verified_at)
         SELECT $2::text || n, $2::text || n, $2::text || n || '@mail.test', app_now() FROM generate_series(1, 120) n
         RETURNING id)
       INSERT INTO follow (host_id, follower_id) SELECT $1, id FROM crowd`,
      [host.id, name],
    );

  test('a crowd of followers is notified batch by batch', async () => {
    const host = await newHost(app);
    await crowdFollows(host, 'crowd');
    const id = await publishEvent(host);
    const sent = await app.db.one<{ count: number }>('SELECT count(*) FROM dev_mailbox WHERE dedupe_key LIKE $1', [
      `new_event:${id}:%`,
    ]);
    const batches = await app.db.one<{ count: number }>('SELECT count(*) FROM outbox WHERE dedupe_key LIKE $1', [
      `followers:${id}:%`,
    ]);
    expect([sent!.count, batches!.count]).toEqual([120, 3]);
  });
});

describe('the link of the email', () => {
  const byMail = (token: string) => app.call('POST /hosts/unfollow_by_mail', { body: { token } });

  test('the link unfollows with one click, also weeks later and twice, and nothing else', async () => {
    const host = await newHost(app);
    const [fan, other] = [await newViewer(app), await newViewer(app)];
    for (const viewer of [fan, other]) await follow(viewer, host);
    await publishEvent(host);
    const token = tokenIn((await mailsTo(app, fan.email))[0]);
    await app.clock.advance(days(90));
    for (let n = 0; n < 2; n++) expect((await byMail(token)).data.user.user_username).toBe(host.username);
    expect(await app.db.query('SELECT follower_id FROM follow WHERE host_id = $1', [host.id])).toEqual([
      { follower_id: other.id },
    ]);
    const forged = Buffer.from(token, 'base64url');
    forged[0]! ^= 1;
    for (const wrong of [forged.toString('base64url'), token.slice(0, -2), 'x'.repeat(40), ''])
      expect((await byMail(wrong)).errors[0]?.code).toBe('link_invalid');
  });

  test('the link opened in a browser shows the question, and changes nothing', async () => {
    const host = await newHost(app);
    const fan = await newViewer(app);
    await follow(fan, host);
    await publishEvent(host);
    const token = tokenIn((await mailsTo(app, fan.email))[0]);
    for (const method of ['GET', 'HEAD'] as const) {
      const opened = await app.http.inject({ method, url: `/unfollow/${token}` });
      expect([opened.statusCode, opened.headers.location]).toEqual([303, `/unfollow?ask=1#token=${token}`]);
      expect(opened.headers['cache-control']).toBe('no-store');
    }
    expect(await followers(host)).toBe(1);
    const odd = await app.http.inject({ method: 'GET', url: '/unfollow/%0d%0aSet-Cookie:a=b' });
    expect(odd.headers['set-cookie']).toBeUndefined();
  });

  test('the link is also the unsubscribe button of an email client', async () => {
    const host = await newHost(app);
    const fan = await newViewer(app);
    await follow(fan, host);
    await publishEvent(host);
    const token = tokenIn((await mailsTo(app, fan.email))[0]);
    const click = (key: string) =>
      app.http.inject({
        method: 'POST',
        url: `/unfollow/${key}`,
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        payload: 'List-Unsubscribe=One-Click',
      });
    expect((await click('nonsense')).statusCode).toBe(410);
    expect((await click(token)).statusCode).toBe(200);
    expect(await followers(host)).toBe(0);
  });
});
