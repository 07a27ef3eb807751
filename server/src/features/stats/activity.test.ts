import { activityNamespace } from '@frontrow/contract/stats/live-activity.ts';
import { io, type Socket } from 'socket.io-client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newHost, newViewer, type TestActor } from '../../../test/actors.ts';
import { newEvent } from '../../../test/events.ts';
import { testApp, type TestApp, until } from '../../../test/harness.ts';
import { listening } from '../../../test/live-socket.ts';
import { signUp, signUpPassword } from '../../../test/sign-up.ts';
import { giveTicket } from '../../../test/tickets.ts';

let app: TestApp;
const open: Socket[] = [];
beforeAll(async () => void (app = await testApp()));
afterAll(async () => {
  for (const socket of open) socket.close();
  await app.close();
});

const list = async (host: TestActor, cursor?: string) =>
  (await app.call('GET /activity', { as: host.token, query: cursor === undefined ? {} : { cursor } })).data;
const unread = async (host: TestActor): Promise<number> =>
  (await app.call('GET /activity/unread', { as: host.token })).data.unread;

/** A host's window: how often it was told, or the code of the refusal. */
async function listen(token: string | undefined): Promise<{ told: () => number }> {
  let received = 0;
  const socket = io(`${await listening(app)}${activityNamespace}`, {
    transports: ['websocket'],
    reconnection: false,
    forceNew: true,
    auth: { token },
  });
  open.push(socket);
  socket.on('activity', () => (received += 1));
  await new Promise<void>((resolve, reject) => {
    socket.once('connect', resolve);
    socket.once('connect_error', (error: Error & { data?: { code: string } }) =>
      reject(new Error(error.data?.code ?? error.message)),
    );
  });
  return { told: () => received };
}

test('sales of a day are one line that grows, newest first, with what is unread', async () => {
  const host = await newHost(app);
  const [event, free] = [await newEvent(app, host, { priceMinor: 1000 }), await newEvent(app, host)];
  const fan = await newViewer(app);
  await giveTicket(app, free, fan);
  for (let n = 0; n < 3; n++) await giveTicket(app, event, await newViewer(app));
  await app.call('POST /hosts/follow', { as: fan.token, body: { username: host.username, follow: true } });
  await app.quiesce();
  const { activity, next_cursor } = await list(host);
  expect(next_cursor).toBeNull();
  expect(activity.map(({ kind, count, amount, event: of }) => [kind, count, amount, of?.event_uuid])).toEqual([
    ['follows', 1, null, undefined],
    ['sales', 3, 30, event.id],
    ['sales', 1, 0, free.id],
  ]);
  expect(activity[0]?.person_name).toBe(fan.username);
  expect(await unread(host)).toBe(3);
  const seen = await app.call('POST /activity/seen', { as: host.token, body: { until: activity[0]!.at } });
  expect(seen.data).toEqual({ unread: 0 });
  await giveTicket(app, event, await newViewer(app));
  await app.quiesce();
  expect(await unread(host)).toBe(1);
  expect((await list(host)).activity[0]).toMatchObject({ kind: 'sales', count: 4, unread: true });
});

test('a line older than a week is not new, also for a host who never looked', async () => {
  const host = await newHost(app);
  await giveTicket(app, await newEvent(app, host), await newViewer(app));
  await app.quiesce();
  expect(await unread(host)).toBe(1);
  await app.db.query(
    "UPDATE activity SET at = at - interval '8 days' WHERE host_id = (SELECT id FROM app_user WHERE username = $1)",
    [host.username],
  );
  expect(await unread(host)).toBe(0);
  expect((await list(host)).activity[0]).toMatchObject({ kind: 'sales', unread: false });
});

test('a payout is one line, which says what became of it', async () => {
  const host = await newHost(app);
  await app.db.query(
    `INSERT INTO payout (id, host_id, kind, account_shown, amount_minor, currency, status, automatic, created_at, ended_at)
     VALUES (gen_random_uuid(), $1, 'sandbox', '•• 1', 1250, 'EUR', 'failed', false, app_now() - interval '1 day',
       app_now())`,
    [host.id],
  );
  await app.db.query('SELECT recount_host($1)', [host.id]);
  expect((await list(host)).activity).toMatchObject([
    { kind: 'payout', amount: 12.5, currency_code: 'EUR', detail: 'failed', event: null },
  ]);
  // No bank knows of it.
  await app.db.query('DELETE FROM payout WHERE host_id = $1', [host.id]);
});

test('the pages of the activity have no gaps and no duplicates', async () => {
  const host = await newHost(app);
  await app.db.query(
    `INSERT INTO activity (host_id, key, kind, at, count)
     SELECT $1, 'follows:' || n, 'follows', app_now() - (n / 3) * interval '1 hour', n FROM generate_series(1, 45) n`,
    [host.id],
  );
  const counts: number[] = [];
  let cursor: string | undefined;
  do {
    const page = await list(host, cursor);
    counts.push(...page.activity.map(({ count }) => count));
    cursor = page.next_cursor ?? undefined;
  } while (cursor !== undefined);
  expect(counts.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 45 }, (_, n) => n + 1));
});

test('an erased follower is read of by no name, and a host who left keeps no activity', async () => {
  const host = await signUp(app, 'quits');
  await app.db.query('UPDATE app_user SET role = 1 WHERE id = $1', [host.id]);
  const fan = await signUp(app, 'fades');
  const event = await newEvent(app, host, { state: 'finished' });
  await app.db.query(
    `INSERT INTO activity (host_id, key, kind, event_id, at, count, person_id)
     VALUES ($1, 'kept', 'request', $2, app_now(), 1, $3)`,
    [host.id, event.id, fan.id],
  );
  await app.call('POST /user/delete', { as: fan.token, body: { password: signUpPassword } });
  await app.quiesce();
  expect((await list(host)).activity.find(({ kind }) => kind === 'request')?.person_name).toBeNull();
  expect(await app.db.query('SELECT 1 FROM activity WHERE person_id = $1', [fan.id])).toEqual([]);
  expect((await app.call('POST /user/delete', { as: host.token, body: { password: signUpPassword } })).status).toBe(
    200,
  );
  await app.quiesce();
  expect(await app.db.query('SELECT 1 FROM activity WHERE host_id = $1', [host.id])).toEqual([]);
});

test('activity reaches all windows of its host immediately, no one else’s, and none without a session', async () => {
  const [host, other] = [await newHost(app), await newHost(app)];
  await expect(listen(undefined)).rejects.toThrow('bad_input');
  await expect(listen('no token')).rejects.toThrow('token_invalid');
  const [own, another] = [await listen(host.token), await listen(other.token)];
  const event = await newEvent(app, host);
  await giveTicket(app, event, await newViewer(app));
  await app.quiesce();
  await until('the window of the host is notified', () => own.told() > 0);
  expect(another.told()).toBe(0);
});
