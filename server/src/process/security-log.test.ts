import { minutes } from '@frontrow/core/kernel/instant.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newViewer } from '../../test/actors.ts';
import { testApp, type TestApp } from '../../test/harness.ts';
import { signUp, signUpPassword } from '../../test/sign-up.ts';
import type { Logger } from '../ports/log.ts';
import { createSecurityLog } from './security-log.ts';

type Line = Readonly<Record<string, unknown>>;
const lines: Line[] = [];
const note = (line: object): void => void lines.push(line as Line);
const log: Logger = { debug: note, info: note, warn: note, error: note };
let app: TestApp;
beforeAll(async () => void (app = await testApp({ overrides: { log } })));
afterAll(() => app.close());

const events = (event: string): Line[] => lines.filter((line) => line.event === event);
const from = '203.0.113.77';
async function counted(name: string): Promise<number> {
  const { body } = await app.http.inject('/metrics');
  const line = body.split('\n').find((one) => one.startsWith(`${name} `));
  return Number(line?.split(' ').at(-1) ?? 0);
}

test('a good and a bad login are a line and a count each, with actor, network and reason, and no secret', async () => {
  const { id, email } = await signUp(app, 'logged');
  lines.length = 0;
  const logIn = (password: string, address = email) =>
    app.call('POST /auth/login', { from, body: { email: address, password } });
  await logIn(signUpPassword);
  await logIn('Wrong-password-91');
  await logIn('Wrong-password-91', 'nobody-known@mail.com');
  expect(events('log_in')).toEqual([{ event: 'log_in', actor: id, network: from, how: 'password' }]);
  const [known, unknown] = events('log_in_refused');
  const refused = { event: 'log_in_refused', network: from, how: 'password', reason: 'credentials_wrong' };
  expect(known).toMatchObject({ ...refused, actor: id, subject: expect.stringMatching(/^[\w-]{12}$/) });
  expect(unknown).toMatchObject({ ...refused, actor: 'nobody' });
  expect(unknown!.subject).not.toBe(known!.subject);
  const written = JSON.stringify(lines);
  for (const secret of [signUpPassword, 'Wrong-password-91', email, 'nobody-known@mail.com'])
    expect(written).not.toContain(secret);
  expect(await counted('frontrow_log_ins_total{how="password",result="ok"}')).toBe(1);
  expect(await counted('frontrow_log_ins_total{how="password",result="credentials_wrong"}')).toBe(2);
});

test('a refused authorization is a line with who asked for what, and a count', async () => {
  const { id, token } = await newViewer(app);
  lines.length = 0;
  await app.call('GET /admin/users', { as: token, from });
  await app.call('GET /user/profile', { as: 'made-up', from });
  await app.call('GET /user/profile', { from });
  expect(events('access_refused')).toEqual([
    { event: 'access_refused', actor: id, network: from, reason: 'forbidden', route: '/api/admin/users' },
    { event: 'access_refused', actor: 'nobody', network: from, reason: 'token_invalid', route: '/api/user/profile' },
    { event: 'access_refused', actor: 'nobody', network: from, reason: 'login_required', route: '/api/user/profile' },
  ]);
  expect(JSON.stringify(lines)).not.toContain(token);
  expect(await counted('frontrow_access_refused_total{reason="forbidden"}')).toBe(1);
});

test('an exhausted limit is a line of its first refusals, and all of them are counted', async () => {
  lines.length = 0;
  const ask = () => app.call('POST /auth/forgot_password', { from: '203.0.113.78', body: { email: 'no address' } });
  const answers = [];
  for (let i = 0; i < 30; i++) answers.push((await ask()).status);
  const over = answers.filter((status) => status === 429).length;
  expect(over).toBe(10);
  const line = {
    event: 'limit_exhausted',
    actor: 'nobody',
    network: '203.0.113.78',
    limit: '/api/auth/forgot_password',
  };
  expect(events('limit_exhausted')).toEqual(Array.from({ length: 5 }, () => line));
  expect(await counted('frontrow_limits_exhausted_total{limit="/api/auth/forgot_password"}')).toBe(over);
});

test('a paused email is an exhausted limit, too', async () => {
  lines.length = 0;
  for (let i = 0; i < 11; i++)
    await app.call('POST /auth/login', { from: '203.0.113.79', body: { email: 'paused@mail.com', password: 'x' } });
  expect(events('log_in_refused').at(-1)).toMatchObject({ reason: 'login_paused' });
  expect(events('limit_exhausted')).toMatchObject([{ limit: 'login_paused', network: '203.0.113.79' }]);
});

test('a flood writes a few lines a minute, and the next one says how many were left out', () => {
  let now = 0;
  const written: object[] = [];
  const { security } = createSecurityLog({
    log: { ...log, info: (line) => void written.push(line) },
    clock: { now: () => now },
  });
  const flood = (account: number) => {
    for (let i = 0; i < 100; i++)
      security.accessRefused({ account, network: '203.0.113.1' }, { reason: 'forbidden', route: '/api/x' });
  };
  flood(1);
  expect(written).toHaveLength(5);
  flood(2);
  expect(written).toHaveLength(10);
  now = minutes(1);
  flood(1);
  expect(written).toHaveLength(15);
  expect(written[10]).toMatchObject({ actor: 1, leftOut: 95 });
});
